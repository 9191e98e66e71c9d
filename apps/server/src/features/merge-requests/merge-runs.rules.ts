/** Tables and views of a database that can be compared: as many as are read when a branch is made. */
export const COMPARED_OBJECTS_MAX = 6_000

/** Tables and views of both sides whose comparison blocks the server for a moment; with more, a thread does it. */
export const COMPARED_AT_ONCE_MAX = 500
/** The same of a stored schema, in characters: a table takes about 4,000. */
export const ADVANCED_AT_ONCE_MAX = 1_000_000

/** The memory that a thread may take which compares schemas, and the time. */
export const COMPARISON_HEAP_MEBIBYTES = 2_048
export const COMPARISON_THREAD_MS = 5 * 60_000

/** How long a statement that compares the sides may take. */
export const COMPARISON_TIMEOUT_MS = 60_000

/** How long a statement of a merge may take on the target. */
export const MERGE_STATEMENT_TIMEOUT_MS = 10 * 60_000

/** Statements and locks of a rehearsal that are stored. */
export const REHEARSED_STATEMENTS_MAX = 500

/** How long the rules of an advisor may take on a copy. */
export const ADVISORS_TIMEOUT_MS = 30_000

/** Files that are listed. */
export const LISTED_FILES_MAX = 500

/** How often a merge whose server was killed is asked how it ended. */
export const SETTLE_POLL_MS = 200
export const SETTLE_TIMEOUT_MS = 60_000
