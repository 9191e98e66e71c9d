import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { accessRoutes } from './features/access/access.routes.ts'
import { accessService } from './features/access/access.service.ts'
import type { AccessTokenStore } from './features/access/access-tokens.store.ts'
import { knownDeviceStore } from './features/access/known-devices.store.ts'
import { passwordResetRoutes } from './features/access/password-reset.routes.ts'
import { passwordResetService } from './features/access/password-reset.ts'
import type { SessionStore } from './features/access/sessions.store.ts'
import type { SetupLink } from './features/access/setup-link.ts'
import type { UserStore } from './features/access/users.store.ts'
import { invitationService } from './features/members/invitations.service.ts'
import { invitationStore } from './features/members/invitations.store.ts'
import { memberRoutes } from './features/members/members.routes.ts'
import { memberService } from './features/members/members.service.ts'
import { memberStore } from './features/members/members.store.ts'
import { mfaRoutes } from './features/mfa/mfa.routes.ts'
import { mfaService } from './features/mfa/mfa.service.ts'
import { mfaStore } from './features/mfa/mfa.store.ts'
import { mfaChallenges } from './features/mfa/mfa-challenges.ts'
import type { NotificationService } from './features/notifications/notifications.service.ts'
import { peopleNews } from './features/notifications/people-news.ts'
import { signInNotice } from './features/notifications/sign-in-notice.ts'
import type { OrganizationStore } from './features/organizations/organizations.store.ts'
import { permissionRoutes } from './features/permissions/permissions.routes.ts'
import type { PermissionStore } from './features/permissions/permissions.store.ts'
import type { ProjectStore } from './features/projects/projects.store.ts'
import type { Gates } from './http/gate.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

interface Deps {
  gates: Gates
  config: Config
  metadata: Metadata
  secrets: Secrets
  /** Tells open dashboards that the members of an organization have changed. */
  announceMembers(organization: { id: string; slug: string }): void
  /** Tells them that what an organization asks of its members has changed. */
  announceOrganization(organization: { id: string; slug: string }): void
  notifier: NotificationService
  setupLink: SetupLink
  now: () => Date
  isSignUpOpen: boolean
  users: UserStore
  sessions: SessionStore
  tokens: AccessTokenStore
  organizations: OrganizationStore
  permissions: PermissionStore
  projects: Pick<ProjectStore, 'findFor'>
}

/** The part of the server that is about people: accounts, second factors, members and what they may do. */
export async function composePeople(app: FastifyInstance, deps: Deps) {
  const {
    gates,
    config,
    metadata,
    secrets,
    notifier,
    now,
    users,
    organizations,
    announceMembers: announce,
  } = deps
  const news = peopleNews(notifier, (error) => app.log.error({ err: error }, 'Telling of people failed'))
  const invitations = invitationService({ metadata, announce, tellOfJoining: news.tellOfJoining })
  const factors = mfaStore(metadata)
  const mfa = mfaService({ store: factors, challenges: mfaChallenges(secrets, now), secrets, now })

  await app.register(
    accessRoutes({
      gates,
      service: accessService({
        users,
        setupLink: deps.setupLink,
        isSignUpOpen: deps.isSignUpOpen,
        mustInvite: invitations.mustInvite,
      }),
      users,
      sessions: deps.sessions,
      tokens: deps.tokens,
      mfa,
      devices: knownDeviceStore(metadata),
      tellOfNewDevice: async (userId, device) => {
        await notifier.notifyUser(userId, signInNotice(device))
      },
      organizationOf: organizations.findFor,
      projectOf: deps.projects.findFor,
      publicUrl: config.publicUrl,
    }),
  )
  const mailer =
    config.mail && smtpMailer(config.mail, (error) => app.log.warn({ err: error }, 'A mail was not sent'))
  await app.register(
    passwordResetRoutes({
      gates,
      service: passwordResetService({ users, sessions: deps.sessions, tokens: deps.tokens, secrets, now }),
      mail: mailer && config.publicUrl ? { mailer, publicUrl: config.publicUrl } : undefined,
    }),
  )
  await app.register(
    mfaRoutes({
      gates,
      service: mfa,
      store: factors,
      organizations,
      announce: deps.announceOrganization,
      tellOfRequirement: news.tellOfRequirement,
    }),
  )
  await app.register(permissionRoutes({ gates, store: deps.permissions }))
  await app.register(
    memberRoutes({
      gates,
      members: memberStore(metadata),
      invitations: invitationStore(metadata),
      service: memberService({ metadata, announce }),
      invitationService: invitations,
      organizationOf: organizations.findFor,
      publicUrl: config.publicUrl,
      mailer,
    }),
  )
}
