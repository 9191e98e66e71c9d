import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { RESPONSE_BYTES_MAX } from '../data-api.rules.ts'
import type { Format } from '../parse/media-type.ts'
import { writeRow } from './level.ts'
import { writeLimit } from './write-limit.ts'

interface Result {
  /** The statement that returns the rows: a select, or a write with `returning`. */
  source: string
  /** A select over the rows of the source, if they are not returned unchanged. */
  rows?: string
  format: Format
  stripsNulls?: boolean
  /** Whether each row is its only column's value: the scalar result of a function. */
  isScalar?: boolean
  /** Whether the body is a single value instead of an array: the result of a function that returns no set. */
  isSingle?: boolean
  /** Whether no columns are selected. */
  isEmpty?: boolean
  /** Renders the body for the format `handled`: an aggregate, and the row type that it accepts. */
  handler?: { name: string; rowType: string | undefined } | undefined
  /** Whether the value is binary; it is returned as hexadecimal digits. */
  isBytes?: boolean
  /** The names of the columns, if known: CSV needs them. */
  columns?: readonly string[] | undefined
  /** An expression. */
  total?: string
  location?: string
  /** An expression for the number of new rows. */
  inserted?: string | undefined
  /** With any other number of rows the statement fails and is rolled back. */
  expected?: ExpectedRows | undefined
}

/** The number of rows that a write may affect. */
export interface ExpectedRows {
  least: number
  most: number
}

const UNEXPECTED = 'unexpected number of rows:'

/** Casting the text to a number makes the statement fail, which is only evaluated for too few or too many rows. */
const writePage = (expected: ExpectedRows | undefined) =>
  expected === undefined
    ? 'count(*)'
    : `case when count(*) between ${writeLimit(expected.least)} and ${writeLimit(expected.most)} then count(*) else ('${UNEXPECTED} ' || count(*))::int8 end`

/** The number of rows of a statement that failed because of `expected`; undefined for any other error. */
export function unexpectedRows(error: unknown): number | undefined {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== '22P02') return undefined
  const [, rows] = /"unexpected number of rows: (\d+)"/.exec(error.message) ?? []
  return rows === undefined ? undefined : Number(rows)
}

/** Whether a statement failed because its response would be too long. */
export const isTooLongError = (error: unknown) =>
  error instanceof Error &&
  (error as { code?: unknown }).code === '22P02' &&
  error.message.includes(`"${TOO_LONG} `)

const TOO_LONG = 'too long an answer:'

/**
 * The statement around a source of rows: it counts them, renders the response body in PostgreSQL, and reads the headers and
 * status that functions of the database have set.
 */
export function writeResult(result: Result): string {
  const { source, rows, format, total, location, inserted, expected, ...made } = result
  const body = bodies[format](made)
  const answer = `select ${total ?? 'null::int8'} as total, ${writePage(expected)} as page, ${body} as body, ${location ?? 'null'} as location, ${inserted ?? 'null'} as inserted, ${setting('headers')} as headers, ${setting('status')} as status from (${rows ?? 'select * from "source"'}) as "row"`
  const checked = `case when octet_length(body) > ${RESPONSE_BYTES_MAX} then ('${TOO_LONG} ' || octet_length(body))::int8::text else body end as body`
  return `with "source" as (${source}) select total, page, ${checked}, location, inserted, headers, status from (${answer}) as "answer"`
}

const setting = (name: string) => `nullif(current_setting('response.${name}', true), '')`

type BodyOptions = Pick<
  Result,
  'stripsNulls' | 'isScalar' | 'isSingle' | 'isEmpty' | 'isBytes' | 'handler' | 'columns'
>

/** The name of the column of a scalar function result. */
export const SCALAR = 'pgrst_scalar'
const VALUE = `"row".${quoteIdentifier(SCALAR)}`

const rowsAsJson = ({ stripsNulls, isScalar, isEmpty = false }: BodyOptions) => {
  const rows = `json_agg(${isScalar ? VALUE : writeRow({ isEmpty }, '"row"')})`
  return stripsNulls ? `json_strip_nulls(${rows})` : rows
}

const inQuotes = (text: string) =>
  `case when ${text} ~ E'[",\\r\\n]' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`

/** Known columns are PostgreSQL's text; unknown ones are taken from the row as JSON. */
const csv = ({ columns, isScalar }: BodyOptions) => {
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

const array = (made: BodyOptions) =>
  made.isSingle
    ? `coalesce((${rowsAsJson(made)}->0)::text, 'null')`
    : `coalesce(${rowsAsJson(made)}, '[]')::text`

const bodies: Record<Format, (made: BodyOptions) => string> = {
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
