/** Where a project's database answers and how the role of free-text SQL logs in there. */
export interface ConnectionTarget {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

/** What the SQL of a caller may do; each logs in as a role of its own. */
export type SqlRights = 'everything' | 'read'

/** Who a text runs as, with the rights of its caller, or as a role of the database that those may become; and where. */
export interface SqlLogin {
  readonly rights: SqlRights
  readonly role?: string | undefined
  /** The identifier of the database; the primary's unless said. */
  readonly database?: string | undefined
}

/**
 * Throws AppError `instance_unavailable` when the project's database does not run, `not_found` for a role that is not
 * to be chosen.
 */
export type ConnectionFor = (ref: string, login: SqlLogin) => Promise<ConnectionTarget>
