/** Tables and views of a database that can be compared. */
export const COMPARED_OBJECTS_MAX = 3_000

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
