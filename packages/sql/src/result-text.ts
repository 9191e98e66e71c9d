import { jsonWriter } from './json-value.ts'
import { quoteIdentifier, quoteLiteral } from './quote.ts'
import { uniqueKeys } from './unique-keys.ts'

/** What a result can be written as. */
export const resultFormats = ['csv', 'tsv', 'json', 'markdown', 'sql'] as const
export type ResultFormat = (typeof resultFormats)[number]

/** A column by its name and the name PostgreSQL gives its type. */
interface Column {
  readonly name: string
  readonly type: string
}

/** The exact text of each value; null is NULL. */
type Row = readonly (string | null)[]

/** Writes a result row by row: what stands before the rows, each row by its number from 0, and what stands behind. */
export interface ResultWriter {
  readonly begin: string
  readonly row: (values: Row, number: number) => string
  readonly end: string
  /** All there is when no row came. */
  readonly empty: string
}

/** The name of the table that INSERT statements are written for. */
const INSERTED_INTO = 'table_name'

export const resultWriter = (format: ResultFormat, columns: readonly Column[]): ResultWriter =>
  writers[format](columns)

const writers: Record<ResultFormat, (columns: readonly Column[]) => ResultWriter> = {
  /** As COPY … CSV writes it: NULL is nothing, the empty string is "". Lines end as RFC 4180 says. */
  csv: separated(',', '\r\n', (value) =>
    value === null ? '' : value === '' || /[",\r\n]/.test(value) ? quoted(value) : value,
  ),
  /** What spreadsheets take from the clipboard: a cell with a tab, line break or quote is quoted. */
  tsv: separated('\t', '\n', (value) =>
    value === null ? '' : /["\t\r\n]/.test(value) ? quoted(value) : value,
  ),
  json: jsonObjects,
  markdown: (columns) => {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
    const begin = line(columns.map(({ name }) => cellText(name))) + line(columns.map(() => '---'))
    return {
      begin,
      row: (values) => line(values.map((value) => cellText(value ?? 'NULL'))),
      end: '',
      empty: begin,
    }
  },
  sql: (columns) => {
    const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
    const literals = columns.map(({ type }) => literalOf(type))
    return {
      begin: '',
      row: (values) => {
        const list = values.map((value, index) => (value === null ? 'null' : literals[index]!(value)))
        return `insert into ${INSERTED_INTO} (${names}) values (${list.join(', ')});\n`
      },
      end: '',
      empty: '',
    }
  },
}

function separated(separator: string, lineEnd: string, cell: (value: string | null) => string) {
  const line = (values: Row) => values.map(cell).join(separator) + lineEnd
  return (columns: readonly Column[]): ResultWriter => {
    const begin = line(columns.map(({ name }) => name))
    return { begin, row: line, end: '', empty: begin }
  }
}

function jsonObjects(columns: readonly Column[]): ResultWriter {
  const keys = uniqueKeys(columns.map(({ name }) => name)).map((key) => JSON.stringify(key))
  const values = columns.map(({ type }) => jsonWriter(type))
  return {
    begin: '[',
    row: (row, number) => {
      const members = row.map(
        (value, index) => `${keys[index]}: ${value === null ? 'null' : values[index]!(value)}`,
      )
      return `${number === 0 ? '' : ','}\n  { ${members.join(', ')} }`
    },
    end: '\n]\n',
    empty: '[]\n',
  }
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

const cellText = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>')

const WRITTEN_BARE = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid'])
const literalOf = (type: string) => (text: string) =>
  type === 'bool'
    ? text === 't'
      ? 'true'
      : 'false'
    : WRITTEN_BARE.has(type) && /^[\d.e+]+$/i.test(text)
      ? text
      : quoteLiteral(text)
