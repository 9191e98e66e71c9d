/** Rows of a stored result that are read at a time. */
export const STORED_READ_ROWS = 200

/** Limits of a view: characters of its search, filters and sorts. */
export const VIEW_SEARCH_MAX = 10_000
export const VIEW_PARTS_MAX = 100

/** The most rows in a sample, from which a chart of a stored result is drawn. */
export const SAMPLED_ROWS_MAX = 5000
/** The most columns of a sample: one per axis. */
export const SAMPLED_COLUMNS_MAX = 2
