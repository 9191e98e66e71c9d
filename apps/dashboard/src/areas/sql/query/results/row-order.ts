import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { type RowView, rowMatcher } from '@basalt/sql/rows/row-view.ts'
import { valueOrder } from '@basalt/sql/rows/value-order.ts'
import { READING_SLICE_MS } from '../query.rules.ts'
import { nextTask } from '../run/next-task.ts'
import { isWhole } from './row-view.rules.ts'

interface LoadedRows {
  readonly fields: readonly ResultField[]
  readonly columns: readonly { readonly length: number; at(row: number): string | null | undefined }[]
  readonly rowCount: number
}

/** Blocks of this size are sorted without yielding; larger ones are merged, yielding in between. */
const BLOCK_ROWS = 4096

/**
 * The row numbers of a view, in its order; undefined for all rows in the original order. Yields to the page while it
 * works. Also resolves with undefined once `signal` is aborted.
 */
export async function rowOrder(
  rows: LoadedRows,
  view: RowView,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  if (isWhole(view)) return undefined
  const pause = pauses()
  const matching = await filtered(rows, view, pause, signal)
  if (signal.aborted || view.sorts.length === 0) return signal.aborted ? undefined : matching
  const comparisons = view.sorts
    .filter(({ column }) => rows.columns[column] !== undefined)
    .map(({ column, direction }) =>
      comparison(rows.fields[column]!, rows.columns[column]!, matching, direction),
    )
  await pause()
  // Ties keep their original order.
  return sorted(
    matching,
    (a, b) => {
      for (const compare of comparisons) {
        const order = compare(a, b)
        if (order !== 0) return order
      }
      return a - b
    },
    pause,
    signal,
  )
}

type Pause = () => Promise<void> | undefined

/** Returns a function that yields to the page when the last pause was long enough ago. */
function pauses(): Pause {
  let last = performance.now()
  return () => {
    if (performance.now() - last < READING_SLICE_MS) return undefined
    return nextTask().then(() => {
      last = performance.now()
    })
  }
}

async function filtered(
  { columns, rowCount }: LoadedRows,
  view: RowView,
  pause: Pause,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const matching = new Uint32Array(rowCount)
  const matches = rowMatcher(view, columns.length, (row, column) => columns[column]?.at(row) ?? null)
  let count = 0
  for (let row = 0; row < rowCount && !signal.aborted; row += 1) {
    if (row % 256 === 255) await pause()
    if (!matches(row)) continue
    matching[count] = row
    count += 1
  }
  return matching.slice(0, count)
}

async function sorted(
  rows: Uint32Array,
  compare: CompareRows,
  pause: Pause,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  let from: Uint32Array = rows
  for (let start = 0; start < from.length; start += BLOCK_ROWS) {
    from.subarray(start, start + BLOCK_ROWS).sort(compare)
    await pause()
  }
  let to: Uint32Array = new Uint32Array(from.length)
  for (let run = BLOCK_ROWS; run < from.length; run *= 2) {
    for (let start = 0; start < from.length; start += 2 * run) {
      if (signal.aborted) return undefined
      await merge(from, to, start, Math.min(start + run, from.length), Math.min(start + 2 * run, from.length))
    }
    ;[from, to] = [to, from]
  }
  return from

  async function merge(source: Uint32Array, target: Uint32Array, start: number, middle: number, end: number) {
    let left = start
    let right = middle
    for (let position = start; position < end; position += 1) {
      if (position % BLOCK_ROWS === 0) await pause()
      const takesLeft = right >= end || (left < middle && compare(source[left]!, source[right]!) <= 0)
      target[position] = source[takesLeft ? left++ : right++]!
    }
  }
}

/** Compares two rows by number; negative when the first comes first. */
type CompareRows = (a: number, b: number) => number

interface Values {
  readonly length: number
  at(row: number): string | null | undefined
}

/** Orders rows by one column. Each value is read once, before the first comparison. */
function comparison(
  { type }: { readonly type: string },
  values: Values,
  rows: Uint32Array,
  direction: 'asc' | 'desc',
): CompareRows {
  const { measure, compare } = valueOrder(type, direction)
  const texts = new Array<string | null>(values.length)
  const measures = new Float64Array(measure ? values.length : 0)
  for (const row of rows) {
    const text = values.at(row) ?? null
    texts[row] = text
    if (measure && text !== null) measures[row] = measure(text)
  }
  return (a, b) => compare(texts[a] ?? null, texts[b] ?? null, measures[a] ?? 0, measures[b] ?? 0)
}
