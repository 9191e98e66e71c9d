import { isAllowed } from '@basalt/contract/permissions/check.rules.ts'
import { grantsOfMember } from '@basalt/contract/permissions/grants.rules.ts'
import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Allows, Caller } from '../../http/gate.ts'
import type { MemberStore } from './members.store.ts'

/** Who asks, and in which organization. */
export interface Asking {
  caller: Caller
  organization: { id: string; slug: string; name: string }
}

/**
 * What the caller's role allows by now. Asked under the lock that changes of an organization's members take: since the
 * gate, the caller may have been demoted or removed. Throws `not_found` for former members.
 */
export async function standingOf(members: MemberStore, { caller, organization }: Asking): Promise<Allows> {
  const member = await members.find(organization.id, caller.userId)
  if (!member) throw notFound('Organization', organization.slug)
  return (need) => isAllowed(grantsOfMember(member.role_id), need)
}

export function must(allows: Allows, need: Need) {
  if (!allows(need)) throw new AppError('forbidden', refusalOf(need))
}

/** Everything that makes or unmakes an owner, or somebody who is about to be one. */
export const mustDecideOwners = (allows: Allows) => must(allows, needs.decideOwners)
