import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { fileExtension, type ResultFormat } from '@basalt/sql/result-formats.ts'
import { downloadFile } from '../../../../lib/download.ts'
import { type ExportRows, exportPieces, withoutNames } from './result-export.ts'

/** Rows of a result to copy or download, whether they are in the page or on the server. */
export interface RowsSource {
  readonly rowCount: number
  text(format: ResultFormat): string | Promise<string>
  /** Tab-separated values without column names, for pasting into a spreadsheet. */
  plain(): string | Promise<string>
  download(format: ExportFormat): void | Promise<void>
}

const fileTypes: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  spreadsheet: 'text/csv;charset=utf-8',
  json: 'application/json',
  sql: 'application/sql',
}

/** Rows that are in the page. */
export const loadedRows = (rows: ExportRows): RowsSource => ({
  rowCount: rows.rowCount,
  text: (format) => exportPieces(format, rows).join(''),
  plain: () => withoutNames(rows),
  download: (format) =>
    downloadFile(`query-result.${fileExtension(format)}`, fileTypes[format], exportPieces(format, rows)),
})
