/** The database of an instance that people connect to. */
export const DATABASE = 'postgres'
/** Basalt's own superuser. */
export const ADMIN_ROLE = 'basalt_admin'
/** The owner of a project's database; people and their programs log in with it. */
export const USER_ROLE = 'postgres'

/** For read-only members. */
export const READ_ONLY_ROLE = 'basalt_read_only'

/** The role that logs in for API requests, and switches to the role of each for one transaction. */
export const AUTHENTICATOR_ROLE = 'authenticator'

export type LoginRole =
  | typeof ADMIN_ROLE
  | typeof USER_ROLE
  | typeof READ_ONLY_ROLE
  | typeof AUTHENTICATOR_ROLE

/** Owns the tables of the users of a project's apps. */
export const AUTH_ROLE = 'supabase_auth_admin'
