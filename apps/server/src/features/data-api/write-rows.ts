import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type Preferences, preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { exactRow, type Payload } from '@basalt/data-api/plan/payload.ts'
import { planOnce } from '@basalt/data-api/plan/plan-cache.ts'
import { planWrite, type WriteRequest } from '@basalt/data-api/plan/plan-write.ts'
import type { ExpectedRows } from '@basalt/data-api/plan/result.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import { levelKey, type ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import type { ApiRequest } from './api-request.ts'
import {
  type ApiResponse,
  bodyOf,
  checkMaxAffected,
  checkSingleRow,
  executeChecked,
  withDatabaseOverrides,
} from './api-response.ts'
import type { Execute } from './execute.ts'
import { checkExplainAllowed, explain } from './explain.ts'
import { handlersOf, relationOf } from './find-relation.ts'
import { preferenceAppliedHeader } from './read-rows.ts'
import { insertPayloadOf, payloadOf } from './request-body.ts'

/** Handles POST, PUT, PATCH and DELETE of a table or view. Nothing is written when it throws. */
export async function writeRows(apiRequest: ApiRequest, execute: Execute): Promise<ApiResponse> {
  const { preferences, cache, schema, method, search } = apiRequest
  const relation = relationOf(apiRequest)
  const accepted = negotiate(apiRequest.accept, { kind: 'rows', handlers: handlersOf(cache, relation) })
  const isPlan = accepted.format === 'plan'
  if (isPlan) checkExplainAllowed(apiRequest)
  const write = writeOf(apiRequest, relation)
  const returnsRows = preferences.representation === 'representation'
  // A request for one object means exactly one row, whether it is returned or not.
  const isOne = accepted.format === 'object'
  const request: Omit<WriteRequest, 'query'> = {
    cache,
    schema,
    relation,
    write,
    returns: returnsRows ? 'rows' : preferences.representation === 'headers-only' ? 'location' : 'nothing',
    format: isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    handler: accepted.handler,
    expected: expectedOf(apiRequest, isOne),
  }
  if (writesNothing(write)) {
    // A malformed query is still refused.
    apiRequest.queryOf(search)
    if (isOne) checkSingleRow(nothing)
    return responseOf(apiRequest, request, accepted, nothing)
  }
  const input = { search, body: payloadValue(write) }
  const { planned } = planOnce(cache, keyOf(apiRequest, request), input, (one) => ({
    planned: planWrite({
      ...request,
      query: apiRequest.queryOf(one.search),
      write: withPayloadValue(write, one.body),
    }),
  }))
  if (isPlan) return explain(accepted, execute, planned)
  const row = await executeChecked(execute, planned, preferences, (rows) => {
    if (isOne) checkSingleRow(rows)
    if (method === 'PUT' && rows.page > 1)
      throw new DataApiError('PGRST115', 'Payload values do not match URL in primary key column(s)')
    checkMaxAffected(rows, preferences.maxAffected)
  })
  return withDatabaseOverrides(responseOf(apiRequest, request, accepted, row), row)
}

/** The number of rows that a write may affect; undefined for any. */
function expectedOf(
  { method, preferences: { maxAffected } }: ApiRequest,
  isOne: boolean,
): ExpectedRows | undefined {
  const most = Math.min(
    isOne || method === 'PUT' ? 1 : Number.POSITIVE_INFINITY,
    method === 'POST' ? Number.POSITIVE_INFINITY : (maxAffected ?? Number.POSITIVE_INFINITY),
  )
  return Number.isFinite(most) ? { least: isOne ? 1 : 0, most } : undefined
}

type Write = WriteRequest['write']

/** The rows as a value of the statement; undefined if they have no columns. */
const payloadValue = (write: Write) =>
  write.kind === 'delete' || write.payload.keys.length === 0 ? undefined : write.payload.json

const withPayloadValue = (write: Write, json: Payload['json'] | undefined): Write =>
  write.kind === 'delete' || json === undefined ? write : { ...write, payload: { ...write.payload, json } }

/** What a plan depends on besides the query string, the rows and the schema. */
function keyOf(
  { target, schema, method }: ApiRequest,
  { write, returns, format, stripsNulls, isBytes, handler, expected }: Omit<WriteRequest, 'query'>,
) {
  const how = [method, schema, target, returns, format, stripsNulls, isBytes, handler?.name]
  const rows = [expected?.least, expected?.most]
  if (write.kind === 'delete') return [...how, ...rows].join('\0')
  const { keys, rows: read } = write.payload
  // The plan depends on the number of rows only for updates and for rows without columns.
  const count = write.kind === 'update' || keys.length === 0 ? read?.length : read === undefined
  const resolution = write.kind === 'insert' && write.resolution
  return [...how, ...rows, count, resolution, write.usesDefaults, JSON.stringify(keys)].join('\0')
}

