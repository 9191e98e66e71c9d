import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import { LENGTH_HELD, PARTS_HELD, PARTS_IN_VIEW } from './stored-rows.rules.ts'

/** Reads rows from one on, counted from 0: some of those asked for, at least one. */
export type ReadRows = (from: number, count: number, signal: AbortSignal) => Promise<readonly ResultRow[]>

interface Part {
  readonly rows: ResultRow[]
  length: number
}

/**
 * The rows of a result stored on the server. A value that is not loaded yet is undefined, and subscribers are told when
 * it arrives. Only the most recently requested parts are kept, however many rows there are.
 */
export class StoredRows {
  readonly #read: ReadRows
  /** By their number; the one that was asked for last is the last. */
  readonly #parts = new Map<number, Part>()
  /** The numbers of parts to be read; the one that was asked for last is the last. */
  #wanted: number[] = []
  readonly #reading = new Set<number>()
  #leaving = new AbortController()
  #latest = -1
  #version = 0
  #failure: Error | undefined
  readonly #watchers = new Set<() => void>()

  constructor(read: ReadRows) {
    this.#read = read
  }

  readonly subscribe = (changed: () => void) => {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  /** Another number whenever there is something new. */
  readonly getVersion = () => this.#version

  /** Why rows could not be read; nothing more is read until `retry`. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** How many rows are in this page. */
  get rowsHeld(): number {
    return this.#sum(({ rows }) => rows.length)
  }

  /** Null is NULL. Undefined is a value that is not here yet; it is asked for. */
  at(row: number, column: number): string | null | undefined {
    const number = Math.floor(row / STORED_READ_ROWS)
    const values = this.#parts.get(number)?.rows[row - number * STORED_READ_ROWS]
    if (!values) {
      this.#want(number)
      return undefined
    }
    this.#touch(number)
    return values[column] ?? null
  }

  /** The value if it is loaded; undefined otherwise. Loads nothing. */
  peek(row: number, column: number): string | null | undefined {
    const number = Math.floor(row / STORED_READ_ROWS)
    const values = this.#parts.get(number)?.rows[row - number * STORED_READ_ROWS]
    return values && (values[column] ?? null)
  }

  /** Whether all rows between two, both included, are here. */
  holds(first: number, last: number): boolean {
    if (last - first >= PARTS_HELD * STORED_READ_ROWS) return false
    for (let row = first; row <= last; row += 1) if (this.peek(row, 0) === undefined) return false
    return true
  }

  retry(): void {
    this.#failure = undefined
    this.#changed()
  }

  /** Ends what is being read for nobody any more. */
  leave(): void {
    this.#leaving.abort()
    this.#leaving = new AbortController()
    this.#wanted = []
  }

  #touch(number: number) {
    if (number === this.#latest) return
    this.#latest = number
    const part = this.#parts.get(number)
    if (!part) return
    this.#parts.delete(number)
    this.#parts.set(number, part)
  }

  #want(number: number) {
    if (this.#failure || this.#reading.has(number)) return
    if (this.#wanted.at(-1) === number) return
    // What was passed by meanwhile is not read any more.
    this.#wanted = [...this.#wanted.filter((other) => other !== number), number].slice(-PARTS_IN_VIEW)
    // Asked for while a grid is drawn, which is not to be disturbed.
    queueMicrotask(() => this.#readNext())
  }

  #readNext() {
    while (this.#reading.size < PARTS_IN_VIEW) {
      const number = this.#wanted.pop()
      if (number === undefined) return
      void this.#readPart(number)
    }
  }

  async #readPart(number: number) {
    const { signal } = this.#leaving
    const known = this.#parts.get(number)?.rows.length ?? 0
    this.#reading.add(number)
    try {
      const from = number * STORED_READ_ROWS + known
      this.#add(number, await this.#read(from, STORED_READ_ROWS - known, signal))
    } catch (error) {
      if (!signal.aborted) this.#failure = error instanceof Error ? error : new Error(String(error))
    }
    this.#reading.delete(number)
    this.#changed()
    this.#readNext()
  }

  #add(number: number, rows: readonly ResultRow[]) {
    if (rows.length === 0) throw new Error('These rows are no longer there. Run the query again to see them.')
    const part = this.#parts.get(number) ?? { rows: [], length: 0 }
    for (const row of rows) {
      part.rows.push(row)
      for (const value of row) part.length += value?.length ?? 0
    }
    this.#parts.set(number, part)
    this.#latest = -1
    this.#touch(number)
    while (this.#isTooMuch()) this.#parts.delete(this.#parts.keys().next().value!)
  }

  #isTooMuch() {
    const { size } = this.#parts
    return size > PARTS_HELD || (size > PARTS_IN_VIEW && this.#sum(({ length }) => length) > LENGTH_HELD)
  }

  #sum(of: (part: Part) => number) {
    let sum = 0
    for (const part of this.#parts.values()) sum += of(part)
    return sum
  }

  #changed() {
    this.#version += 1
    for (const changed of this.#watchers) changed()
  }
}
