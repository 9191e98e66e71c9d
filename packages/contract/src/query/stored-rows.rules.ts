/** Rows of a stored result that are read at a time. */
export const STORED_READ_ROWS = 200

/** What a view of stored rows can ask for. */
export const VIEW_SEARCH_MAX = 10_000
export const VIEW_PARTS_MAX = 100

/** Rows that a chart of a stored result is drawn from at most, evenly taken. */
export const SAMPLED_ROWS_MAX = 5000
/** Columns that a sample has at most: one for each axis. */
export const SAMPLED_COLUMNS_MAX = 2
