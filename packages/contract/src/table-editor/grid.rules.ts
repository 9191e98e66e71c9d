/** Rows of one page that can be chosen; the first is the default. */
export const GRID_PAGE_SIZES = [100, 500, 1000] as const

/** Edits of one save. */
export const GRID_EDITS_MAX = 10_000

/** Bytes of the body of one save: whole documents fit in cells. */
export const GRID_EDITS_BODY_LIMIT = 64 * 1024 * 1024

/** A page that is not read in this time is given up: an index on the sorted or filtered columns would help. */
export const GRID_READ_TIMEOUT_SECONDS = 60

/** A save waits this long for rows that another transaction has locked. */
export const GRID_LOCK_TIMEOUT_SECONDS = 5

/** A save that is repeated within this time is not run again. */
export const ROW_SAVES_KEPT_HOURS = 48

/** A save that takes longer is undone: with triggers, many edits may take their time. */
export const GRID_SAVE_TIMEOUT_SECONDS = 120

/** A page this far into a table begins at exactly the row that was asked for; farther ones go by statistics. */
export const GRID_EXACT_ROWS = 50_000

/** Rows are counted unasked when PostgreSQL expects at most `GRID_EXACT_ROWS`, at no more than this cost in its units. */
export const GRID_COUNT_COST = 20_000

/** Columns of the tables whose structure the server remembers: some ten megabytes. */
export const GRID_KNOWN_COLUMNS_MAX = 20_000

/** A page of a table that is altered while it is read is read again, at most this many times. */
export const GRID_READ_ATTEMPTS = 5

/** How long it is remembered how the values of a table are spread, by which a dragged scrollbar goes. */
export const GRID_STATISTICS_SECONDS = 60
