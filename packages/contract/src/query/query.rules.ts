/** The largest SQL text a call takes, in bytes of its JSON body. */
export const QUERY_BODY_LIMIT = 16 * 1024 * 1024

/** Rows a result brings before it is cut off and says so. A stream may ask for more, up to the maximum. */
export const RESULT_ROWS = 100_000
export const STREAM_ROWS_MAX = 1_000_000
/** Bytes of values a call brings in all before it is cut off and says so. JSON answers are built in memory. */
export const JSON_RESULT_BYTES = 64 * 1024 * 1024
export const STREAM_RESULT_BYTES = 1024 * 1024 * 1024

/** A silent stream is kept from being taken for dead by a proxy. */
export const HEARTBEAT_SECONDS = 15

/** A previewed change keeps its locks for so long at most; then it is undone by itself. */
export const PREVIEW_HELD_MS = 60_000

/** Notices kept per call: a loop that raises millions must not fill the memory. */
export const NOTICES_KEPT = 1000

/** What the SQL editor can limit results to, in rows; -1 is no limit. */
export const ROW_LIMITS = [-1, 100, 500, 1000] as const
export type RowLimit = (typeof ROW_LIMITS)[number]
export const ROW_LIMIT_DEFAULT: RowLimit = 100

/** PostgreSQL cuts longer names. */
export const ROLE_NAME_MAX = 63
/** Two such names, each doubled quotes at most. */
export const ROUTINE_NAME_MAX = 260
/** Of the claims a query runs with, as JSON. */
export const CLAIMS_LENGTH_MAX = 8192

/** The header that marks a truncated JSON result. */
export const TRUNCATED_HEADER = 'x-basalt-truncated'
