import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { ANSWER_BYTES_MAX } from '../data-api.rules.ts'
import type { Format } from '../parse/media-type.ts'
import { writeRow } from './level.ts'
import { writeLimit } from './write-limit.ts'

interface Result {
  /** What brings the rows: a select, or a write that returns them. */
  source: string
  /** What is made of the rows of the source, where that is more than to take them. */
  rows?: string
  format: Format
  stripsNulls?: boolean
  /** The only column counts, not a row of it: what a function returns. */
  isScalar?: boolean
  /** One value, not an array of one: what a function returns that is no set. */
  isSingle?: boolean
  /** No columns are selected. */
  isEmpty?: boolean
  /** Makes the body, for the format `handled`: an aggregate, and the type of the rows that it takes. */
  handler?: { name: string; rowType: string | undefined } | undefined
  /** The value is bytes, returned as hexadecimal digits. */
  isBytes?: boolean
  /** The names of the columns, where they are known: CSV needs them. */
  columns?: readonly string[] | undefined
  /** An expression. */
  total?: string
  location?: string
  /** An expression: how many rows were not there before. */
  inserted?: string | undefined
  /** The statement fails, and undoes what it did, with any other number of rows. */
  expected?: ExpectedRows | undefined
}

/** How many rows a write may have. */
export interface ExpectedRows {
  least: number
  most: number
}

const UNEXPECTED = 'unexpected number of rows:'

/** PostgreSQL fails at reading the text as a number, which it does only where there are too few rows or too many. */
const writePage = (expected: ExpectedRows | undefined) =>
  expected === undefined
    ? 'count(*)'
    : `case when count(*) between ${writeLimit(expected.least)} and ${writeLimit(expected.most)} then count(*) else ('${UNEXPECTED} ' || count(*))::int8 end`

/** The number of rows with which a statement failed that expects another one; undefined for any other error. */
export function unexpectedRows(error: unknown): number | undefined {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== '22P02') return undefined
  const [, rows] = /"unexpected number of rows: (\d+)"/.exec(error.message) ?? []
  return rows === undefined ? undefined : Number(rows)
}

/** Whether a statement failed because its answer would be too long. */
export const isTooLong = (error: unknown) =>
  error instanceof Error &&
  (error as { code?: unknown }).code === '22P02' &&
  error.message.includes(`"${TOO_LONG} `)

const TOO_LONG = 'too long an answer:'

/**
 * The statement around a source of rows: it counts them, makes the answer's body of them in PostgreSQL, and reads what
 * code of the database has set for the answer.
 */
export function writeResult(result: Result): string {
  const { source, rows, format, total, location, inserted, expected, ...made } = result
  const body = bodies[format](made)
  const answer = `select ${total ?? 'null::int8'} as total, ${writePage(expected)} as page, ${body} as body, ${location ?? 'null'} as location, ${inserted ?? 'null'} as inserted, ${setting('headers')} as headers, ${setting('status')} as status from (${rows ?? 'select * from "source"'}) as "row"`
  const checked = `case when octet_length(body) > ${ANSWER_BYTES_MAX} then ('${TOO_LONG} ' || octet_length(body))::int8::text else body end as body`
  return `with "source" as (${source}) select total, page, ${checked}, location, inserted, headers, status from (${answer}) as "answer"`
}

const setting = (name: string) => `nullif(current_setting('response.${name}', true), '')`

type Made = Pick<
  Result,
  'stripsNulls' | 'isScalar' | 'isSingle' | 'isEmpty' | 'isBytes' | 'handler' | 'columns'
>

/** The name of the only column of a function's result when it has none. */
export const SCALAR = 'pgrst_scalar'
const VALUE = `"row".${quoteIdentifier(SCALAR)}`

const rowsAsJson = ({ stripsNulls, isScalar, isEmpty = false }: Made) => {
  const rows = `json_agg(${isScalar ? VALUE : writeRow({ isEmpty }, '"row"')})`
  return stripsNulls ? `json_strip_nulls(${rows})` : rows
}

const inQuotes = (text: string) =>
  `case when ${text} ~ E'[",\\r\\n]' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`

/** Columns that are known are written as PostgreSQL writes them; of others there is only what JSON has. */
const csv = ({ columns, isScalar }: Made) => {
  const known = isScalar ? [SCALAR] : columns
  if (!known) return unknownCsv
  if (known.length === 0) return `''`
  const header = known
    .map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(',')
  const cells = known.map((name) => inQuotes(`"row".${quoteIdentifier(name)}::text`))
  return `${quoteLiteral(header)} || coalesce(E'\\n' || string_agg(${cells.join(` || ',' || `)}, E'\\n'), '')`
}

const unknownCsv =
  `coalesce((select string_agg(${inQuotes('"key"')}, ',' order by "place") ` +
  `from json_each_text((json_agg("row")->0)) with ordinality as "cell"("key", "value", "place")) || E'\\n' || ` +
  `string_agg((select string_agg(${inQuotes('"value"')}, ',' order by "place") ` +
  `from json_each_text(row_to_json("row")) with ordinality as "cell"("key", "value", "place")), E'\\n'), '')`

const array = (made: Made) =>
  made.isSingle
    ? `coalesce((${rowsAsJson(made)}->0)::text, 'null')`
    : `coalesce(${rowsAsJson(made)}, '[]')::text`

const bodies: Record<Format, (made: Made) => string> = {
  array,
  object: (made) => `coalesce((${rowsAsJson(made)}->0)::text, 'null')`,
  csv,
  raw: ({ isBytes }) =>
    isBytes ? `encode(string_agg(${VALUE}::bytea, ''::bytea), 'hex')` : `string_agg(${VALUE}::text, '')`,
  handled: ({ handler, isBytes }) => {
    const made = `${handler?.name}(${handler?.rowType === undefined ? '"row"' : `"row"::${handler.rowType}`})`
    return isBytes ? `encode(${made}::bytea, 'hex')` : `${made}::text`
  },
  none: () => 'null::text',
  plan: array,
  openapi: () => 'null::text',
}
