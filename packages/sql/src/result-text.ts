import { jsonWriter } from './json-value.ts'
import { quoteIdentifier, quoteLiteral } from './quote.ts'
import type { FileFormat, ResultFormat } from './result-formats.ts'
import { uniqueKeys } from './unique-keys.ts'

/** A column with PostgreSQL's name of its type. */
interface Column {
  readonly name: string
  readonly type: string
}

/** The exact text of each value; null is NULL. */
type Row = readonly (string | null)[]

/** Writes a result row by row: `begin`, then each row with its zero-based number, then `end`. */
export interface ResultWriter extends Layout {
  readonly row: (values: Row, number: number) => string
}

interface Layout {
  readonly begin: string
  readonly frame: RowFrame
  /** The conversion of each column's values. */
  readonly values: readonly ((text: string) => string)[]
  readonly end: string
  /** The whole text of a result without rows. */
  readonly empty: string
}

/** The text between rows and around the values of each. */
export interface RowFrame {
  readonly betweenRows: string
  readonly start: string
  /** The text before each value; the first directly follows `start`. */
  readonly leads: readonly string[]
  readonly ofNull: string
  readonly end: string
}

/** The table that INSERT statements are written for. */
export interface InsertTarget {
  /** As SQL text. */
  readonly table: string
  /** Whether the rows set columns that are GENERATED ALWAYS AS IDENTITY. */
  readonly isOverriding?: boolean
}

const UNNAMED: InsertTarget = { table: 'table_name' }

export function resultWriter(
  format: ResultFormat | FileFormat,
  columns: readonly Column[],
  target: InsertTarget = UNNAMED,
): ResultWriter {
  const layout = layouts[format](columns, target)
  const { betweenRows, start, leads, ofNull, end } = layout.frame
  return {
    ...layout,
    row: (row, number) => {
      let text = number === 0 ? start : betweenRows + start
      for (const [index, value] of row.entries())
        text += leads[index]! + (value === null ? ofNull : layout.values[index]!(value))
      return text + end
    },
  }
}

const layouts: Record<
  ResultFormat | FileFormat,
  (columns: readonly Column[], target: InsertTarget) => Layout
> = {
  /** As COPY … CSV: NULL is empty, the empty string is "". Line ends as in RFC 4180. */
  csv: separated(',', '\r\n', csvCell),
  spreadsheet: separated(',', '\r\n', (value) => csvCell(asText(value))),
  /** As spreadsheets paste it: a cell with a tab, line break or quote is quoted. */
  tsv: separated('\t', '\n', (value) => (/["\t\r\n]/.test(value) ? quoted(value) : value)),
  json: (columns) => ({
    begin: '[',
    frame: {
      betweenRows: ',',
      start: '\n  { ',
      leads: uniqueKeys(columns.map(({ name }) => name)).map(
        (key, index) => `${index === 0 ? '' : ', '}${JSON.stringify(key)}: `,
      ),
      ofNull: 'null',
      end: ' }',
    },
    values: columns.map(({ type }) => jsonWriter(type)),
    end: '\n]\n',
    empty: '[]\n',
  }),
  /** One object per line. */
  jsonl: (columns) => ({
    begin: '',
    frame: {
      betweenRows: '',
      start: '{',
      leads: uniqueKeys(columns.map(({ name }) => name)).map(
        (key, index) => `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
      ),
      ofNull: 'null',
      end: '}\n',
    },
    values: columns.map(({ type }) => onOneLine(jsonWriter(type))),
    end: '',
    empty: '',
  }),
  markdown: (columns) => {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
    const begin = line(columns.map(({ name }) => cellText(name))) + line(columns.map(() => '---'))
    return {
      begin,
      frame: { betweenRows: '', start: '| ', leads: between(' | ', columns), ofNull: 'NULL', end: ' |\n' },
      values: columns.map(() => cellText),
      end: '',
      empty: begin,
    }
  },
  sql: (columns, { table, isOverriding }) => {
    const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
    return {
      begin: '',
      frame: {
        betweenRows: '',
        start: `insert into ${table} (${names})${isOverriding ? ' overriding system value' : ''} values (`,
        leads: between(', ', columns),
        ofNull: 'null',
        end: ');\n',
      },
      values: columns.map(({ type }) => literalOf(type)),
      end: '',
      empty: '',
    }
  },
}

function separated(separator: string, lineEnd: string, cell: (value: string) => string) {
  return (columns: readonly Column[]): Layout => {
    const begin = columns.map(({ name }) => cell(name)).join(separator) + lineEnd
    return {
      begin,
      frame: { betweenRows: '', start: '', leads: between(separator, columns), ofNull: '', end: lineEnd },
      values: columns.map(() => cell),
      end: '',
      empty: begin,
    }
  }
}

/** Line breaks of a JSON text are outside of its strings, and mean nothing. */
const onOneLine = (write: (text: string) => string) => (text: string) => write(text).replace(/[\r\n]/g, ' ')

const between = (separator: string, columns: readonly Column[]) =>
  columns.map((_, index) => (index === 0 ? '' : separator))

function csvCell(value: string) {
  return value === '' || /[",\r\n]/.test(value) ? quoted(value) : value
}

/** Characters that start a formula in spreadsheets (OWASP, CSV injection), including full-width ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A leading apostrophe makes a spreadsheet treat a value as text; a signed number stays a number. */
const asText = (value: string) => (FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value)

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

const cellText = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>')

/** The types whose values need no quotes in SQL if they are plain digits. */
export const WRITTEN_BARE: ReadonlySet<string> = new Set([
  'int2',
  'int4',
  'int8',
  'numeric',
  'float4',
  'float8',
  'oid',
])
const literalOf = (type: string) => (text: string) =>
  type === 'bool'
    ? text === 't'
      ? 'true'
      : 'false'
    : WRITTEN_BARE.has(type) && /^[\d.e+]+$/i.test(text)
      ? text
      : quoteLiteral(text)
