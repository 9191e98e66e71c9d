import type { Role } from '../permissions/roles.rules.ts'

/** How long an invitation is valid. */
export const INVITATION_DAYS = 7
/** How often one invitation can be sent again within RENEWAL_WINDOW_MINUTES: it fills someone else's mailbox. */
export const RENEWALS_MAX = 5
export const RENEWAL_WINDOW_MINUTES = 60
/** Addresses in one request. */
export const INVITATIONS_PER_REQUEST_MAX = 50
/** Projects that one member is limited to. */
export const MEMBER_PROJECTS_MAX = 100

/** The roles that a member may assign; `owner` only with the right to decide about owners. */
export const assignableRoles = <R extends Role>(roles: readonly R[], mayDecideOwners: boolean) =>
  roles.filter((role) => role !== 'owner' || mayDecideOwners)

interface Access {
  role_id: Role | null
  projects: readonly { ref: string; role_id: Role }[]
}

/** Whether two accesses are equal, regardless of the order of their projects. */
export function isSameAccess(one: Access, other: Access) {
  const rolesOf = ({ projects }: Access) =>
    projects
      .map(({ ref, role_id }) => `${ref} ${role_id}`)
      .sort()
      .join()
  return one.role_id === other.role_id && rolesOf(one) === rolesOf(other)
}

/** Why a member's role cannot change and the member cannot leave; undefined when both are possible. */
export const lastOwnerProblem = ({ role_id }: { role_id: Role | null }, owners: number) =>
  role_id === 'owner' && owners <= 1
    ? 'An organization needs at least one owner. Make someone else an owner first.'
    : undefined
