/** A request to the Data API, before it is written in a language. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>

export interface Filter {
  column: string
  operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'is' | 'in'
  /** A list for `in`. */
  value: Json
}

interface On {
  /** Only where it is not the one that is meant anyway. */
  schema?: string
  relation: string
}

export interface ReadCall extends On {
  kind: 'read'
  /** As the query language writes it; everything when left out. */
  select?: string
  filters?: readonly Filter[]
  order?: { column: string; isDescending: boolean }
  /** The first and the last row, from 0. */
  range?: readonly [number, number]
}

export interface InsertCall extends On {
  kind: 'insert'
  rows: JsonObject | readonly JsonObject[]
  /** Changes the rows that are there already, by their primary key. */
  isUpsert?: boolean
}

export interface UpdateCall extends On {
  kind: 'update'
  change: JsonObject
  filters: readonly Filter[]
}

export interface DeleteCall extends On {
  kind: 'delete'
  filters: readonly Filter[]
}

export interface FunctionCall {
  kind: 'call'
  schema?: string
  name: string
  args: JsonObject
}

export type ApiCall = ReadCall | InsertCall | UpdateCall | DeleteCall | FunctionCall

/** Who a snippet talks to. */
export interface ApiTarget {
  /** Of the project, without a slash at the end: `https://example.com/p/abc`. */
  url: string
  /** A key, or the word that stands for one. */
  key: string
}

/** Names that mean something else where columns are named. */
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'and', 'or', 'not', 'columns', 'on_conflict'])

/** A name as the query language writes it; in quotes unless nobody could read it otherwise. */
export const queryName = (name: string) =>
  /^[A-Za-z_][\w$]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`

/** The parameters that a call puts into its address, in their order. */
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

/** What `Prefer` asks for; undefined when nothing is. */
export const preferenceOf = (call: ApiCall): string | undefined => {
  if (call.kind === 'insert')
    return call.isUpsert ? 'resolution=merge-duplicates,return=representation' : 'return=representation'
  return call.kind === 'update' ? 'return=representation' : undefined
}

/** The path below `/rest/v1`. */
export const pathOf = (call: ApiCall) =>
  call.kind === 'call' ? `/rpc/${encodeURIComponent(call.name)}` : `/${encodeURIComponent(call.relation)}`

/** Headers besides the key, in their order. */
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

/** What a call sends as its body; undefined for nothing. */
export const bodyOf = (call: ApiCall): Json | undefined => {
  if (call.kind === 'insert') return call.rows as Json
  if (call.kind === 'update') return call.change
  return call.kind === 'call' ? call.args : undefined
}
