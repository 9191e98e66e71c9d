import { isSameAccess, lastOwnerProblem } from '@basalt/contract/members/members.rules.ts'
import type { Member, MemberAccess, MemberChange } from '@basalt/contract/members/members.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Allows } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type Actor, currentPermissions, must, mustDecideOwners } from './caller-permissions.ts'
import { type MemberStore, memberStore, type StoredAccess, withMembersLocked } from './members.store.ts'

interface Deps {
  metadata: Metadata
  /** Notifies open dashboards that the members of an organization have changed. */
  announce(organization: Actor['organization']): void
}

export type MemberService = ReturnType<typeof memberService>

/** Changes roles and removes members. An organization always keeps an owner. */
export function memberService({ metadata, announce }: Deps) {
  const change = async <T>(actor: Actor, work: (members: MemberStore, allows: Allows) => Promise<T>) => {
    const { organization } = actor
    const result = await withMembersLocked(metadata, organization.id, async (transaction) => {
      const members = memberStore(transaction)
      return work(members, await currentPermissions(members, actor))
    })
    announce(organization)
    return result
  }

  return {
    /**
     * Throws `forbidden` when an owner is involved and the caller is none, and `conflict` for the last owner, or when
     * the member's access differs from `previous`.
     */
    update: (actor: Actor, userId: string, { previous, ...access }: MemberChange) =>
      change(actor, async (members, allows) => {
        const { organization } = actor
        must(allows, needs.changeRoles)
        const member = await findOrThrow(members, actor, userId)
        if (previous) mustBeUnchanged(member, previous)
        const next = await storedAccess(members, organization.id, access)
        if (member.role_id === 'owner' || next.role === 'owner') mustDecideOwners(allows)
        if (next.role !== 'owner') await mustNotBeLastOwner(members, organization.id, member)
        await members.setAccess(organization.id, userId, next)
        return findOrThrow(members, actor, userId)
      }),

    /** Every member may leave; removing others requires permission. */
    remove: (actor: Actor, userId: string) =>
      change(actor, async (members, allows) => {
        const { organization, caller } = actor
        const isLeaving = userId === caller.userId
        const member = await findOrThrow(members, actor, userId)
        if (!isLeaving) must(allows, needs.removeMembers)
        if (member.role_id === 'owner' && !isLeaving) mustDecideOwners(allows)
        await mustNotBeLastOwner(members, organization.id, member)
        await members.remove(organization.id, userId)
      }),

    transferOwnership: (actor: Actor, userId: string) =>
      change(actor, async (members, allows) => {
        const { organization, caller } = actor
        mustDecideOwners(allows)
        if (userId === caller.userId)
          throw new AppError('conflict', 'You already own this organization. Choose another member.')
        await findOrThrow(members, actor, userId)
        await members.setAccess(organization.id, userId, { role: 'owner', projects: [] })
        await members.setAccess(organization.id, caller.userId, { role: 'administrator', projects: [] })
        return members.list(organization.id)
      }),
  }
}

async function findOrThrow(members: MemberStore, { organization }: Actor, userId: string) {
  const member = await members.find(organization.id, userId)
  if (!member) throw notFound('Member', userId)
  return member
}

function mustBeUnchanged(member: Member, previous: NonNullable<MemberChange['previous']>) {
  if (isSameAccess(member, previous)) return
  throw new AppError(
    'conflict',
    `The access of ${member.email} has changed in the meantime. Review it and try again.`,
    { details: { current: { role_id: member.role_id, projects: member.projects } } },
  )
}

async function mustNotBeLastOwner(members: MemberStore, organizationId: string, member: Member) {
  const obstacle = lastOwnerProblem(member, await members.countOwners(organizationId))
  if (obstacle) throw new AppError('conflict', obstacle)
}

async function storedAccess(
  members: MemberStore,
  organizationId: string,
  access: MemberAccess,
): Promise<StoredAccess> {
  if ('role_id' in access) return { role: access.role_id, projects: [] }
  await mustOwnProjects(
    members,
    organizationId,
    access.projects.map(({ ref }) => ref),
  )
  return { role: null, projects: access.projects.map(({ ref, role_id: role }) => ({ ref, role })) }
}

/** Throws `not_found` for a project outside the organization, as if it did not exist. */
export async function mustOwnProjects(members: MemberStore, organizationId: string, refs: readonly string[]) {
  const known = await members.projectsAmong(organizationId, refs)
  const missing = refs.find((ref) => !known.some((project) => project.ref === ref))
  if (missing !== undefined) throw notFound('Project', missing)
}
