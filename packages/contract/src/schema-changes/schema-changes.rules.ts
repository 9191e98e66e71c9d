/** A change waits this long for tables that another transaction has locked. */
export const SCHEMA_LOCK_TIMEOUT_SECONDS = 5

/** PostgreSQL keeps this many bytes of a name. */
export const NAME_BYTES_MAX = 63

export const COLUMNS_MAX = 1600

/** Bytes of the body of one change: 1,600 columns with comments fit. */
export const SCHEMA_CHANGE_BODY_LIMIT = 8 * 1024 * 1024

/** What PostgreSQL does to rows of the other table that a foreign key points to. */
export const referentialActions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const

/** Characters of SQL that a new table is read from. */
export const CREATE_TABLE_SQL_MAX = 200_000
