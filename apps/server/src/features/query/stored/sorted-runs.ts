import { writeSync } from 'node:fs'
import type { RowSort } from '@basalt/sql/rows/row-view.ts'
import { valueOrder } from '@basalt/sql/rows/value-order.ts'
import { fileLines } from './file-lines.ts'
import { mergeRuns } from './merge-runs.ts'
import { RUN_BYTES, SCAN_BYTES, SORT_RUN_LENGTH, SORT_RUN_ROWS } from './stored-rows.rules.ts'

type Text = string | null

interface Entry {
  readonly row: number
  readonly texts: readonly Text[]
  readonly measures: readonly number[]
}

interface Run {
  readonly from: number
  readonly to: number
}

/**
 * External merge sort: sorts as many rows as fit into memory, writes them to a file as a run, and finally merges the
 * runs. A result that fits is sorted in memory only.
 */
export class SortedRuns {
  readonly #orders
  readonly #openScratch: () => number
  #entries: Entry[] = []
  #length = 0
  #count = 0
  #scratch: number | undefined
  #written = 0
  readonly #runs: Run[] = []

  /** `types` of the sort columns; `openScratch` opens a file for reading and writing. */
  constructor(sorts: readonly RowSort[], types: readonly string[], openScratch: () => number) {
    this.#orders = sorts.map(({ direction }, index) => valueOrder(types[index] ?? '', direction))
    this.#openScratch = openScratch
  }

  /** `texts` are the values of the sort columns. */
  add(row: number, texts: readonly Text[]): void {
    this.#entries.push(this.#entry(row, texts))
    this.#count += 1
    for (const text of texts) this.#length += text?.length ?? 0
    if (this.#entries.length >= SORT_RUN_ROWS || this.#length >= SORT_RUN_LENGTH) this.#writeRun()
  }

  /** The row numbers in sorted order. */
  order(onPlaced: (part: number) => void): Uint32Array {
    const order = new Uint32Array(this.#count)
    this.#entries.sort(this.#compare)
    const runs = this.#runs.map((run) => this.#entriesOf(run))
    let place = 0
    for (const { row } of mergeRuns([...runs, this.#entries.values()], this.#compare)) {
      order[place] = row
      place += 1
      onPlaced(place / this.#count)
    }
    return order
  }

  readonly #compare = (one: Entry, other: Entry): number => {
    for (const [index, { compare }] of this.#orders.entries()) {
      const order = compare(
        one.texts[index] ?? null,
        other.texts[index] ?? null,
        one.measures[index] ?? 0,
        other.measures[index] ?? 0,
      )
      if (order !== 0) return order
    }
    return one.row - other.row
  }

  #entry(row: number, texts: readonly Text[]): Entry {
    const measures = this.#orders.map(({ measure }, index) => {
      const text = texts[index] ?? null
      return measure && text !== null ? measure(text) : 0
    })
    return { row, texts, measures }
  }

  #writeRun() {
    this.#scratch ??= this.#openScratch()
    const from = this.#written
    let lines = ''
    const write = (fd: number) => {
      this.#written += writeWhole(fd, lines, this.#written)
      lines = ''
    }
    for (const { row, texts } of this.#entries.sort(this.#compare)) {
      lines += `${JSON.stringify([row, ...texts])}\n`
      if (lines.length >= SCAN_BYTES) write(this.#scratch)
    }
    write(this.#scratch)
    this.#runs.push({ from, to: this.#written })
    this.#entries = []
    this.#length = 0
  }

  *#entriesOf({ from, to }: Run): Generator<Entry> {
    for (const [line] of fileLines(this.#scratch!, from, to, RUN_BYTES)) {
      const [row, ...texts] = JSON.parse(line) as [number, ...Text[]]
      yield this.#entry(row, texts)
    }
  }
}

/** A nearly full disk may accept a part of a write and report an error on the rest. */
function writeWhole(fd: number, text: string, at: number): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  return bytes.length
}
