/** PostgreSQL cuts longer names. */
export const SCHEMA_NAME_BYTES_MAX = 63

/** How long a new schema waits for a transaction that creates one with the same name. */
export const NEW_SCHEMA_LOCK_SECONDS = 5
