import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { fileExtension, type ResultFormat } from '@basalt/sql/result-text.ts'
import { downloadFile } from '../../../../lib/download.ts'
import { type ExportRows, exportPieces, withoutNames } from './result-export.ts'

/** Rows of a result that can be taken elsewhere, whether they are in this page or not. */
export interface RowsSource {
  readonly rowCount: number
  text(format: ResultFormat): string | Promise<string>
  /** As the clipboard takes them: a spreadsheet wants no names above the values. */
  plain(): string | Promise<string>
  download(format: ExportFormat): void | Promise<void>
}

const fileTypes: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  spreadsheet: 'text/csv;charset=utf-8',
  json: 'application/json',
  sql: 'application/sql',
}

/** Rows that are in this page. */
export const loadedRows = (rows: ExportRows): RowsSource => ({
  rowCount: rows.rowCount,
  text: (format) => exportPieces(format, rows).join(''),
  plain: () => withoutNames(rows),
  download: (format) =>
    downloadFile(`query-result.${fileExtension(format)}`, fileTypes[format], exportPieces(format, rows)),
})
