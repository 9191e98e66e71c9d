import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { DataApiError } from '../data-api-error.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Column, Relation } from '../schema/schema.ts'

/** Rows to write, as JSON that PostgreSQL parses. */
export interface Payload {
  json: string | Uint8Array
  /** Names of the columns in all rows. */
  keys: readonly string[]
  /** Undefined if only PostgreSQL parses the rows. */
  rows: readonly Readonly<Record<string, unknown>>[] | undefined
}

/** An unparsed JSON body, for a request that names its columns. */
export const unreadPayload = (json: Uint8Array, columns: readonly string[]): Payload => ({
  json,
  keys: [...new Set(columns)],
  rows: undefined,
})

/** Parses rows from a JSON body. Throws PGRST102. */
export function jsonPayload(text: string, columns: readonly string[] | undefined): Payload {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new DataApiError('PGRST102', 'Empty or invalid json')
  }
  const rows = Array.isArray(body) ? body : [body]
  if (rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
    throw new DataApiError('PGRST102', 'All object keys must match', {
      hint: 'The body must be an object, or an array of objects.',
    })
  // PostgreSQL expects an array. The text is passed on unchanged, with all digits of its numbers.
  return payload(Array.isArray(body) ? text : `[${text}]`, rows, columns)
}

/** A JSON.parse reviver with a value's source text (ECMAScript 2025). */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const exactly: Reviver = (_key, value, { source }) => (typeof value === 'number' ? source : value)

/** The first row of a JSON body, with numbers as their source text: a bigint may have more digits than a double. */
export function exactRow(text: string): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(text, exactly as Parameters<typeof JSON.parse>[1])
  return ((Array.isArray(body) ? body[0] : body) ?? {}) as Readonly<Record<string, unknown>>
}

export function payload(
  json: string,
  rows: readonly Record<string, unknown>[],
  columns: readonly string[] | undefined,
): Payload {
  if (columns) return { json, keys: [...new Set(columns)], rows }
  const keys = Object.keys(rows[0] ?? {})
  const known = new Set(keys)
  for (const row of rows) {
    const own = Object.keys(row)
    if (own.length !== keys.length || !own.every((key) => known.has(key)))
      throw new DataApiError('PGRST102', 'All object keys must match', {
        hint: 'Give every object the same keys, or name the columns in the "columns" parameter.',
      })
  }
  return { json, keys, rows }
}

/** The columns with these names. Throws PGRST204 with the nearest name as a hint. */
export function columnsOf(relation: Relation, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (column) return column
    const nearest = nearestName(name, relation.columns.keys())
    throw new DataApiError(
      'PGRST204',
      `Could not find the '${name.slice(0, 200)}' column of '${relation.name}' in the schema cache`,
      { hint: nearest === undefined ? null : `Perhaps you meant '${nearest}'.` },
    )
  })
}

/**
 * A `from` item `body` with the rows as typed columns. With `usesDefaults`, a missing key gets the column's default. `json`
 * is the placeholder of the payload.
 */
export function writeRecordset(
  json: string,
  columns: readonly Column[],
  { payload, usesDefaults }: { payload: Payload; usesDefaults: boolean },
): string {
  const defaults = columns.filter((column) => usesDefaults && column.default !== undefined)
  const given = defaults.map((column) => `${literalKey(column.name)}, ${column.default}`)
  const source =
    given.length === 0
      ? writeArray(json, 'json', payload)
      : `(select coalesce(json_agg(jsonb_build_object(${given.join(', ')}) || "element"), '[]') from jsonb_array_elements(${writeArray(json, 'jsonb', payload)}) as "element")`
  const typed = columns.map(
    ({ name, type, representation }) =>
      `${quoteIdentifier(name)} ${representation?.fromJson === undefined ? type : 'json'}`,
  )
  return `json_to_recordset(${source}) as "body"(${typed.join(', ')})`
}

/** The payload as an array. An unparsed body is sent as bytes, which only `json` accepts, and may be a single object. */
function writeArray(json: string, type: 'json' | 'jsonb', { rows }: Payload) {
  if (rows !== undefined) return `${json}::${type}`
  const sent = `${json}::json`
  const array = `case json_typeof(${sent}) when 'object' then json_build_array(${sent}) else ${sent} end`
  return type === 'json' ? array : `(${array})::jsonb`
}

/** A value of the recordset, cast for its column. */
export function writeInput({ name, representation }: Column): string {
  const written = `"body".${quoteIdentifier(name)}`
  return representation?.fromJson === undefined ? written : `${representation.fromJson}(${written})`
}

const literalKey = (name: string) => `'${name.replaceAll("'", "''")}'::text`
