/** Nested filter groups: more than anyone writes, too few to exhaust the stack. */
export const LOGIC_DEPTH_MAX = 50
/** Nested embedded relations. Each is one more join for the database to plan. */
export const EMBED_DEPTH_MAX = 12
/** Embedded relations in one request. */
export const EMBEDS_MAX = 50
/** PostgreSQL allows 1664 columns in a result; some are ours. */
export const SELECT_ITEMS_MAX = 1500
/** Conditions in one request. */
export const CONDITIONS_MAX = 2000
/** Limits and offsets are bigint in PostgreSQL, but JavaScript's integers are only exact up to this. */
export const ROW_NUMBER_MAX = Number.MAX_SAFE_INTEGER
/** The longest response body, in bytes as PostgreSQL writes it. It is held in memory while it is sent. */
export const RESPONSE_BYTES_MAX = 64 * 1024 * 1024
/** The largest edit distance of a suggested name. */
export const SUGGESTION_DISTANCE_MAX = 3
