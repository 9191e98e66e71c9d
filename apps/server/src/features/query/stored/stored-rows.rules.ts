const MEBIBYTE = 1024 * 1024

/** Results whose rows lie on the server's disk at a time; the one that was not looked at for longest goes first. */
export const STORED_RESULTS_MAX = 8
/** A result that nobody looks at is given up after this. */
export const STORED_IDLE_MS = 10 * 60_000

/** Where a row begins is noted after so many rows, or so many bytes. */
export const MARK_ROWS = 64
export const MARK_BYTES = MEBIBYTE / 16

/** One reading ends after the row that goes beyond this. */
export const READ_BYTES = 2 * MEBIBYTE

/** Views of one result that are kept: the one that is shown, and the one before, which may still be read from. */
export const VIEWS_KEPT = 2
/** Views that are worked out at a time, on all results. The next one waits. */
export const VIEWS_AT_ONCE = 2

/** What sorting holds in memory at a time: so many rows, or rows whose sorted values have so many UTF-16 codes. */
export const SORT_RUN_ROWS = 25_000
export const SORT_RUN_LENGTH = 8 * MEBIBYTE
/** Bytes of a file that are read or written at once; and of each run, while all of them are merged. */
export const SCAN_BYTES = MEBIBYTE / 4
export const RUN_BYTES = MEBIBYTE / 16
/** How often it is told how far a view is. */
export const PROGRESS_EVERY_MS = 200
/** Of the memory that working out a view may take, in mebibytes; a row of the largest size fits in several times. */
export const VIEW_HEAP_MEBIBYTES = 512
/** Of it for what lives shortly: each row does, and with more room more of them would be left lying about. */
export const VIEW_YOUNG_MEBIBYTES = 4

/** Values of a sample have so many UTF-16 codes at most: they all come at once. */
export const SAMPLE_LENGTH_MAX = 8 * MEBIBYTE
