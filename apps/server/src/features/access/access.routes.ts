import {
  changeEmail,
  changePassword,
  createAccessToken,
  deleteAccessToken,
  endOtherSessions,
  endSession,
  getProfile,
  listAccessTokens,
  listSessions,
  signIn,
  signOut,
  signUp,
  updateProfile,
} from '@basalt/contract/access/access.endpoints.ts'
import { DEVICE_COOKIE } from '@basalt/contract/access/access.rules.ts'
import type { Profile } from '@basalt/contract/access/access.schema.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { verifyMfa } from '@basalt/contract/mfa/mfa.endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Gates, sessionOf } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { AccessService } from './access.service.ts'
import type { AccessTokenStore } from './access-tokens.store.ts'
import type { KnownDeviceStore } from './known-devices.store.ts'
import { clearSessionCookie, setDeviceCookie, setSessionCookie } from './session-cookie.ts'
import type { SessionStore } from './sessions.store.ts'
import { signInLimit } from './sign-in-limit.ts'
import type { UserStore } from './users.store.ts'

const USER_AGENT_MAX = 300

/** The second factor of a sign-in. */
interface SecondFactor {
  /** Undefined when the user has none, so that the password is enough. */
  challengeFor(userId: string): Promise<string | undefined>
  /** The user who has given the right password; undefined for an unknown or expired challenge. */
  userOf(challenge: string): string | undefined
  /** The user whose sign-in is complete. Throws when the code is wrong. */
  passChallenge(challenge: string, code: string): Promise<string>
}

export interface AccessRoutesDeps {
  gates: Gates
  service: AccessService
  users: UserStore
  sessions: SessionStore
  tokens: AccessTokenStore
  mfa: SecondFactor
  devices: KnownDeviceStore
  /** Notifies a user of a sign-in from a new browser. */
  notifyOfNewDevice(userId: string, device: { userAgent: string; address: string }): Promise<void>
  /** Undefined for an organization that the user does not belong to. */
  organizationOf(userId: string, slug: string): Promise<{ id: string } | undefined>
  projectOf(userId: string, ref: string): Promise<object | undefined>
  publicUrl: string | undefined
}

export const accessRoutes =
  ({
    gates,
    service,
    users,
    sessions,
    tokens,
    mfa,
    devices,
    notifyOfNewDevice,
    organizationOf,
    projectOf,
    publicUrl,
  }: AccessRoutesDeps) =>
  async (app: FastifyInstance) => {
    const { limitAttempts, limitStrangers, limitAddress, limitSession } = signInLimit(app)
    const isHttps = (request: FastifyRequest) => publicOrigin(request, publicUrl).startsWith('https:')

    const startSession = async (profile: Profile, request: FastifyRequest, reply: FastifyReply) => {
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX)
      const token = await sessions.create(profile.id, { userAgent, address: request.ip })
      setSessionCookie(reply, token, isHttps(request))
      await recordDevice(profile.id, userAgent, request, reply)
      return profile
    }

    const profileOf = async (userId: string) => {
      const profile = await users.find(userId)
      if (!profile) throw notFound('User', userId)
      return profile
    }

    const recordDevice = async (
      userId: string,
      userAgent: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const { token, isNew } = await devices.record(userId, request.cookies[DEVICE_COOKIE])
      setDeviceCookie(reply, token, isHttps(request))
      if (isNew) await notifyOfNewDevice(userId, { userAgent, address: request.ip })
    }

    mount(app, signUp, gates.anyone, async ({ body }, request, reply) => {
      noteForAudit(request, { email: body.email })
      await limitAttempts(request)
      return startSession(await service.signUp(body), request, reply)
    })

    mount(app, signIn, gates.anyone, async ({ body }, request, reply) => {
      noteForAudit(request, { email: body.email })
      await limitAttempts(request)
      const isStranger = !(await devices.isKnown(body.email, request.cookies[DEVICE_COOKIE]))
      if (isStranger) await limitStrangers(request)
      const profile = await service.signIn(body.email, body.password)
      const challenge = await mfa.challengeFor(profile.id)
      if (challenge !== undefined) return { mfa_required: true as const, challenge }
      return startSession(profile, request, reply)
    })

    mount(app, verifyMfa, gates.anyone, async ({ body }, request, reply) => {
      const userId = mfa.userOf(body.challenge)
      if (userId) noteForAudit(request, { userId })
      await limitAddress(request)
      const profile = await profileOf(await mfa.passChallenge(body.challenge, body.code))
      return startSession(profile, request, reply)
    })

    mount(app, signOut, gates.user, async ({ caller }, request, reply) => {
      if (caller.sessionId) await sessions.end(caller.sessionId)
      clearSessionCookie(reply, isHttps(request))
      return done
    })

    mount(app, getProfile, gates.anyToken, ({ caller }) => profileOf(caller.userId))

    mount(app, updateProfile, gates.user, async ({ caller, body }) => {
      const renamed = await users.rename(caller.userId, body.display_name || null)
      if (!renamed) throw notFound('User', caller.userId)
      return renamed
    })

    mount(app, changePassword, gates.person, async ({ caller, body }, request) => {
      const sessionId = sessionOf(caller)
      await limitSession(request)
      await service.changePassword(caller.userId, body.current_password, body.new_password)
      // Anyone who knew the old password may have created tokens.
      await tokens.removeAll(caller.userId)
      if (body.end_other_sessions) await sessions.endOthers(caller.userId, sessionId)
      return done
    })

    mount(app, changeEmail, gates.person, async ({ caller, body }, request) => {
      const sessionId = sessionOf(caller)
      await limitSession(request)
      const changed = await service.changeEmail(caller.userId, body.email, body.current_password)
      // Sessions that are signed in with the former address must not continue.
      await sessions.endOthers(caller.userId, sessionId)
      return changed
    })

    mount(app, listSessions, gates.person, ({ caller }) => sessions.list(caller.userId, caller.sessionId))

    mount(app, endSession, gates.person, async ({ caller, params }) => {
      if (!(await sessions.endOne(caller.userId, params.id))) throw notFound('Session', params.id)
      return done
    })

    mount(app, endOtherSessions, gates.person, async ({ caller, query }) => {
      if (query.access_tokens === 'revoke') await tokens.removeAll(caller.userId)
      await sessions.endOthers(caller.userId, caller.sessionId)
      return done
    })

    mount(app, listAccessTokens, gates.person, ({ caller }) => tokens.list(caller.userId))

    mount(app, createAccessToken, gates.person, async ({ caller, body }) => {
      const { name, access, organization_slug: slug, project_ref: ref, expires_in_days: expiresInDays } = body
      const organization = slug === null ? undefined : await organizationOf(caller.userId, slug)
      if (slug !== null && !organization) throw notFound('Organization', slug)
      if (ref !== null && !(await projectOf(caller.userId, ref))) throw notFound('Project', ref)
      return tokens.create(
        caller.userId,
        { name, access, expiresInDays },
        {
          ...(organization && { organizationId: organization.id }),
          ...(ref !== null && { projectRef: ref }),
        },
      )
    })

    mount(app, deleteAccessToken, gates.person, async ({ caller, params }) => {
      if (!(await tokens.remove(caller.userId, params.id))) throw notFound('Access token', params.id)
      return done
    })
  }
