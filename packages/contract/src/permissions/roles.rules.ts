/** What a member may be, the mightiest first. */
export const roles = {
  owner: {
    name: 'Owner',
    description: 'May do everything, also rename or delete the organization and decide who owns it.',
  },
  administrator: {
    name: 'Administrator',
    description:
      'Manages members and projects. Cannot rename or delete the organization, or touch its owners.',
  },
  developer: {
    name: 'Developer',
    description:
      'Works in projects with all their data and settings. Cannot make, rename, pause or delete them.',
  },
  read_only: {
    name: 'Read-only',
    description: 'Sees projects and reads their data. Cannot change anything.',
  },
} as const satisfies Record<string, { name: string; description: string }>

export type Role = keyof typeof roles
export const roleIds = Object.keys(roles) as [Role, ...Role[]]

/** Who is invited without more ado becomes this. */
export const DEFAULT_ROLE: Role = 'developer'

/** Owning is about the organization as a whole, so that a single project has no owner. */
export type ProjectRole = Exclude<Role, 'owner'>
export const projectRoleIds = roleIds.filter((role) => role !== 'owner') as [ProjectRole, ...ProjectRole[]]
