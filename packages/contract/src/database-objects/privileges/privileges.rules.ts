/** What can be granted on a table, view or foreign table. */
export const tablePrivileges = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'TRUNCATE',
  'REFERENCES',
  'TRIGGER',
  'MAINTAIN',
] as const
/** What can be granted on a column. */
export const columnPrivileges = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'] as const
/** What can be granted on a schema. */
export const schemaPrivileges = ['USAGE', 'CREATE'] as const

export type Privilege = (typeof tablePrivileges)[number] | (typeof schemaPrivileges)[number]

/** Stands for every role, as in GRANT. */
export const EVERY_ROLE = 'PUBLIC'

/** Privileges that one change grants and revokes. */
export const PRIVILEGE_CHANGES_MAX = 2000

interface State {
  readonly is_direct: boolean
  readonly is_effective: boolean
  /** Roles that have it, whose rights the role has; `PUBLIC` is every role. */
  readonly through: readonly string[]
  /** For a column: does the privilege on its table cover it? */
  readonly covered: boolean
}

/** Where a privilege comes from, in words; undefined when the role does not have it. */
export function privilegeSource({ is_direct, is_effective, through, covered }: State): string | undefined {
  const others = [...(covered ? ['the whole table'] : []), ...through]
  const list = new Intl.ListFormat('en').format(others)
  if (is_direct) return others.length === 0 ? 'granted' : `granted, and also through ${list}`
  if (!is_effective) return undefined
  return others.length === 0 ? 'through an attribute or a predefined role' : `through ${list}`
}

/** Why granting or revoking would change nothing for the role; undefined when it would. */
export function idleChange(state: State, isGranted: boolean): string | undefined {
  const others = { ...state, is_direct: false }
  const isCovered = state.covered || state.through.length > 0 || (!state.is_direct && state.is_effective)
  if (!isCovered) return undefined
  const source = privilegeSource({ ...others, is_effective: true })!
  return isGranted ? `The role has it ${source} already.` : `The role keeps it ${source}.`
}

interface Change {
  readonly privilege: Privilege
  readonly is_granted: boolean
}

/** Roles that clients of the Data API act as. */
const API_ROLES = ['anon', 'authenticated', 'service_role']

/** What the author of changes should know before they are made. */
export function privilegeWarnings(role: string, changes: readonly Change[], me: string): string[] {
  const revokes = changes.some(({ is_granted }) => !is_granted)
  const grants = changes.filter(({ is_granted }) => is_granted)
  return [
    ...(revokes && role === me
      ? [`You use the database as ${role}: this page and the SQL editor lose these rights too.`]
      : []),
    ...(revokes && API_ROLES.includes(role)
      ? [`Clients of the Data API that act as ${role} lose what is revoked at once.`]
      : []),
    ...(revokes && role === EVERY_ROLE
      ? ['Every role that has no grant of its own loses what is revoked.']
      : []),
    ...(grants.some(({ privilege }) => privilege === 'TRUNCATE') && [...API_ROLES, EVERY_ROLE].includes(role)
      ? ['TRUNCATE removes all rows, and row level security does not apply to it.']
      : []),
    ...(grants.length > 0 && role === EVERY_ROLE ? ['Everyone who can connect gets what is granted.'] : []),
  ]
}
