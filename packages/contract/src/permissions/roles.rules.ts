/** The roles of members, most powerful first. */
export const roles = {
  owner: {
    name: 'Owner',
    description: 'Full access, including renaming or deleting the organization and managing its owners.',
  },
  administrator: {
    name: 'Administrator',
    description:
      'Manages members and projects. Cannot rename or delete the organization, or change its owners.',
  },
  developer: {
    name: 'Developer',
    description: 'Works with the data and settings of projects. Cannot create, rename, pause or delete them.',
  },
  read_only: {
    name: 'Read-only',
    description: 'Sees projects and reads their data. Cannot change anything.',
  },
} as const satisfies Record<string, { name: string; description: string }>

export type Role = keyof typeof roles
export const roleIds = Object.keys(roles) as [Role, ...Role[]]

/** The preselected role of an invitation. */
export const DEFAULT_ROLE: Role = 'developer'

/** Ownership applies to the whole organization, so a single project has no owner. */
export type ProjectRole = Exclude<Role, 'owner'>
export const projectRoleIds = roleIds.filter((role) => role !== 'owner') as [ProjectRole, ...ProjectRole[]]
