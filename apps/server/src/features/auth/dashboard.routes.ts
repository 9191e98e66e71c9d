import {
  clearAuthMails,
  createAuthUser,
  deleteAuthFactors,
  deleteAuthIdentity,
  deleteAuthPasskey,
  deleteAuthUser,
  deleteAuthUsers,
  endAuthSession,
  getActingClaims,
  getAuthOverview,
  getAuthSettings,
  getAuthUser,
  inviteAuthUser,
  issueActingToken,
  listAuthAudit,
  listAuthMails,
  listAuthUsers,
  sendMagicLink,
  sendOneTimeCode,
  sendRecovery,
  sendTestMail,
  updateAuthSettings,
  updateAuthUser,
} from '@basalt/contract/auth/auth.endpoints.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { actingAs } from './acting-as.ts'
import type { adminUsers } from './admin.ts'
import { asAppErrors } from './app-errors.ts'
import type { AuthAudit } from './auth-audit.ts'
import type { AuthCall } from './auth-call.ts'
import { clientOf } from './auth-mounting.ts'
import type { authOverview } from './auth-overview.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthTools } from './auth-tools.ts'
import type { linkedAccounts } from './linked-accounts.ts'
import type { Links } from './links.ts'
import type { Passkeys } from './passkeys.ts'
import type { SamlKeys } from './saml-keys.ts'
import { ssoDashboardRoutes } from './sso-dashboard.routes.ts'
import type { SsoProviders } from './sso-providers.ts'
import { toListedUser, type userList } from './user-list.ts'
import { userByEmail } from './users.store.ts'

interface Deps {
  gates: Gates
  publicUrl: string | undefined
  settings: AuthSettingsStore
  tools: AuthTools
  links: Links
  admin: ReturnType<typeof adminUsers>
  passkeys: Passkeys
  ssoProviders: SsoProviders
  samlKeys: SamlKeys
  list: ReturnType<typeof userList>
  linked: ReturnType<typeof linkedAccounts>
  acting: ReturnType<typeof actingAs>
  audit: AuthAudit
  overview: ReturnType<typeof authOverview>
}

const HOUR_MS = 3_600_000

