/** The largest JSON body of a call with SQL, in bytes. */
export const QUERY_BODY_LIMIT = 16 * 1024 * 1024

/** Rows of a result before it is truncated, which it reports. A stream may request up to the maximum. */
export const RESULT_ROWS = 100_000
export const STREAM_ROWS_MAX = 1_000_000
/** Bytes of all values before a result is truncated, which it reports. JSON responses are built in memory. */
export const JSON_RESULT_BYTES = 64 * 1024 * 1024
export const STREAM_RESULT_BYTES = 1024 * 1024 * 1024

/** Keeps proxies from closing an idle stream. */
export const HEARTBEAT_SECONDS = 15

/** How long a previewed change may hold its locks; then it is rolled back. */
export const PREVIEW_TIMEOUT_MS = 60_000

/** Notices kept per call, so that a loop that raises millions does not fill the memory. */
export const NOTICES_MAX = 1000

/** The SQL editor's row limits; -1 is no limit. */
export const ROW_LIMITS = [-1, 100, 500, 1000] as const
export type RowLimit = (typeof ROW_LIMITS)[number]
export const ROW_LIMIT_DEFAULT: RowLimit = 100

/** PostgreSQL truncates longer names. */
export const ROLE_NAME_MAX = 63
/** Two such names, quoted, with every character escaped. */
export const ROUTINE_NAME_MAX = 260
/** Characters of a query's claims as JSON. */
export const CLAIMS_LENGTH_MAX = 8192

/** The header that marks a truncated JSON result. */
export const TRUNCATED_HEADER = 'x-basalt-truncated'
