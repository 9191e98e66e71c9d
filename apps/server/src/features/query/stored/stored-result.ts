import type { ResultField, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import type { StoredSample, StoredTextWanted, StoredView } from '@basalt/contract/query/stored-rows.schema.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { AppError } from '../../../http/app-error.ts'
import type { RowFile } from './row-file.ts'
import { SAMPLE_LENGTH_MAX, VIEWS_KEPT } from './stored-rows.rules.ts'
import type { ViewTask } from './view-task.ts'

/** Works out a view; undefined when `signal` has stopped it. */
export type WorkOut = (
  task: ViewTask,
  signal: AbortSignal,
  onProgress: (part: number) => void,
) => Promise<Uint32Array | undefined>

/** The rows that one query has stored, and what is shown of them. */
export class StoredResult {
  readonly file: RowFile
  fields: readonly ResultField[] = []
  isBeingWritten = true
  readonly #folder: string
  readonly #workOut: WorkOut
  /** By their ids; the one that was made last is the last. */
  readonly #views = new Map<string, Uint32Array>()
  #working = new AbortController()

  constructor(file: RowFile, folder: string, workOut: WorkOut) {
    this.file = file
    this.#folder = folder
    this.#workOut = workOut
  }

  /**
   * Filters and sorts the rows; undefined when that was stopped: by `signal`, or by another view that is wanted instead.
   * @throws AppError `conflict` while rows still come, `validation_failed` for a column that there is not, `storage_full`
   */
  async view(
    view: StoredView,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ): Promise<{ id: string; rows: number } | undefined> {
    this.mustHave(view)
    this.#working.abort()
    this.#working = new AbortController()
    const stop = AbortSignal.any([signal, this.#working.signal])
    const { bytes, rows } = this.file
    const types = this.fields.map(({ type }) => type)
    const order = await this.file.lend((fd) =>
      this.#workOut({ lines: { fd, bytes, rows, types }, view, folder: this.#folder }, stop, onProgress),
    )
    if (!order || stop.aborted) return undefined
    const id = crypto.randomUUID()
    this.#views.set(id, order)
    if (this.#views.size > VIEWS_KEPT) this.#views.delete(this.#views.keys().next().value!)
    return { id, rows: order.length }
  }

  /** Throws what `view` would throw at once. */
  mustHave({ filters, sorts }: Pick<StoredView, 'filters' | 'sorts'>): void {
    if (this.isBeingWritten)
      throw new AppError('conflict', 'Rows are still coming. Filter and sort them once all are there.')
    if ([...filters, ...sorts].some(({ column }) => column >= this.fields.length))
      throw new AppError('validation_failed', 'This result has no such column')
  }

  /** Some rows from one on, at least one that is there. Throws `not_found` for a view that is not kept. */
  async read(view: string | undefined, from: number, count: number): Promise<ResultRow[]> {
    const order = this.#orderOf(view)
    return order ? this.file.pick(order.subarray(from, from + count)) : this.file.read(from, count)
  }

  /** Throws `too_large` for values that are too long to be drawn. */
  async sample(view: string | undefined, wanted: number, columns: readonly number[]): Promise<StoredSample> {
    const order = this.#orderOf(view)
    const count = order?.length ?? this.file.rows
    const every = Math.max(1, Math.ceil(count / wanted))
    const numbers = Array.from({ length: Math.ceil(count / every) }, (_, place) => {
      const row = place * every
      return order?.[row] ?? row
    })
    const rows: ResultRow[] = []
    let length = 0
    while (rows.length < numbers.length) {
      const part = await this.file.pick(numbers.slice(rows.length))
      if (part.length === 0) break
      for (const row of part) {
        const values = columns.map((column) => row[column] ?? null)
        for (const value of values) length += value?.length ?? 0
        if (length > SAMPLE_LENGTH_MAX) throw new AppError('too_large', 'These values are too long to draw')
        rows.push(values)
      }
    }
    return { rows, every }
  }

  /** Throws `not_found` for a view that is not kept, before the first text. */
  text({ view, format, top, bottom, left, right, names }: StoredTextWanted): AsyncGenerator<string> {
    const last = Math.min(bottom ?? Number.POSITIVE_INFINITY, this.#count(view) - 1)
    const behind = right === undefined ? undefined : right + 1
    const { begin, row, end, empty } = resultWriter(format, this.fields.slice(left, behind))
    const head = names || !(format === 'csv' || format === 'tsv') ? begin : ''
    const read = (from: number) => this.read(view, from, Math.min(STORED_READ_ROWS, last + 1 - from))
    return (async function* () {
      // Where no names are wanted, nothing has none either.
      if (top > last) return yield head === '' ? '' : empty
      yield head
      for (let from = top; from <= last; ) {
        const rows = await read(from)
        // Given up meanwhile: a text without its end is told from a whole one by the reader of JSON only.
        if (rows.length === 0) throw new AppError('gone', 'These rows are no longer kept')
        yield rows.map((values, index) => row(values.slice(left, behind), from - top + index)).join('')
        from += rows.length
      }
      yield end
    })()
  }

  async close(): Promise<void> {
    this.#working.abort()
    this.#views.clear()
    await this.file.close()
  }

  #count(view: string | undefined): number {
    return this.#orderOf(view)?.length ?? this.file.rows
  }

  /** Undefined for all rows as they came. */
  #orderOf(view: string | undefined): Uint32Array | undefined {
    const order = view === undefined ? undefined : this.#views.get(view)
    if (view !== undefined && !order)
      throw new AppError('not_found', 'This order of the rows is no longer kept. Sort or filter them again.')
    return order
  }
}
