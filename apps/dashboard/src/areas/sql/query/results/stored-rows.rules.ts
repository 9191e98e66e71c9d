/** Parts of a stored result that the page holds at a time, of STORED_READ_ROWS rows each: what is in view, and a way back. */
export const PARTS_HELD = 20
/** And so many UTF-16 codes of values, unless what is in view is longer. */
export const LENGTH_HELD = 32 * 1024 * 1024
/** A view lies in two parts at most. */
export const PARTS_IN_VIEW = 2
/** UTF-16 codes that are read for the clipboard; more is for a file. */
export const COPIED_LENGTH_MAX = 64 * 1024 * 1024
