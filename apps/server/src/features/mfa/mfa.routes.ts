import { done } from '@basalt/contract/endpoint.ts'
import {
  confirmMfaEnrolment,
  disableMfa,
  getMfa,
  getOrganizationMfa,
  renewRecoveryCodes,
  startMfaEnrolment,
  updateOrganizationMfa,
} from '@basalt/contract/mfa/mfa.endpoints.ts'
import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { type Gates, sessionOf } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { MfaService } from './mfa.service.ts'
import type { MfaStore } from './mfa.store.ts'

interface Deps {
  gates: Gates
  service: MfaService
  store: MfaStore
  organizations: {
    mfa(organizationId: string): Promise<OrganizationMfa>
    /** False when nothing changed. */
    requireMfa(organizationId: string, isRequired: boolean): Promise<boolean>
    membersWithoutMfa(organizationId: string): Promise<string[]>
    /** The organizations of a user that require MFA. */
    requiringMfa(userId: string): Promise<{ id: string; slug: string }[]>
  }
  /** Notifies open pages and running queries that members may have gained or lost access to an organization. */
  announce(organization: { id: string; slug: string }): void
  /** Notifies members that they are locked out until they set up MFA. Never throws. */
  notifyMfaRequired(organization: Organization, userIds: readonly string[]): Promise<void>
}

export const mfaRoutes =
  ({ gates, service, store, organizations, announce, notifyMfaRequired }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, getMfa, gates.user, ({ caller }) => store.status(caller.userId))

    mount(app, startMfaEnrolment, gates.person, ({ caller }) => {
      sessionOf(caller)
      return service.startEnrolment(caller.userId, caller.email)
    })

    mount(app, confirmMfaEnrolment, gates.person, async ({ caller, body }) => ({
      recovery_codes: await service.confirm(caller.userId, sessionOf(caller), body.code),
    }))

    mount(app, renewRecoveryCodes, gates.person, async ({ caller, body }) => {
      sessionOf(caller)
      return { recovery_codes: await service.renewRecoveryCodes(caller.userId, body.code) }
    })

    mount(app, disableMfa, gates.person, async ({ caller, body }) => {
      sessionOf(caller)
      await service.disable(caller.userId, body.code)
      for (const organization of await organizations.requiringMfa(caller.userId)) announce(organization)
      return done
    })

    mount(app, getOrganizationMfa, gates.organization(needs.seeSecurity), ({ organization }) =>
      organizations.mfa(organization.id),
    )

    mount(
      app,
      updateOrganizationMfa,
      gates.organization(needs.requireMfa),
      async ({ caller, organization, body }) => {
        if (body.required && !caller.hasMfa)
          throw new AppError(
            'conflict',
            'Set up multi-factor authentication for your own account first. Otherwise you would lose access.',
          )
        const isNew = await organizations.requireMfa(organization.id, body.required)
        if (isNew) announce(organization)
        if (isNew && body.required)
          await notifyMfaRequired(organization, await organizations.membersWithoutMfa(organization.id))
        return organizations.mfa(organization.id)
      },
    )
  }