/** Members manage the users of a project's apps, and how they sign in. */
export const authDashboardRoutes =
  ({
    gates,
    publicUrl,
    settings: settingsOf,
    tools,
    links,
    admin,
    passkeys,
    ssoProviders,
    samlKeys,
    list,
    linked,
    acting,
    audit,
    overview,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const { mails, messages, database } = tools
    const callOf = async ({ ref }: Project, request: FastifyRequest): Promise<AuthCall> => {
      const settings = await settingsOf.of(ref)
      const client = clientOf(request, { ref, settings, publicUrl })
      return { ref, settings, client, redirectTo: settings.site_url }
    }

    mount(app, getAuthSettings, gates.project(needs.seeAuthSettings), ({ project }) =>
      settingsOf.of(project.ref),
    )

    mount(app, updateAuthSettings, gates.project(needs.changeAuthSettings), ({ project, body }) => {
      // Mail must not link to the host that a request claims, so the address has to be configured.
      if (body.smtp && publicUrl === undefined)
        throw new AppError(
          'not_configured',
          'Sending mail needs the address of this installation. Set BASALT_PUBLIC_URL and start it again.',
        )
      return settingsOf.change(project.ref, body)
    })

    mount(app, listAuthUsers, gates.project(needs.seeAuthUsers), ({ project, query }) =>
      list.page(project.ref, query),
    )

    mount(app, getAuthOverview, gates.project(needs.seeAuthUsers), ({ project, query }) =>
      overview.byDay(project.ref, query),
    )

    mount(app, listAuthAudit, gates.project(needs.seeAuthUsers), ({ project, query }) =>
      audit.page(project.ref, query),
    )

    mount(app, getAuthUser, gates.project(needs.seeAuthUsers), async ({ project, params }) => {
      const user = await list.find(project.ref, params.id)
      if (!user) throw notFound('User', params.id)
      return user
    })

    // Neither changes anything of the project, so the production lock does not refuse them.
    const toAct = gates.project(needs.actAsAuthUser, { changesNothing: true })
    mount(app, getActingClaims, toAct, async ({ project, params, body }, request) => {
      const call = await callOf(project, request)
      return { claims: await asAppErrors(() => acting.claims(call, params.id, body.aal)) }
    })
    mount(app, issueActingToken, toAct, async ({ project, params, body }, request) => {
      const call = await callOf(project, request)
      return asAppErrors(() => acting.token(call, params.id, body.aal))
    })

    mount(app, createAuthUser, gates.project(needs.changeAuthUsers), async ({ project, body }, request) => {
      const { email_confirm: isEmailConfirmed, phone_confirm: isPhoneConfirmed, ...user } = body
      const call = await callOf(project, request)
      return toListedUser(
        await asAppErrors(() => admin.create(call, { ...user, isEmailConfirmed, isPhoneConfirmed })),
      )
    })

    mount(
      app,
      updateAuthUser,
      gates.project(needs.changeAuthUsers),
      async ({ project, params, body }, request) => {
        const banMs = body.ban_hours === 0 ? null : body.ban_hours * HOUR_MS
        const call = await callOf(project, request)
        return toListedUser(await asAppErrors(() => admin.change(call, params.id, { banMs })))
      },
    )

    mount(app, deleteAuthUser, gates.project(needs.changeAuthUsers), async ({ project, params }, request) => {
      const deleted = await admin.remove(await callOf(project, request), [params.id])
      if (deleted === 0) throw notFound('User', params.id)
      return done
    })

    mount(app, deleteAuthUsers, gates.project(needs.changeAuthUsers), async ({ project, body }, request) => ({
      deleted: await admin.remove(await callOf(project, request), body.ids),
    }))

    mount(app, endAuthSession, gates.project(needs.changeAuthUsers), async ({ project, params }, request) => {
      const isEnded = await admin.endSession(await callOf(project, request), params.id, params.session)
      if (!isEnded) throw notFound('Session', params.session)
      return done
    })

    mount(
      app,
      deleteAuthFactors,
      gates.project(needs.changeAuthUsers),
      async ({ project, params }, request) => {
        const call = await callOf(project, request)
        await asAppErrors(() => admin.removeFactor(call, params.id, 'all'))
        return done
      },
    )

    mount(
      app,
      deleteAuthIdentity,
      gates.project(needs.changeAuthUsers),
      async ({ project, params }, request) => {
        const call = await callOf(project, request)
        await asAppErrors(() => linked.unlinkAsAdmin(call, params.id, params.identity))
        return done
      },
    )

    mount(
      app,
      deleteAuthPasskey,
      gates.project(needs.changeAuthUsers),
      async ({ project, params }, request) => {
        const call = await callOf(project, request)
        await asAppErrors(() => passkeys.removeAsAdmin(call, params.id, params.passkey))
        return done
      },
    )

    ssoDashboardRoutes(app, { gates, publicUrl, settings: settingsOf, ssoProviders, samlKeys })

    mount(app, inviteAuthUser, gates.project(needs.changeAuthUsers), async ({ project, body }, request) => {
      const call = await callOf(project, request)
      await asAppErrors(() => admin.invite(call, body))
      return done
    })

    /** Mail that a member has sent to a user, who has to exist. */
    const send = async (
      project: Project,
      request: FastifyRequest,
      email: string,
      work: (call: AuthCall, email: string) => Promise<unknown>,
    ) => {
      const call = await callOf(project, request)
      const found = await database.transaction(project.ref, (run) => userByEmail(run, email.toLowerCase()))
      if (!found) throw notFound('User', email)
      await asAppErrors(() => work(call, email))
      return done
    }
    const sendSignIn = (call: AuthCall, email: string) => links.sendSignIn(call, { email, createUser: false })

    mount(app, sendMagicLink, gates.project(needs.changeAuthUsers), ({ project, body }, request) =>
      send(project, request, body.email, sendSignIn),
    )
    mount(app, sendOneTimeCode, gates.project(needs.changeAuthUsers), ({ project, body }, request) =>
      send(project, request, body.email, sendSignIn),
    )
    mount(app, sendRecovery, gates.project(needs.changeAuthUsers), ({ project, body }, request) =>
      send(project, request, body.email, (call, email) => links.sendRecovery(call, { email })),
    )

    mount(app, listAuthMails, gates.project(needs.readAuthMails), async ({ project: { ref } }) => {
      const settings = await settingsOf.of(ref)
      return {
        mails: await mails.newest(ref, settings),
        mail_goes_to: mails.wayOf(settings),
        messages_go_to: messages.wayOf(settings),
      }
    })

    mount(app, sendTestMail, gates.project(needs.changeAuthSettings), async ({ project: { ref }, body }) =>
      mails.sendTest(ref, await settingsOf.of(ref), body.email),
    )

    mount(app, clearAuthMails, gates.project(needs.readAuthMails), async ({ project }) => {
      await mails.clear(project.ref)
      return done
    })
  }
