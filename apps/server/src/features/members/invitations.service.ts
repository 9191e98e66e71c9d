import type { InvitationLink } from '@basalt/contract/access/access.schema.ts'
import type { NewInvitations, OpenInvitation } from '@basalt/contract/members/members.schema.ts'
import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import type { Need } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { type ProjectRole, projectRoleIds } from '@basalt/contract/permissions/roles.rules.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Allows, Caller } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MemberNotifier } from '../notifications/notifications.port.ts'
import { type Actor, currentPermissions, must, mustDecideOwners } from './caller-permissions.ts'
import { type InvitationStore, invitationStore } from './invitations.store.ts'
import { mustOwnProjects } from './members.service.ts'
import { type MemberStore, memberStore, type StoredAccess, withMembersLocked } from './members.store.ts'

interface Deps {
  metadata: Metadata
  announce(organization: { id: string; slug: string }): void
  notifyJoined: MemberNotifier['notifyJoined']
}

interface ChangeContext {
  members: MemberStore
  invitations: InvitationStore
  allows: Allows
}

export type InvitationService = ReturnType<typeof invitationService>

/** Invites people, and lets them join by the link of an invitation. */
export function invitationService({ metadata, announce, notifyJoined }: Deps) {
  /** Runs a change of invitations while the members are locked, with the caller's current permissions. */
  const change = async <T>(actor: Actor, need: Need, work: (context: ChangeContext) => Promise<T>) => {
    const result = await withMembersLocked(metadata, actor.organization.id, async (transaction) => {
      const members = memberStore(transaction)
      const allows = await currentPermissions(members, actor)
      must(allows, need)
      return work({ members, invitations: invitationStore(transaction), allows })
    })
    announce(actor.organization)
    return result
  }

  /** Throws `not_found` for an unknown or revoked link, `gone` for a used or expired one. */
  const mustBeUsable = async (store: InvitationStore, slug: string, token: string) => {
    const invitation = await store.byToken(slug, token)
    if (!invitation)
      throw new AppError('not_found', 'This invitation does not exist, or was revoked. Ask for a new one.')
    if (invitation.accepted_at !== null)
      throw new AppError('gone', 'This invitation has been used. Ask for a new one if you need access.')
    if (invitation.is_expired) throw new AppError('gone', 'This invitation has expired. Ask for a new one.')
    return invitation
  }

  return {
    /** All or none: throws `conflict` with the addresses of members and of people already invited. */
    create: (actor: Actor, input: z.output<typeof NewInvitations>) => {
      const { organization, caller } = actor
      const { emails, role_id: role, role_scoped_projects: projectRefs = null } = input
      return change(actor, needs.inviteMembers, async ({ members, invitations, allows }) => {
        if (role === 'owner') mustDecideOwners(allows)
        await mustOwnProjects(members, organization.id, projectRefs ?? [])
        refuseKnown(await members.emailsAmong(organization.id, emails), 'a member', 'members')
        refuseKnown(await invitations.emailsAmong(organization.id, emails), 'invited', 'invited')
        const created = []
        for (const email of emails)
          created.push(await invitations.create(organization.id, caller.userId, email, { role, projectRefs }))
        return created
      })
    },

    /** Replaces the link of an invitation that was lost or has expired. */
    renew: (actor: Actor, id: string) =>
      change(actor, needs.inviteMembers, async ({ members, invitations, allows }) => {
        const { organization, caller } = actor
        const { email } = await findManageable({ invitations, allows }, organization.id, id)
        refuseKnown(await members.emailsAmong(organization.id, [email]), 'a member', 'members')
        const renewed = await invitations.renew(organization.id, caller.userId, id)
        if (!renewed) throw notFound('Invitation', id)
        return renewed
      }),

    revoke: (actor: Actor, id: string) =>
      change(actor, needs.revokeInvitations, async ({ invitations, allows }) => {
        const { organization } = actor
        await findManageable({ invitations, allows }, organization.id, id)
        await invitations.remove(organization.id, id)
      }),

    async preview(caller: Caller | undefined, slug: string, token: string): Promise<OpenInvitation> {
      const invitation = await mustBeUsable(invitationStore(metadata), slug, token)
      const refs = invitation.role_scoped_projects
      const projects = await memberStore(metadata).projectsAmong(invitation.organization_id, refs ?? [])
      return {
        ...invitation,
        email_match: caller !== undefined && isFor(invitation, caller),
        project_names: refs && projects.map(({ name }) => name),
      }
    },

    /** Throws unless this link lets a person with this email address create an account. */
    async mustInvite(email: string, { slug, token }: InvitationLink) {
      const invitation = await mustBeUsable(invitationStore(metadata), slug, token)
      if (!isFor(invitation, { email }))
        throw new AppError('forbidden', `This invitation is for ${invitation.email}. Use that address.`)
    },

    /** Resolves to the joined organization. */
    async accept(caller: Caller, slug: string, token: string) {
      const found = await mustBeUsable(invitationStore(metadata), slug, token)
      const organization = {
        id: found.organization_id,
        slug: found.organization_slug,
        name: found.organization_name,
      }
      const joining = await withMembersLocked(metadata, organization.id, async (transaction) => {
        const [members, invitations] = [memberStore(transaction), invitationStore(transaction)]
        const invitation = await mustBeUsable(invitations, slug, token)
        if (!isFor(invitation, caller))
          throw new AppError(
            'forbidden',
            `This invitation is for ${invitation.email}, and you are signed in as ${caller.email}. Sign in with that address.`,
          )
        const refs = invitation.role_scoped_projects
        const projects = await members.projectsAmong(organization.id, refs ?? [])
        if (refs && projects.length === 0)
          throw new AppError('gone', 'The projects of this invitation were deleted. Ask for a new one.')
        const access = accessOf(invitation.role_id, refs && projects)
        if (!(await members.add(organization.id, caller.userId, access)))
          throw new AppError('conflict', `You already belong to ${invitation.organization_name}`)
        await invitations.markAccepted(invitation.id)
        return {
          organization,
          userId: caller.userId,
          email: caller.email,
          role: invitation.role_id,
          projects: refs && projects.length,
          inviterId: invitation.inviter_id,
          managerIds: (await members.list(organization.id)).flatMap((member) =>
            isAllowed(grantsOfMember(member.role_id), needs.inviteMembers) ? member.user_id : [],
          ),
        }
      })
      announce(organization)
      await notifyJoined(joining)
      return organization
    },
  }
}

/** Throws `forbidden` for an owner's invitation unless the caller may decide about owners. */
async function findManageable(
  { invitations, allows }: Omit<ChangeContext, 'members'>,
  organizationId: string,
  id: string,
) {
  const invitation = await invitations.find(organizationId, id)
  if (!invitation) throw notFound('Invitation', id)
  if (invitation.role_id === 'owner') mustDecideOwners(allows)
  return invitation
}

const isFor = ({ email }: { email: string }, caller: Pick<Caller, 'email'>) =>
  email.toLowerCase() === caller.email.toLowerCase()

function accessOf(role: StoredAccess['role'], projects: { ref: string }[] | null): StoredAccess {
  if (!projects) return { role, projects: [] }
  const isForProjects = (projectRoleIds as readonly (string | null)[]).includes(role)
  if (!isForProjects) throw new Error(`${role} is not a project role`)
  return { role: null, projects: projects.map(({ ref }) => ({ ref, role: role as ProjectRole })) }
}

function refuseKnown(emails: readonly string[], one: string, several: string) {
  if (emails.length === 0) return
  const state = emails.length === 1 ? `is already ${one}` : `are already ${several}`
  throw new AppError('conflict', `${emails.join(', ')} ${state}`, { details: { emails } })
}
