import { nextPortion } from './flow.rules.ts'

export interface RunLimits {
  /** Rows a statement brings before it is cut off. */
  readonly maxRows: number
  /** Bytes of rows and notices that all statements bring together before they are cut off. */
  readonly maxBytes: number
}

export const WITHOUT_LIMITS: RunLimits = { maxRows: Infinity, maxBytes: Infinity }

/** In place of a number of rows it asks for all of them. */
const ALL_ROWS = 0

/** Counts what statements bring against the limits of their run. */
export class RowBudget {
  /** Whether the current statement brought more than may be kept. */
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

  /** Whether a row of the current statement may be kept; after the first that may not, none may. */
  takeRow(bytes: number): boolean {
    if (this.isCut) return false
    this.isCut = this.#rows >= this.#limits.maxRows || !this.take(bytes)
    if (this.isCut) return false
    this.#rows += 1
    this.#bytes += bytes
    return true
  }

  /** Whether so many bytes more may be kept. */
  take(bytes: number): boolean {
    if (this.#bytesOfAll + bytes > this.#limits.maxBytes) return false
    this.#bytesOfAll += bytes
    return true
  }

  /** How many rows of the current statement were kept. */
  get rows() {
    return this.#rows
  }

  /**
   * How many rows to ask for next: never more than one above the limit, to know whether there is one. Where there is
   * no limit there are no portions, of which each would let the database wait, and none of a parallel plan.
   */
  get portion() {
    if (this.#limits.maxRows === Infinity) return ALL_ROWS
    return Math.min(nextPortion(this.#rows, this.#bytes), this.#limits.maxRows + 1 - this.#rows)
  }
}
