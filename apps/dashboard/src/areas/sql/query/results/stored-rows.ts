import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import { CACHED_LENGTH_MAX, CACHED_PARTS_MAX, PARTS_IN_VIEW } from './stored-rows.rules.ts'

/** Reads up to `count` rows from row `from`, counted from 0; returns at least one. */
export type ReadRows = (from: number, count: number, signal: AbortSignal) => Promise<readonly ResultRow[]>

interface Part {
  readonly rows: ResultRow[]
  length: number
}

/**
 * The rows of a result stored on the server. A value that is not loaded yet is undefined, and subscribers are notified
 * when it arrives. Only the most recently used parts are cached, however many rows there are.
 */
export class StoredRows {
  readonly #read: ReadRows
  /** By part number, least recently used first. */
  readonly #parts = new Map<number, Part>()
  /** The numbers of the parts to read, most recently requested last. */
  #queue: number[] = []
  readonly #pending = new Set<number>()
  #abort = new AbortController()
  #latest = -1
  #version = 0
  #failure: Error | undefined
  readonly #listeners = new Set<() => void>()

  constructor(read: ReadRows) {
    this.#read = read
  }

  readonly subscribe = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  /** A number that changes with every update. */
  readonly getVersion = () => this.#version

  /** Why reading failed; nothing more is read until `retry`. */
  get failure(): Error | undefined {
    return this.#failure
  }

  get cachedRowCount(): number {
    return this.#sum(({ rows }) => rows.length)
  }

  /** The value, with null for NULL. Undefined for a value that is not loaded yet, which is then requested. */
  at(row: number, column: number): string | null | undefined {
    const number = Math.floor(row / STORED_READ_ROWS)
    const values = this.#parts.get(number)?.rows[row - number * STORED_READ_ROWS]
    if (!values) {
      this.#request(number)
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

  /** Whether all rows from `first` to `last`, inclusive, are loaded. */
  hasRows(first: number, last: number): boolean {
    if (last - first >= CACHED_PARTS_MAX * STORED_READ_ROWS) return false
    for (let row = first; row <= last; row += 1) if (this.peek(row, 0) === undefined) return false
    return true
  }

  retry(): void {
    this.#failure = undefined
    this.#changed()
  }

  /** Aborts all pending reads. */
  cancel(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#queue = []
  }

  #touch(number: number) {
    if (number === this.#latest) return
    this.#latest = number
    const part = this.#parts.get(number)
    if (!part) return
    this.#parts.delete(number)
    this.#parts.set(number, part)
  }

  #request(number: number) {
    if (this.#failure || this.#pending.has(number)) return
    if (this.#queue.at(-1) === number) return
    // Parts that have been scrolled past are dropped from the queue.
    this.#queue = [...this.#queue.filter((other) => other !== number), number].slice(-PARTS_IN_VIEW)
    // Deferred, because requests come while the grid is drawn.
    queueMicrotask(() => this.#readNext())
  }

  #readNext() {
    while (this.#pending.size < PARTS_IN_VIEW) {
      const number = this.#queue.pop()
      if (number === undefined) return
      void this.#readPart(number)
    }
  }

  async #readPart(number: number) {
    const { signal } = this.#abort
    const loaded = this.#parts.get(number)?.rows.length ?? 0
    this.#pending.add(number)
    try {
      const from = number * STORED_READ_ROWS + loaded
      this.#add(number, await this.#read(from, STORED_READ_ROWS - loaded, signal))
    } catch (error) {
      if (!signal.aborted) this.#failure = error instanceof Error ? error : new Error(String(error))
    }
    this.#pending.delete(number)
    this.#changed()
    this.#readNext()
  }

  #add(number: number, rows: readonly ResultRow[]) {
    if (rows.length === 0)
      throw new Error('These rows are no longer available. Run the query again to see them.')
    const part = this.#parts.get(number) ?? { rows: [], length: 0 }
    for (const row of rows) {
      part.rows.push(row)
      for (const value of row) part.length += value?.length ?? 0
    }
    this.#parts.set(number, part)
    this.#latest = -1
    this.#touch(number)
    while (this.#isOverLimit()) this.#parts.delete(this.#parts.keys().next().value!)
  }

  #isOverLimit() {
    const { size } = this.#parts
    return (
      size > CACHED_PARTS_MAX ||
      (size > PARTS_IN_VIEW && this.#sum(({ length }) => length) > CACHED_LENGTH_MAX)
    )
  }

  #sum(of: (part: Part) => number) {
    let sum = 0
    for (const part of this.#parts.values()) sum += of(part)
    return sum
  }

  #changed() {
    this.#version += 1
    for (const changed of this.#listeners) changed()
  }
}
