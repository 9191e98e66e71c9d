import { lastOwnerProblem } from '@basalt/contract/members/members.rules.ts'
import type { Invitation, Member } from '@basalt/contract/members/members.schema.ts'
import type { Place, ScopedGrant } from '@basalt/contract/permissions/check.rules.ts'
import { type Need, refusal } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'

export interface TeamSituation {
  permissions: readonly ScopedGrant[]
  place: Place
  /** The signed-in user. */
  userId: string
  owners: number
}

/** Why an action is disabled; undefined when it is enabled. */
type Reasons<Action extends string> = Record<Action, string | undefined>

/** The actions for a member, by the server's rules. */
export function memberReasons(
  member: Member,
  { permissions, place, userId, owners }: TeamSituation,
): Reasons<'change' | 'remove' | 'transfer'> {
  const isSelf = member.user_id === userId
  const isOwner = member.role_id === 'owner'
  const may = (need: Need) => refusal(permissions, need, place)
  const ownerRefusal = isOwner ? may(needs.decideOwners) : undefined
  return {
    change: may(needs.changeRoles) ?? ownerRefusal,
    remove: isSelf
      ? lastOwnerProblem(member, owners)
      : (may(needs.removeMembers) ?? ownerRefusal ?? lastOwnerProblem(member, owners)),
    transfer: may(needs.decideOwners) ?? (isOwner ? 'This member is an owner already.' : undefined),
  }
}

export function invitationReasons(
  { role_id }: Pick<Invitation, 'role_id'>,
  { permissions, place }: Pick<TeamSituation, 'permissions' | 'place'>,
): Reasons<'renew' | 'revoke'> {
  const may = (need: Need) => refusal(permissions, need, place)
  const ownerRefusal = role_id === 'owner' ? may(needs.decideOwners) : undefined
  return {
    renew: may(needs.inviteMembers) ?? ownerRefusal,
    revoke: may(needs.revokeInvitations) ?? ownerRefusal,
  }
}
