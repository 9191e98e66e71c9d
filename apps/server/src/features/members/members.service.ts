import { isSameAccess, lastOwnerObstacle } from '@basalt/contract/members/members.rules.ts'
import type { Member, MemberAccess, MemberChange } from '@basalt/contract/members/members.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Allows } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type MemberStore, memberStore, oneAtATime, type StoredAccess } from './members.store.ts'
import { type Asking, must, mustDecideOwners, standingOf } from './standing.ts'

interface Deps {
  metadata: Metadata
  /** Tells open dashboards that the members of an organization have changed. */
  announce(organization: Asking['organization']): void
}

export type MemberService = ReturnType<typeof memberService>

/** Who may become what, who may go, and that an organization never is without an owner. */
export function memberService({ metadata, announce }: Deps) {
  const change = async <T>(asking: Asking, work: (members: MemberStore, allows: Allows) => Promise<T>) => {
    const { organization } = asking
    const result = await oneAtATime(metadata, organization.id, async (transaction) => {
      const members = memberStore(transaction)
      return work(members, await standingOf(members, asking))
    })
    announce(organization)
    return result
  }

  return {
    /**
     * Throws `forbidden` where an owner is concerned and the caller is none, and `conflict` for the last owner, or when
     * the member no longer has the access that the caller has seen.
     */
    update: (asking: Asking, userId: string, { previous, ...access }: MemberChange) =>
      change(asking, async (members, allows) => {
        const { organization } = asking
        must(allows, needs.changeRoles)
        const member = await findOrThrow(members, asking, userId)
        if (previous) mustBeAsSeen(member, previous)
        const wanted = await storedAccess(members, organization.id, access)
        if (member.role_id === 'owner' || wanted.role === 'owner') mustDecideOwners(allows)
        if (wanted.role !== 'owner') await keepLastOwner(members, organization.id, member)
        await members.setAccess(organization.id, userId, wanted)
        return findOrThrow(members, asking, userId)
      }),

    /** Everybody may leave; removing somebody else takes the right to. */
    remove: (asking: Asking, userId: string) =>
      change(asking, async (members, allows) => {
        const { organization, caller } = asking
        const isLeaving = userId === caller.userId
        const member = await findOrThrow(members, asking, userId)
        if (!isLeaving) must(allows, needs.removeMembers)
        if (member.role_id === 'owner' && !isLeaving) mustDecideOwners(allows)
        await keepLastOwner(members, organization.id, member)
        await members.remove(organization.id, userId)
      }),

    transferOwnership: (asking: Asking, userId: string) =>
      change(asking, async (members, allows) => {
        const { organization, caller } = asking
        mustDecideOwners(allows)
        if (userId === caller.userId)
          throw new AppError('conflict', 'You own this organization. Choose another member.')
        await findOrThrow(members, asking, userId)
        await members.setAccess(organization.id, userId, { role: 'owner', projects: [] })
        await members.setAccess(organization.id, caller.userId, { role: 'administrator', projects: [] })
        return members.list(organization.id)
      }),
  }
}

async function findOrThrow(members: MemberStore, { organization }: Asking, userId: string) {
  const member = await members.find(organization.id, userId)
  if (!member) throw notFound('Member', userId)
  return member
}

function mustBeAsSeen(member: Member, seen: NonNullable<MemberChange['previous']>) {
  if (isSameAccess(member, seen)) return
  throw new AppError(
    'conflict',
    `The access of ${member.email} was changed meanwhile, and is kept as it is now. Look at it and decide again.`,
    { details: { current: { role_id: member.role_id, projects: member.projects } } },
  )
}

async function keepLastOwner(members: MemberStore, organizationId: string, member: Member) {
  const obstacle = lastOwnerObstacle(member, await members.countOwners(organizationId))
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

/** Throws `not_found` for a project of somebody else, as if there were none. */
export async function mustOwnProjects(members: MemberStore, organizationId: string, refs: readonly string[]) {
  const known = await members.projectsAmong(organizationId, refs)
  const missing = refs.find((ref) => !known.some((project) => project.ref === ref))
  if (missing !== undefined) throw notFound('Project', missing)
}
