/** The most parts of a stored result, of STORED_READ_ROWS rows each, that the page caches. */
export const CACHED_PARTS_MAX = 20
/** The most UTF-16 code units of cached values, unless the parts in view are longer. */
export const CACHED_LENGTH_MAX = 32 * 1024 * 1024
/** The viewport spans two parts at most. */
export const PARTS_IN_VIEW = 2
/** The most UTF-16 code units for the clipboard; longer results need a download. */
export const COPIED_LENGTH_MAX = 64 * 1024 * 1024
