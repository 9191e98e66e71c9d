import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Allows, Caller } from '../../http/gate.ts'
import type { MemberStore } from './members.store.ts'

/** The caller of a request and the organization it acts on. */
export interface Actor {
  caller: Caller
  organization: { id: string; slug: string; name: string }
}

/**
 * The caller's current permissions, read under the members lock: the caller may have been demoted or removed since the
 * gate checked. Throws `not_found` for former members.
 */
export async function currentPermissions(
  members: MemberStore,
  { caller, organization }: Actor,
): Promise<Allows> {
  const member = await members.find(organization.id, caller.userId)
  if (!member) throw notFound('Organization', organization.slug)
  return (need) => isAllowed(grantsOfMember(member.role_id), need)
}

export function must(allows: Allows, need: Need) {
  if (!allows(need)) throw new AppError('forbidden', refusalOf(need))
}

/** Required for everything that makes or unmakes an owner or an invited owner. */
export const mustDecideOwners = (allows: Allows) => must(allows, needs.decideOwners)
