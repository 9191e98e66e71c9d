import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { type RowView, rowMatcher } from '@basalt/sql/rows/row-view.ts'
import { fileLines } from './file-lines.ts'
import { SortedRuns } from './sorted-runs.ts'
import { SCAN_BYTES } from './stored-rows.rules.ts'

/** Rows in a file, one JSON array per line. */
export interface RowLines {
  readonly fd: number
  readonly bytes: number
  readonly rows: number
  /** PostgreSQL's names of the column types. */
  readonly types: readonly string[]
}

/**
 * The numbers of the rows in a view, in its order. Reads the file once, and holds only one row and the sort data in
 * memory. `onProgress` is called per row with the progress from 0 to 1.
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
  const matches = new Uint32Array(rows)
  let count = 0
  let values: ResultRow = []
  const isMatch = rowMatcher(view, types.length, (_row, column) => values[column] ?? null)
  // Merging takes about as long as reading.
  const readingShare = sorts.length > 0 ? 0.5 : 1
  let row = 0
  for (const [line, offset] of fileLines(fd, 0, bytes, SCAN_BYTES)) {
    values = JSON.parse(line) as ResultRow
    if (isMatch(row)) {
      if (sorts.length > 0)
        sorted.add(
          row,
          sorts.map(({ column }) => values[column] ?? null),
        )
      else matches[count] = row
      count += 1
    }
    row += 1
    onProgress((offset / bytes) * readingShare)
  }
  if (sorts.length === 0) return matches.slice(0, count)
  return sorted.order((part) => onProgress(readingShare + part * (1 - readingShare)))
}
