const MEBIBYTE = 1024 * 1024

/** Rows are fetched in portions: a small one first, then about FETCH_BYTES each. */
export const FIRST_FETCH_ROWS = 100
export const FETCH_ROWS_MAX = 10_000
export const FETCH_BYTES = MEBIBYTE

/** Limits of pipelining statements that return no rows: their number and the length of their text. */
export const PIPELINED_STATEMENTS_MAX = 100
export const PIPELINED_TEXT_LENGTH = 64 * 1024

/** Rows are passed on in batches of about this size; the socket is paused while this many bytes are buffered. */
export const BATCH_BYTES = MEBIBYTE / 4
export const BUFFERED_BYTES_MAX = MEBIBYTE

/** Exported rows are buffered in blocks of this size. */
export const ROW_BLOCK_BYTES = MEBIBYTE / 16

/** Durations of the steps of stopping a query, in milliseconds. */
export interface StopTimes {
  /** Between two cancel requests: one that arrives between two statements has no effect. */
  readonly repeatMs: number
  /** From the first cancel request to terminating the connection. */
  readonly cancelMs: number
  /** From terminating the connection to reporting the query as still running. */
  readonly terminateMs: number
}
export const STOPPING: StopTimes = { repeatMs: 500, cancelMs: 5_000, terminateMs: 5_000 }

/** How long and how often to check whether a terminated connection has ended. */
export const END_WAIT_MS = 5_000
export const END_POLL_MS = 100

/** The events of a run are retained for a reloaded page: their size with rows, and for how long. */
export const RETAINED_EVENTS_BYTES = MEBIBYTE
export const RETAINED_RUN_MS = 10 * 60_000
/** Beyond this number, the oldest finished run is dropped. */
export const RETAINED_RUNS_MAX = 100

/** The stored length of a running query's text, enough to recognize it. */
export const QUERY_TEXT_MAX = 10_000

/** The number of rows to fetch next, when the `rows` so far took `bytes`. */
export const nextFetchSize = (rows: number, bytes: number) =>
  rows === 0
    ? FIRST_FETCH_ROWS
    : Math.min(FETCH_ROWS_MAX, Math.max(1, Math.floor((FETCH_BYTES * rows) / Math.max(bytes, 1))))
