/** UTF-16 code units of values that a run keeps in the page; later rows are dropped, and the footer says so. */
export const RESULT_LENGTH_MAX = 256 * 1024 * 1024

/** Long work yields to the page this often, so that it can paint and handle input. */
export const READING_SLICE_MS = 8

/** A cancelled query that has not ended by then is abandoned. */
export const CANCEL_GRACE_MS = 5_000

/** Faster queries show no progress indicator, which would only flicker. */
export const PROGRESS_DELAY_MS = 200

/** Scripts with more statements get a pager instead of tabs. */
export const RESULT_TABS_MAX = 12

/** Longer values are displayed cut off; copying takes all of them. */
export const DISPLAYED_LENGTH_MAX = 200_000

/** How often the list of running queries refreshes while it is visible. */
export const ACTIVITY_REFETCH_MS = 5_000

/** The schema is refetched after this time, and after every run that may have changed it. */
export const CATALOGUE_STALE_MS = 5 * 60_000
