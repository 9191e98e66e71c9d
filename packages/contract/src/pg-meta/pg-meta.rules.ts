/** Schemas in one list of `included_schemas` or `excluded_schemas`. */
export const PG_META_SCHEMAS_MAX = 200

/** The largest `limit` and `offset`. */
export const PG_META_ROWS_MAX = 10_000_000

/** How long reading one batch of a list may take. */
export const PG_META_READ_TIMEOUT_SECONDS = 60

/** How long a list waits for a transaction that changes one of its tables. */
export const PG_META_LOCK_TIMEOUT_SECONDS = 3

/** PostgreSQL's names have at most 63 bytes. */
export const EXTENSION_NAME_MAX = 63
