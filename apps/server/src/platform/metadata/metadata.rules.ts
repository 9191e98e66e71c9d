/** How long one statement on the metadata may take, in milliseconds. */
export const METADATA_STATEMENT_TIMEOUT_MS = 10_000

/** How long a call waits for a connection to the metadata database, whether pooled or new. */
export const METADATA_CONNECT_TIMEOUT_MS = 5_000

/** How long a health check waits for an answer of the metadata database. */
export const METADATA_HEALTH_TIMEOUT_MS = 2_000

/** With less free space PostgreSQL cannot begin another WAL segment, and stops. */
export const METADATA_DISK_FREE_MIN_BYTES = 16 * 1024 * 1024

/** Seconds after which to retry a call that failed because the metadata database was down. */
export const METADATA_RETRY_AFTER_S = 5
