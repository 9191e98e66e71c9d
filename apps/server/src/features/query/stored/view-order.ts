import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { type RowView, rowMatcher } from '@basalt/sql/rows/row-view.ts'
import { fileLines } from './file-lines.ts'
import { SortedRuns } from './sorted-runs.ts'
import { SCAN_BYTES } from './stored-rows.rules.ts'

/** Rows in a file, one JSON array a line. */
export interface RowLines {
  readonly fd: number
  readonly bytes: number
  readonly rows: number
  /** What PostgreSQL calls the types of the columns. */
  readonly types: readonly string[]
}

/**
 * The numbers of the rows that a view shows, in its order. Reads the file once from its beginning to its end, and
 * holds no more of it than one row and what sorting needs. `onProgress` is told for each row how far it is, from 0 to 1.
 */
export function viewOrder(
  { fd, bytes, rows, types }: RowLines,
  view: RowView,
  openScratch: () => number,
  onProgress: (part: number) => void,
): Uint32Array {
  const { sorts } = view
  const sorted = new SortedRuns(
    sorts,
    sorts.map(({ column }) => types[column] ?? ''),
    openScratch,
  )
  const kept = new Uint32Array(rows)
  let count = 0
  let values: ResultRow = []
  const isShown = rowMatcher(view, types.length, (_row, column) => values[column] ?? null)
  // Placing the rows takes about as long as reading them.
  const ofReading = sorts.length > 0 ? 0.5 : 1
  let row = 0
  for (const [line, offset] of fileLines(fd, 0, bytes, SCAN_BYTES)) {
    values = JSON.parse(line) as ResultRow
    if (isShown(row)) {
      if (sorts.length > 0)
        sorted.add(
          row,
          sorts.map(({ column }) => values[column] ?? null),
        )
      else kept[count] = row
      count += 1
    }
    row += 1
    onProgress((offset / bytes) * ofReading)
  }
  if (sorts.length === 0) return kept.slice(0, count)
  return sorted.order((part) => onProgress(ofReading + part * (1 - ofReading)))
}
