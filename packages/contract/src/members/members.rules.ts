import type { Role } from '../permissions/roles.rules.ts'

/** An invitation that nobody followed by then has to be sent again. */
export const INVITATION_DAYS = 7
/** So often one invitation is sent again within RENEWAL_WINDOW_MINUTES: its address is somebody else's mailbox. */
export const RENEWALS_MAX = 5
export const RENEWAL_WINDOW_MINUTES = 60
/** Addresses invited at once. */
export const INVITED_AT_ONCE_MAX = 50
/** Projects that one member is limited to. */
export const MEMBER_PROJECTS_MAX = 100

/** The roles somebody may give, who may or may not decide about owners. */
export const rolesToGive = <R extends Role>(roles: readonly R[], mayDecideOwners: boolean) =>
  roles.filter((role) => role !== 'owner' || mayDecideOwners)

interface AccessSeen {
  role_id: Role | null
  projects: readonly { ref: string; role_id: Role }[]
}

/** Whether both say the same, in whatever order they name projects. */
export function isSameAccess(one: AccessSeen, other: AccessSeen) {
  const rolesOf = ({ projects }: AccessSeen) =>
    projects
      .map(({ ref, role_id }) => `${ref} ${role_id}`)
      .sort()
      .join()
  return one.role_id === other.role_id && rolesOf(one) === rolesOf(other)
}

/** Why a member's role cannot change or the member cannot go; undefined when nothing stands against it. */
export const lastOwnerObstacle = ({ role_id }: { role_id: Role | null }, owners: number) =>
  role_id === 'owner' && owners <= 1
    ? 'The last owner of an organization stays its owner. Make somebody else an owner first.'
    : undefined
