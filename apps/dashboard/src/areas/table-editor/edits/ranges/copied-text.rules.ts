import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { resultWriter, WRITTEN_BARE } from '@basalt/sql/result-text.ts'

export const copyFormats = [
  { format: 'tsv', name: 'TSV' },
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
  { format: 'markdown', name: 'Markdown' },
  { format: 'sql', name: 'SQL insert' },
] as const
export type CopyFormat = (typeof copyFormats)[number]['format']

/** A copied value; undefined for one that the database will set. */
export type CopiedValue = string | null | undefined

/** The cells of a rectangle, whole. */
export interface CopiedCells {
  readonly table: { readonly schema: string; readonly name: string }
  readonly columns: readonly Pick<GridColumn, 'name' | 'format' | 'generated' | 'identity'>[]
  readonly rows: readonly (readonly CopiedValue[])[]
}

/** The text of cells. JSON, Markdown and SQL always name their columns. */
export function copiedText(format: CopyFormat, cells: CopiedCells, withHeaders: boolean): string {
  if (format === 'sql') return insertText(cells)
  if (format === 'tsv') return tsvText(cells, withHeaders)
  const { columns, rows } = cells
  const writer = resultWriter(
    format,
    columns.map(({ name, format: type }) => ({ name, type })),
  )
  if (rows.length === 0) return writer.empty
  const written = rows.map((row, number) =>
    writer.row(
      row.map((value, index) => valueFor(format, columns[index]!.format, value)),
      number,
    ),
  )
  const begin = format === 'csv' && !withHeaders ? '' : writer.begin
  return begin + written.join('') + writer.end
}

/** The writers take booleans as PostgreSQL sends them; a grid has their texts. */
function valueFor(format: CopyFormat, type: string, value: CopiedValue): string | null {
  if (value === undefined || value === null) return null
  return format === 'json' && type === 'bool' ? value.slice(0, 1) : value
}

/** As spreadsheets read it. NULL is an empty cell, and an empty text is quoted, which they read as an empty cell too. */
function tsvText({ columns, rows }: CopiedCells, withHeaders: boolean): string {
  const cell = (value: CopiedValue) => {
    if (value === undefined || value === null) return ''
    return value === '' || /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  }
  const lines = [...(withHeaders ? [columns.map(({ name }) => name)] : []), ...rows]
  return lines.map((line) => line.map(cell).join('\t')).join('\n')
}

/** One INSERT, without columns that the database computes. */
function insertText({ table, columns, rows }: CopiedCells): string {
  const set = columns.flatMap((column, index) => (column.generated === null ? [{ column, index }] : []))
  const into = `insert into ${quoteQualified(table.schema, table.name)}`
  if (rows.length === 0) return ''
  if (set.length === 0) return rows.map(() => `${into} default values;\n`).join('')
  const names = set.map(({ column }) => quoteIdentifier(column.name)).join(', ')
  const overriding = set.some(({ column }) => column.identity === 'always') ? ' overriding system value' : ''
  const values = rows.map(
    (row) => `  (${set.map(({ column, index }) => literal(column.format, row[index])).join(', ')})`,
  )
  return `${into} (${names})${overriding} values\n${values.join(',\n')};\n`
}

function literal(type: string, value: CopiedValue): string {
  if (value === undefined) return 'default'
  if (value === null) return 'null'
  if (type === 'bool' && /^(?:true|false)$/.test(value)) return value
  return WRITTEN_BARE.has(type) && /^-?\d+(?:\.\d+)?$/.test(value) ? value : quoteLiteral(value)
}
