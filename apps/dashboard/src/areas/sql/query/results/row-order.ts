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

/** Sorted at once; longer runs are merged from these, with turns for the page in between. */
const BLOCK_ROWS = 4096

/**
 * The numbers of the rows that a view shows, in its order; undefined for all as they came. Gives the page its turns
 * while it works, and ends with undefined as well once `signal` is aborted.
 */
export async function rowOrder(
  rows: LoadedRows,
  view: RowView,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  if (isWhole(view)) return undefined
  const turn = turns()
  const kept = await filtered(rows, view, turn, signal)
  if (signal.aborted || view.sorts.length === 0) return signal.aborted ? undefined : kept
  const comparisons = view.sorts
    .filter(({ column }) => rows.columns[column] !== undefined)
    .map(({ column, direction }) => comparison(rows.fields[column]!, rows.columns[column]!, kept, direction))
  await turn()
  // Rows that are equal stay as they came.
  return sorted(
    kept,
    (a, b) => {
      for (const compare of comparisons) {
        const order = compare(a, b)
        if (order !== 0) return order
      }
      return a - b
    },
    turn,
    signal,
  )
}

type Turn = () => Promise<void> | undefined

/** Waits for the page only when it has had none for a while. */
function turns(): Turn {
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
  turn: Turn,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const kept = new Uint32Array(rowCount)
  const isShown = rowMatcher(view, columns.length, (row, column) => columns[column]?.at(row) ?? null)
  let count = 0
  for (let row = 0; row < rowCount && !signal.aborted; row += 1) {
    if (row % 256 === 255) await turn()
    if (!isShown(row)) continue
    kept[count] = row
    count += 1
  }
  return kept.slice(0, count)
}

async function sorted(
  rows: Uint32Array,
  compare: CompareRows,
  turn: Turn,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  let from: Uint32Array = rows
  for (let start = 0; start < from.length; start += BLOCK_ROWS) {
    from.subarray(start, start + BLOCK_ROWS).sort(compare)
    await turn()
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
    for (let place = start; place < end; place += 1) {
      if (place % BLOCK_ROWS === 0) await turn()
      const takesLeft = right >= end || (left < middle && compare(source[left]!, source[right]!) <= 0)
      target[place] = source[takesLeft ? left++ : right++]!
    }
  }
}

/** Says which of two rows comes first: below 0 the first. */
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
