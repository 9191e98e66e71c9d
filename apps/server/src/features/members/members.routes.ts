import { done } from '@basalt/contract/endpoint.ts'
import {
  acceptInvitation,
  createInvitations,
  deleteInvitation,
  getInvitation,
  listInvitations,
  listMembers,
  listRoles,
  removeMember,
  renewInvitation,
  transferOwnership,
  updateMember,
} from '@basalt/contract/members/members.endpoints.ts'
import type { CreatedInvitation, Invitation } from '@basalt/contract/members/members.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { projectRoleIds, type Role, roleIds, roles } from '@basalt/contract/permissions/roles.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Gates, mustHaveMfa } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { invitationMail } from './invitation-mail.ts'
import type { InvitationService } from './invitations.service.ts'
import type { InvitationStore } from './invitations.store.ts'
import type { MemberService } from './members.service.ts'
import type { MemberStore } from './members.store.ts'
import { renewalLimit } from './renewal-limit.ts'

interface Deps {
  gates: Gates
  members: MemberStore
  invitations: InvitationStore
  service: MemberService
  invitationService: InvitationService
  organizationOf(userId: string, slug: string): Promise<Organization | undefined>
  publicUrl: string | undefined
  /** Undefined when the installation sends no mail. */
  mailer: Mailer | undefined
}

const toRole = (id: Role) => ({ id, ...roles[id] })

export const memberRoutes =
  ({ gates, members, invitations, service, invitationService, organizationOf, publicUrl, mailer }: Deps) =>
  async (app: FastifyInstance) => {
    const limitRenewals = renewalLimit(app)

    mount(app, listMembers, gates.organization(needs.seeMembers), ({ organization }) =>
      members.list(organization.id),
    )

    mount(app, listRoles, gates.organization(needs.seeMembers), () => ({
      org_scoped_roles: roleIds.map(toRole),
      project_scoped_roles: projectRoleIds.map(toRole),
    }))

    mount(app, updateMember, gates.organization(needs.changeRoles), ({ params, body, ...actor }) =>
      service.update(actor, params.id, body),
    )

    // Everyone may leave, even when locked out for lack of a second factor.
    mount(app, removeMember, gates.organizationBeforeMfa(needs.seeMembers), async ({ params, ...actor }) => {
      const { caller, organization } = actor
      if (params.id !== caller.userId && organization.organization_requires_mfa) mustHaveMfa(caller)
      await service.remove(actor, params.id)
      return done
    })

    mount(app, transferOwnership, gates.organization(needs.decideOwners), ({ body, ...actor }) =>
      service.transferOwnership(actor, body.user_id),
    )

    mount(app, listInvitations, gates.organization(needs.inviteMembers), ({ organization }) =>
      invitations.list(organization.id),
    )

    /** Sends the mails after the invitations are stored, so a mail failure loses no invitation. */
    const withLinks = async (
      { name, slug }: Organization,
      created: readonly (Invitation & { token: string })[],
      request: FastifyRequest,
    ): Promise<CreatedInvitation[]> => {
      const linked = created.map(({ token, ...invitation }) => {
        const search = new URLSearchParams({ token, slug })
        return { ...invitation, link: `${publicOrigin(request, publicUrl)}/join?${search}` }
      })
      const failures = await mailer?.sendAll(linked.map((invitation) => invitationMail(name, invitation)))
      return linked.map((invitation, index) => ({
        ...invitation,
        mailed: failures !== undefined && failures[index] === undefined,
        mail_failure: failures?.[index] ?? null,
      }))
    }

    mount(
      app,
      createInvitations,
      gates.organization(needs.inviteMembers),
      async ({ body, ...actor }, request) =>
        withLinks(actor.organization, await invitationService.create(actor, body), request),
    )

    mount(
      app,
      renewInvitation,
      gates.organization(needs.inviteMembers),
      async ({ params, ...actor }, request) => {
        if (mailer) await limitRenewals(request)
        const renewed = await invitationService.renew(actor, params.id)
        const [invitation] = await withLinks(actor.organization, [renewed], request)
        return invitation!
      },
    )

    mount(
      app,
      deleteInvitation,
      gates.organization(needs.revokeInvitations),
      async ({ params, ...actor }) => {
        await invitationService.revoke(actor, params.id)
        return done
      },
    )

    // The link's token is the secret: an invited person may have no account yet.
    mount(app, getInvitation, gates.visitor, ({ caller, params }) =>
      invitationService.preview(caller, params.slug, params.token),
    )

    mount(app, acceptInvitation, gates.user, async ({ caller, params }, request) => {
      noteForAudit(request, { organizationSlug: params.slug })
      const { slug } = await invitationService.accept(caller, params.slug, params.token)
      const organization = await organizationOf(caller.userId, slug)
      if (!organization) throw notFound('Organization', slug)
      return organization
    })
  }
