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
