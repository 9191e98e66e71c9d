import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { type ResultFormat, resultWriter } from '@basalt/sql/result-text.ts'
import type { StatementOutcome } from './result-collector.ts'

export interface ExportRows extends Pick<StatementOutcome, 'rowCount'> {
  readonly fields: readonly ResultField[]
  readonly columns: readonly { at(row: number): string | null | undefined }[]
  /** Which rows, in which order; the first `rowCount` as they came when left out. */
  readonly order?: Uint32Array | undefined
}

/** Rows per piece of text: a result may be longer than a browser's longest string. */
const PIECE_ROWS = 10_000

/** The loaded rows of a result in pieces that follow one another. */
export function exportPieces(
  format: ResultFormat,
  { fields, columns, rowCount, order }: ExportRows,
): string[] {
  const writer = resultWriter(format, fields)
  if (rowCount === 0) return [writer.empty]
  const made = [writer.begin]
  for (let first = 0; first < rowCount; first += PIECE_ROWS) {
    const lines: string[] = []
    for (let row = first; row < Math.min(first + PIECE_ROWS, rowCount); row += 1)
      lines.push(
        writer.row(
          columns.map((column) => column.at(order?.[row] ?? row) ?? null),
          row,
        ),
      )
    made.push(lines.join(''))
  }
  return [...made, writer.end]
}

/** The part of a result that is marked in a grid, by the places of its rows and columns as they are shown. */
export function partOf(
  { fields, columns, rowCount, order }: ExportRows,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): ExportRows {
  const places = Uint32Array.from({ length: Math.min(bottom + 1, rowCount) - top }, (_, index) => top + index)
  return {
    fields: fields.slice(left, right + 1),
    columns: columns.slice(left, right + 1),
    rowCount: places.length,
    order: order ? places.map((place) => order[place]!) : places,
  }
}

/** Rows as the clipboard takes them: a spreadsheet wants no names above the values. */
export function withoutNames(rows: ExportRows): string {
  const [, ...pieces] = exportPieces('tsv', rows)
  return pieces.join('').replace(/\n$/, '')
}
