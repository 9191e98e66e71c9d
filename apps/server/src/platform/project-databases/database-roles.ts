/** The database of an instance that people connect to. */
export const DATABASE = 'postgres'
/** The platform itself: a superuser. */
export const ADMIN_ROLE = 'basalt_admin'
/** The owner of a project's database, as whom people and their programs log in. */
export const USER_ROLE = 'postgres'

/** For read-only members. */
export const READ_ONLY_ROLE = 'basalt_read_only'

/** The role that logs in for API requests, and becomes the role of each for the length of a transaction. */
export const AUTHENTICATOR_ROLE = 'authenticator'

export type LoginRole =
  | typeof ADMIN_ROLE
  | typeof USER_ROLE
  | typeof READ_ONLY_ROLE
  | typeof AUTHENTICATOR_ROLE
