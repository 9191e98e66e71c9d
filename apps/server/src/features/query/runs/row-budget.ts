import { nextFetchSize } from './flow.rules.ts'

export interface RunLimits {
  /** Rows per statement. */
  readonly maxRows: number
  /** Bytes of rows and notices of all statements together. */
  readonly maxBytes: number
}

export const WITHOUT_LIMITS: RunLimits = { maxRows: Infinity, maxBytes: Infinity }

/** The protocol's row limit for an unlimited fetch. */
const ALL_ROWS = 0

/** Counts the results of statements against the limits of their run. */
export class RowBudget {
  /** Whether the current statement has exceeded a limit. */
  isCut = false
  readonly #limits: RunLimits
  #rows = 0
  #bytes = 0
  #bytesOfAll = 0

  constructor(limits: RunLimits) {
    this.#limits = limits
  }

  startStatement() {
    this.isCut = false
    this.#rows = 0
    this.#bytes = 0
  }

  /** Whether a row of the current statement is within the limits. False for all rows after the first that is not. */
  takeRow(bytes: number): boolean {
    if (this.isCut) return false
    this.isCut = this.#rows >= this.#limits.maxRows || !this.take(bytes)
    if (this.isCut) return false
    this.#rows += 1
    this.#bytes += bytes
    return true
  }

  /** Whether this many more bytes are within the limit. */
  take(bytes: number): boolean {
    if (this.#bytesOfAll + bytes > this.#limits.maxBytes) return false
    this.#bytesOfAll += bytes
    return true
  }

  /** The accepted rows of the current statement. */
  get rows() {
    return this.#rows
  }

  /**
   * The number of rows to fetch next: at most one above the limit, which detects truncation. Without a limit everything
   * is fetched at once, because portions add round trips and prevent parallel plans.
   */
  get fetchSize() {
    if (this.#limits.maxRows === Infinity) return ALL_ROWS
    return Math.min(nextFetchSize(this.#rows, this.#bytes), this.#limits.maxRows + 1 - this.#rows)
  }
}
