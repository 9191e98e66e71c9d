/** The address of a project's database, and the login for free-text SQL there. */
export interface ConnectionTarget {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

/** What a caller's SQL may do. Each has its own login role. */
export type SqlRights = 'everything' | 'read'

/** Who SQL runs as: its caller's rights, or a role of the database that the caller may become; and on which database. */
export interface SqlLogin {
  readonly rights: SqlRights
  readonly role?: string | undefined
  /** The identifier of the database; the primary's by default. */
  readonly database?: string | undefined
}

/**
 * Throws `instance_unavailable` when the project's database does not run, `not_found` for a role that may not be chosen.
 */
export type ConnectionFor = (ref: string, login: SqlLogin) => Promise<ConnectionTarget>
