/** Indexes that are tried for one query, each on its own. */
export const TRIED_INDEXES_MAX = 4
/** Columns of one index. */
export const TRIED_COLUMNS_MAX = 4
/** Characters of a query. */
export const ADVISED_QUERY_MAX = 20_000
/** How long the query may take on the copy, each time. */
export const ADVISED_QUERY_TIMEOUT_MS = 60_000
/** How often the query runs on the copy; the last run counts, when its blocks are in memory. */
export const ADVISED_RUNS = 2

/** An index is worth its writes from this factor on. */
export const WORTHWHILE_FACTOR = 1.5
