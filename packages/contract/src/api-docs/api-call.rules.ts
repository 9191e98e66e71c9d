export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>

export interface Filter {
  column: string
  operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'is' | 'in'
  /** A list for `in`. */
  value: Json
}

interface CallTarget {
  /** Omitted for the default schema. */
  schema?: string
  relation: string
}

export interface ReadCall extends CallTarget {
  kind: 'read'
  /** In the API's query language; all columns when omitted. */
  select?: string
  filters?: readonly Filter[]
  order?: { column: string; isDescending: boolean }
  /** The first and the last row, zero-based. */
  range?: readonly [number, number]
}

export interface InsertCall extends CallTarget {
  kind: 'insert'
  rows: JsonObject | readonly JsonObject[]
  /** Updates rows whose primary key exists. */
  isUpsert?: boolean
}

export interface UpdateCall extends CallTarget {
  kind: 'update'
  change: JsonObject
  filters: readonly Filter[]
}

export interface DeleteCall extends CallTarget {
  kind: 'delete'
  filters: readonly Filter[]
}

export interface FunctionCall {
  kind: 'call'
  schema?: string
  name: string
  args: JsonObject
}

/** A request to the Data API, independent of the client's language. */
export type ApiCall = ReadCall | InsertCall | UpdateCall | DeleteCall | FunctionCall

/** The project API that a snippet calls. */
export interface ApiTarget {
  /** The project's URL without a trailing slash: `https://example.com/p/abc`. */
  url: string
  /** A key, or a placeholder for one. */
  key: string
  /** The token of a user whom the caller acts as. */
  token?: string | undefined
}

/** Query parameters with a meaning of their own, which a column of that name must not be mistaken for. */
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'and', 'or', 'not', 'columns', 'on_conflict'])

/** A name in the API's query language, quoted unless it is unambiguous. */
export const queryName = (name: string) =>
  /^[A-Za-z_][\w$]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`

/** The query parameters of a call, in order. */
export function queryOf(call: ApiCall): [string, string][] {
  if (call.kind === 'call' || call.kind === 'insert') return []
  const filters = (call.filters ?? []).map(({ column, operator, value }): [string, string] => [
    queryName(column),
    `${operator}.${filterValue(value)}`,
  ])
  if (call.kind !== 'read') return filters
  const { order, range } = call
  return [
    ['select', call.select ?? '*'],
    ...filters,
    ...(order
      ? [['order', queryName(order.column) + (order.isDescending ? '.desc' : '')] as [string, string]]
      : []),
    ...(range
      ? ([
          ['limit', String(range[1] - range[0] + 1)],
          ['offset', String(range[0])],
        ] as [string, string][])
      : []),
  ]
}

const filterValue = (value: Json): string =>
  Array.isArray(value) ? `(${value.map((one) => quotedInList(String(one))).join(',')})` : String(value)

const quotedInList = (text: string) =>
  /[,()"\\\s]/.test(text) || text === '' ? `"${text.replace(/["\\]/g, '\\$&')}"` : text

/** The `Prefer` header of a call; undefined for none. */
export const preferenceOf = (call: ApiCall): string | undefined => {
  if (call.kind === 'insert')
    return call.isUpsert ? 'resolution=merge-duplicates,return=representation' : 'return=representation'
  return call.kind === 'update' ? 'return=representation' : undefined
}

/** The path below `/rest/v1`. */
export const pathOf = (call: ApiCall) =>
  call.kind === 'call' ? `/rpc/${encodeURIComponent(call.name)}` : `/${encodeURIComponent(call.relation)}`

/** Headers besides the key, in order. */
export function headersOf(call: ApiCall): [string, string][] {
  const preference = preferenceOf(call)
  const profile = call.kind === 'read' ? 'Accept-Profile' : 'Content-Profile'
  return [
    ...(call.schema === undefined ? [] : [[profile, call.schema] as [string, string]]),
    ...(preference === undefined ? [] : [['Prefer', preference] as [string, string]]),
  ]
}

export const methods = {
  read: 'GET',
  insert: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  call: 'POST',
} as const

/** The body of a call; undefined for none. */
export const bodyOf = (call: ApiCall): Json | undefined => {
  if (call.kind === 'insert') return call.rows as Json
  if (call.kind === 'update') return call.change
  return call.kind === 'call' ? call.args : undefined
}
