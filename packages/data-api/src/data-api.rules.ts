/** Groups within groups of a filter: more than anybody writes, less than what exhausts a stack. */
export const LOGIC_DEPTH_MAX = 50
/** Relations within relations. Each is one more join for the database to plan. */
export const EMBED_DEPTH_MAX = 12
/** Relations in one request, at all depths together. */
export const EMBEDS_MAX = 50
/** PostgreSQL allows 1664 columns in a result; some are ours. */
export const SELECT_ITEMS_MAX = 1500
/** Conditions in one request, at all levels together. */
export const CONDITIONS_MAX = 2000
/** Rows and offsets are bigint in PostgreSQL; more than this is no number that JavaScript has exactly. */
export const ROW_NUMBER_MAX = Number.MAX_SAFE_INTEGER
/** The longest body of an answer, in bytes as PostgreSQL writes it. It is held in memory while it is sent. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024
/** How far a name may be from what exists to be suggested. */
export const SUGGESTION_DISTANCE_MAX = 3
