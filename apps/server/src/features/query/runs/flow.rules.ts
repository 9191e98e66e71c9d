const MEBIBYTE = 1024 * 1024

/** Rows are asked for in portions: a first small one, then as many as should fill PORTION_BYTES. */
export const FIRST_PORTION_ROWS = 100
export const PORTION_ROWS_MAX = 10_000
export const PORTION_BYTES = MEBIBYTE

/** Statements that bring no rows are sent together up to this many, and up to so many UTF-16 codes of text. */
export const STATEMENTS_SENT_TOGETHER = 100
export const CODES_SENT_TOGETHER = 64 * 1024

/** Rows are handed on in batches of about this size, and the socket is paused when so many bytes wait to be taken. */
export const BATCH_BYTES = MEBIBYTE / 4
export const WAITING_BYTES_MAX = MEBIBYTE

/** Rows that are exported wait in blocks of this size, and are sent in pieces of about this size. */
export const ROW_BLOCK_BYTES = MEBIBYTE / 16
export const PIECE_BYTES = MEBIBYTE / 8

/** How long the steps of stopping a query take, in milliseconds. */
export interface StopTimes {
  /** Between two cancel requests: one that arrives between two statements has no effect. */
  readonly repeatMs: number
  /** A query that has not ended this long after its first cancel request has its connection terminated. */
  readonly cancelMs: number
  /** A query that has not ended this long after that is reported as still running. */
  readonly terminateMs: number
}
export const STOPPING: StopTimes = { repeatMs: 500, cancelMs: 5_000, terminateMs: 5_000 }

/** How long, and how often, a terminated connection is looked for before it is reported as still there. */
export const END_WAIT_MS = 5_000
export const END_LOOK_MS = 100

/** What a run has said is kept for a page that comes back: up to so many UTF-16 codes with its rows, for so long. */
export const KEPT_LINES_BYTES = MEBIBYTE
export const KEPT_RUN_MS = 10 * 60_000
/** Of those that are over, the oldest goes first. */
export const KEPT_RUNS_MAX = 100

/** How much of a running query's text is kept to recognize it by. */
export const QUERY_TEXT_KEPT = 10_000

/** The next portion of a result whose rows took `bytes` so far. */
export const nextPortion = (rows: number, bytes: number) =>
  rows === 0
    ? FIRST_PORTION_ROWS
    : Math.min(PORTION_ROWS_MAX, Math.max(1, Math.floor((PORTION_BYTES * rows) / Math.max(bytes, 1))))
