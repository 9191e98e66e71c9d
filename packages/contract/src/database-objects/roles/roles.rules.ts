/** Roles that the platform relies on: they can be read, and nothing about them is changed here. */
export const PROTECTED_ROLES: readonly string[] = [
  'anon',
  'authenticated',
  'authenticator',
  'dashboard_user',
  'pgbouncer',
  'postgres',
  'service_role',
]

/** What the names of others of them begin with: those of PostgreSQL, of Basalt, and of tools made for the same platform. */
export const PROTECTED_ROLE_PREFIXES: readonly string[] = ['pg_', 'basalt_', 'supabase_']

export const isProtectedRole = (name: string) =>
  PROTECTED_ROLES.includes(name) || PROTECTED_ROLE_PREFIXES.some((prefix) => name.startsWith(prefix))

/** What the name of a login begins with that stands for another role while SQL runs as it. They are not listed. */
export const STAND_IN_PREFIX = 'basalt_as_'

/** Roles that one page of their list can have, so that a form gets its choices with one call. */
export const ROLES_PAGE_MAX = 2000

/** Characters of the password of a role. */
export const ROLE_PASSWORD_MIN = 8
export const ROLE_PASSWORD_MAX = 200

/** Memberships and settings of one role in a form. */
export const ROLE_PARTS_MAX = 500

/** How often an open page counts connections anew. */
export const CONNECTIONS_REFETCH_MS = 10_000

/** Shares of max_connections in percent above which the bar warns. */
export const CONNECTIONS_WARN_PERCENT = 75
export const CONNECTIONS_CRITICAL_PERCENT = 90

/** How full the connections of a database are. */
export function connectionTone(used: number, max: number): 'normal' | 'warning' | 'critical' {
  const percent = (used / max) * 100
  if (percent > CONNECTIONS_CRITICAL_PERCENT) return 'critical'
  return percent > CONNECTIONS_WARN_PERCENT ? 'warning' : 'normal'
}
