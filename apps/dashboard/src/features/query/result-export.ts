import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { type ResultFormat, resultWriter } from '@basalt/sql/result-text.ts'
import type { StatementOutcome } from './result-collector.ts'

export type ExportRows = Pick<StatementOutcome, 'columns' | 'rowCount'> & { fields: readonly ResultField[] }

/** So many rows make one piece of text: a result may be longer than the longest string of a browser. */
const PIECE_ROWS = 10_000

/** The loaded rows of a result in pieces that follow one another. */
export function exportPieces(format: ResultFormat, { fields, columns, rowCount }: ExportRows): string[] {
  const writer = resultWriter(format, fields)
  if (rowCount === 0) return [writer.empty]
  const made = [writer.begin]
  for (let first = 0; first < rowCount; first += PIECE_ROWS) {
    const lines: string[] = []
    for (let row = first; row < Math.min(first + PIECE_ROWS, rowCount); row += 1)
      lines.push(
        writer.row(
          columns.map((column) => column.at(row) ?? null),
          row,
        ),
      )
    made.push(lines.join(''))
  }
  return [...made, writer.end]
}
