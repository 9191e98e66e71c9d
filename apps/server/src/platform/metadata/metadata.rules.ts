/** How long one statement on the metadata may take, in milliseconds. */
export const METADATA_ANSWER_WITHIN_MS = 10_000

/** How long a call waits for a connection to the metadata database: a returned one, or a new one. */
export const METADATA_CONNECT_WITHIN_MS = 5_000

/** How long a health check waits for the metadata before it reports that they do not answer. */
export const METADATA_HEALTHY_WITHIN_MS = 2_000

/** With less room on its disk, PostgreSQL cannot begin another segment of its log, and ends. */
export const METADATA_DISK_NEEDED_BYTES = 16 * 1024 * 1024

/** Seconds after which to retry a call that failed because the metadata database was down. */
export const METADATA_RETRY_AFTER_S = 5
