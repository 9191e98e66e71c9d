import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import type { ResultFormat } from '@basalt/sql/result-formats.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import type { StatementOutcome } from './result-collector.ts'

export interface ExportRows extends Pick<StatementOutcome, 'rowCount'> {
  readonly fields: readonly ResultField[]
  readonly columns: readonly { at(row: number): string | null | undefined }[]
  /** The row numbers in display order; by default the first `rowCount` rows in the original order. */
  readonly order?: Uint32Array | undefined
}

/** Rows per piece of text: a result may be longer than a browser's longest string. */
const PIECE_ROWS = 10_000

/** Exports the loaded rows of a result as consecutive pieces of text. */
export function exportPieces(
  format: ResultFormat,
  { fields, columns, rowCount, order }: ExportRows,
): string[] {
  const writer = resultWriter(format, fields)
  if (rowCount === 0) return [writer.empty]
  const pieces = [writer.begin]
  for (let first = 0; first < rowCount; first += PIECE_ROWS) {
    const lines: string[] = []
    for (let row = first; row < Math.min(first + PIECE_ROWS, rowCount); row += 1)
      lines.push(
        writer.row(
          columns.map((column) => column.at(order?.[row] ?? row) ?? null),
          row,
        ),
      )
    pieces.push(lines.join(''))
  }
  return [...pieces, writer.end]
}

/** The part of a result that is selected in a grid, by displayed positions of rows and columns. */
export function partOf(
  { fields, columns, rowCount, order }: ExportRows,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): ExportRows {
  const positions = Uint32Array.from(
    { length: Math.min(bottom + 1, rowCount) - top },
    (_, index) => top + index,
  )
  return {
    fields: fields.slice(left, right + 1),
    columns: columns.slice(left, right + 1),
    rowCount: positions.length,
    order: order ? positions.map((position) => order[position]!) : positions,
  }
}

/** Rows as tab-separated text for the clipboard, without column names. */
export function withoutNames(rows: ExportRows): string {
  const [, ...pieces] = exportPieces('tsv', rows)
  return pieces.join('').replace(/\n$/, '')
}