/** SQL has no update without values and no insert without rows. */
const writesNothing = (write: Write) =>
  (write.kind === 'update' && write.payload.keys.length === 0) ||
  (write.kind === 'insert' && write.payload.rows?.length === 0)

const nothing: ResultRow = {
  total: null,
  page: 0,
  body: '[]',
  location: null,
  inserted: null,
  headers: null,
  status: null,
}

function writeOf(apiRequest: ApiRequest, relation: Relation): Write {
  const usesDefaults = apiRequest.preferences.missing === 'default'
  switch (apiRequest.method) {
    case 'DELETE':
      return { kind: 'delete' }
    case 'PATCH':
      return { kind: 'update', payload: payloadOf(apiRequest), usesDefaults }
    case 'PUT': {
      const payload = payloadOf(apiRequest)
      checkPutByKey(apiRequest.queryOf(apiRequest.search), relation, payload)
      return { kind: 'insert', payload, usesDefaults, resolution: 'merge-duplicates' }
    }
    default:
      return {
        kind: 'insert',
        payload: insertPayloadOf(apiRequest),
        usesDefaults,
        resolution: apiRequest.preferences.resolution,
      }
  }
}

/** PUT writes the one row that its URL identifies by key. Throws PGRST105, PGRST114 and PGRST115. */
function checkPutByKey(query: ParsedQuery, { primaryKey }: Relation, { json, rows, keys }: Payload) {
  const level = query.levels.get(levelKey([]))
  if (level?.limit !== undefined || level?.offset !== undefined)
    throw new DataApiError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const named = new Map<string, string>()
  for (const condition of level?.conditions ?? [])
    if (
      condition.kind === 'test' &&
      !condition.isNegated &&
      condition.field.path.length === 0 &&
      condition.test.kind === 'binary' &&
      condition.test.operator === 'eq'
    )
      named.set(condition.field.column, condition.test.value)
  const isExact =
    primaryKey.length > 0 &&
    level?.conditions.length === primaryKey.length &&
    primaryKey.every((column) => named.has(column))
  if (!isExact)
    throw new DataApiError(
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  const sent = exactRow(String(json))
  const matches = primaryKey.every(
    (column) => keys.includes(column) && String(sent[column]) === named.get(column),
  )
  if (rows?.length !== 1 || !matches)
    throw new DataApiError('PGRST115', 'Payload values do not match URL in primary key column(s)')
}

/** The preferences that each method honours, in the order of the response header. */
const CHANGED: readonly (keyof Preferences)[] = [
  'missing',
  'representation',
  'count',
  'transaction',
  'handling',
  'timezone',
  'maxAffected',
]
const honoured: Record<string, readonly (keyof Preferences)[]> = {
  POST: ['resolution', 'missing', 'representation', 'count', 'transaction', 'handling', 'timezone'],
  PUT: ['representation', 'count', 'transaction', 'handling', 'timezone'],
  PATCH: CHANGED,
  DELETE: CHANGED,
}

/** Without a key there are no duplicates to resolve. */
const mayConflict = ({ primaryKey }: Relation, search: string) =>
  primaryKey.length > 0 || /(?:^|&)on_conflict=/.test(search)

function responseOf(
  { preferences, method, search }: ApiRequest,
  { returns, write, relation }: Omit<WriteRequest, 'query'>,
  accepted: Accepted,
  row: ResultRow,
): ApiResponse {
  // As in PostgREST, only the Content-Range of an update has a range of rows.
  const hasRange = write.kind === 'update'
  const total = preferences.count === undefined ? undefined : row.page
  const preference = mayConflict(relation, search) ? preferences : { ...preferences, resolution: undefined }
  return {
    status: statusOf(method, returns, row),
    headers: {
      ...(returns === 'rows' && { 'content-type': accepted.type }),
      ...(method !== 'PUT' && { 'content-range': contentRange(0, hasRange ? row.page : 0, total) }),
      ...(row.location !== null && { location: locationOf(relation, row.location) }),
      ...preferenceAppliedHeader(preferenceApplied(preference, honoured[method] ?? [])),
    },
    body: returns === 'rows' ? bodyOf(accepted, row) : undefined,
  }
}

/** An upsert that inserted no rows is 200. */
function statusOf(method: string, returns: WriteRequest['returns'], { inserted }: ResultRow) {
  if (method === 'POST') return inserted === 0 ? 200 : 201
  if (returns !== 'rows') return 204
  return method === 'PUT' && inserted !== null && inserted > 0 ? 201 : 200
}

/** The path of the inserted row. */
function locationOf({ name }: Relation, key: string) {
  const filters = Object.entries(JSON.parse(key) as Record<string, unknown>).map(
    ([column, value]) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(String(value))}`,
  )
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}
