const MEBIBYTE = 1024 * 1024

/** Stored results on disk at a time; beyond it, the least recently used one is deleted. */
export const STORED_RESULTS_MAX = 8
/** An unused result is deleted after this time. */
export const STORED_IDLE_MS = 10 * 60_000

/** The offset of a row is indexed after this many rows or bytes. */
export const MARK_ROWS = 64
export const MARK_BYTES = MEBIBYTE / 16

/** A read ends with the row that exceeds this size. */
export const READ_BYTES = 2 * MEBIBYTE

/** Stored views per result: the visible one, and the previous one, which may still be read. */
export const STORED_VIEWS_MAX = 2
/** Views computed concurrently, over all results. */
export const CONCURRENT_VIEWS_MAX = 2

/** Limits of a sort in memory: rows, and the total length of their sort values. */
export const SORT_RUN_ROWS = 25_000
export const SORT_RUN_LENGTH = 8 * MEBIBYTE
/** Bytes per read or write of a file, and per run while merging. */
export const SCAN_BYTES = MEBIBYTE / 4
export const RUN_BYTES = MEBIBYTE / 16
/** The interval of progress reports. */
export const PROGRESS_EVERY_MS = 200
/** Heap limit for computing a view, in MiB; several rows of the maximum size fit. */
export const VIEW_HEAP_MEBIBYTES = 512
/** The share for short-lived objects: each row is one, and a larger space would only collect more garbage. */
export const VIEW_YOUNG_MEBIBYTES = 4

/** The maximum total length of sampled values, which are returned at once. */
export const SAMPLE_LENGTH_MAX = 8 * MEBIBYTE
