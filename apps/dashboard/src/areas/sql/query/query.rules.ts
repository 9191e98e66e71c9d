/** UTF-16 codes of values that a run keeps in this page; rows behind them are left out, and the footer says so. */
export const RESULT_LENGTH_KEPT = 256 * 1024 * 1024

/** Reading a fast result gives the page a turn this often, so that it can paint and answer the keyboard. */
export const READING_SLICE_MS = 8

/** A cancelled query that has not ended by then is no longer waited for. */
export const CANCEL_GRACE_MS = 5_000

/** A query that is faster than this shows no sign of waiting: it would only flicker. */
export const WAITING_SHOWN_MS = 200

/** Above so many statements a row of tabs helps nobody, and results are leafed through instead. */
export const RESULT_TABS_MAX = 12

/** A value is shown up to here; copying gives all of it. */
export const VALUE_LENGTH_SHOWN = 200_000

/** How old the list of what runs may be while it is looked at. */
export const ACTIVITY_REFETCH_MS = 5_000

/** The schema is asked for again after this, and after every run that may have changed it. */
export const CATALOGUE_STALE_MS = 5 * 60_000
