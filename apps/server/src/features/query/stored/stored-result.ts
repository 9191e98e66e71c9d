import type { ResultField, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { STORED_READ_ROWS } from '@basalt/contract/query/stored-rows.rules.ts'
import type { StoredSample, StoredTextQuery, StoredView } from '@basalt/contract/query/stored-rows.schema.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { AppError } from '../../../http/app-error.ts'
import type { RowFile } from './row-file.ts'
import { SAMPLE_LENGTH_MAX, STORED_VIEWS_MAX } from './stored-rows.rules.ts'
import type { ViewTask } from './view-task.ts'

/** Computes a view; undefined when aborted by `signal`. */
export type ComputeView = (
  task: ViewTask,
  signal: AbortSignal,
  onProgress: (part: number) => void,
) => Promise<Uint32Array | undefined>

/** The stored rows of one query, and its views. */
export class StoredResult {
  readonly file: RowFile
  fields: readonly ResultField[] = []
  isBeingWritten = true
  readonly #folder: string
  readonly #computeView: ComputeView
  /** By id, in the order of creation. */
  readonly #views = new Map<string, Uint32Array>()
  #computing = new AbortController()

  constructor(file: RowFile, folder: string, computeView: ComputeView) {
    this.file = file
    this.#folder = folder
    this.#computeView = computeView
  }

  /**
   * Filters and sorts the rows. Undefined when aborted by `signal` or by a later call.
   * @throws AppError `conflict` while rows are still being stored, `validation_failed` for an unknown column,
   * `storage_full`
   */
  async view(
    view: StoredView,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ): Promise<{ id: string; rows: number } | undefined> {
    this.mustBeReady(view)
    this.#computing.abort()
    this.#computing = new AbortController()
    const stop = AbortSignal.any([signal, this.#computing.signal])
    const { bytes, rows } = this.file
    const types = this.fields.map(({ type }) => type)
    const order = await this.file.withDescriptor((fd) =>
      this.#computeView({ lines: { fd, bytes, rows, types }, view, folder: this.#folder }, stop, onProgress),
    )
    if (!order || stop.aborted) return undefined
    const id = crypto.randomUUID()
    this.#views.set(id, order)
    if (this.#views.size > STORED_VIEWS_MAX) this.#views.delete(this.#views.keys().next().value!)
    return { id, rows: order.length }
  }

  /** Throws like `view`, but at once. */
  mustBeReady({ filters, sorts }: Pick<StoredView, 'filters' | 'sorts'>): void {
    if (this.isBeingWritten)
      throw new AppError(
        'conflict',
        'Rows are still being stored. Filter and sort them once all have arrived.',
      )
    if ([...filters, ...sorts].some(({ column }) => column >= this.fields.length))
      throw new AppError('validation_failed', 'This result has no such column')
  }

  /** Rows starting at `from`, at least one if it exists. Throws `not_found` for an expired view. */
  async read(view: string | undefined, from: number, count: number): Promise<ResultRow[]> {
    const order = this.#orderOf(view)
    return order ? this.file.pick(order.subarray(from, from + count)) : this.file.read(from, count)
  }

  /** Throws `too_large` when the values are too long to draw. */
  async sample(view: string | undefined, size: number, columns: readonly number[]): Promise<StoredSample> {
    const order = this.#orderOf(view)
    const count = order?.length ?? this.file.rows
    const every = Math.max(1, Math.ceil(count / size))
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

  /** Throws `not_found` for an expired view, before the first text. */
  text({ view, format, top, bottom, left, right, names }: StoredTextQuery): AsyncGenerator<string> {
    const last = Math.min(bottom ?? Number.POSITIVE_INFINITY, this.#count(view) - 1)
    const behind = right === undefined ? undefined : right + 1
    const { begin, row, end, empty } = resultWriter(format, this.fields.slice(left, behind))
    const head = names || !(format === 'csv' || format === 'tsv') ? begin : ''
    const read = (from: number) => this.read(view, from, Math.min(STORED_READ_ROWS, last + 1 - from))
    return (async function* () {
      // Without a header, an empty text has none either.
      if (top > last) return yield head === '' ? '' : empty
      yield head
      for (let from = top; from <= last; ) {
        const rows = await read(from)
        // The rows expired while reading. Fail, because only JSON readers would notice a truncated text.
        if (rows.length === 0) throw new AppError('gone', 'These rows are no longer stored')
        yield rows.map((values, index) => row(values.slice(left, behind), from - top + index)).join('')
        from += rows.length
      }
      yield end
    })()
  }

  async close(): Promise<void> {
    this.#computing.abort()
    this.#views.clear()
    await this.file.close()
  }

  #count(view: string | undefined): number {
    return this.#orderOf(view)?.length ?? this.file.rows
  }

  /** Undefined for all rows in their original order. */
  #orderOf(view: string | undefined): Uint32Array | undefined {
    const order = view === undefined ? undefined : this.#views.get(view)
    if (view !== undefined && !order)
      throw new AppError('not_found', 'This view of the rows has expired. Sort or filter them again.')
    return order
  }
}
