import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type Preferences, preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { planOnce } from '@basalt/data-api/plan/plan-cache.ts'
import { exactRow, type Payload } from '@basalt/data-api/plan/payload.ts'
import { planWrite, type WriteRequest } from '@basalt/data-api/plan/plan-write.ts'
import type { ExpectedRows } from '@basalt/data-api/plan/result.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import { levelKey, type ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import { type Answered, bodyOf, kept, mustBeOne, mustNotExceed, withWishes } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { handlersOf, relationOf } from './find-relation.ts'
import { applied } from './read-rows.ts'
import { insertedBy, payloadOf } from './request-body.ts'

/** Answers POST, PUT, PATCH and DELETE of a table or view. Nothing is written when it throws. */
export async function writeRows(asked: Asked, execute: Execute): Promise<Answered> {
  const { preferences, cache, schema, method, search } = asked
  const relation = relationOf(asked)
  const accepted = negotiate(asked.accept, { kind: 'rows', handlers: handlersOf(cache, relation) })
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const write = writeOf(asked, relation)
  const returnsRows = preferences.representation === 'representation'
  // A caller who asks for one object means exactly one row, whether it is sent back or not.
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
    expected: expectedOf(asked, isOne),
  }
  if (writesNothing(write)) {
    // What is malformed is refused all the same.
    asked.queryOf(search)
    if (isOne) mustBeOne(nothing)
    return answerOf(asked, request, accepted, nothing)
  }
  const said = { search, body: sentAs(write) }
  const { planned } = planOnce(cache, keyOf(asked, request), said, (one) => ({
    planned: planWrite({ ...request, query: asked.queryOf(one.search), write: writing(write, one.body) }),
  }))
  if (isPlan) return explained(accepted, execute, planned)
  const row = await kept(execute, planned, preferences, (rows) => {
    if (isOne) mustBeOne(rows)
    if (method === 'PUT' && rows.page > 1)
      throw new DataApiError('PGRST115', 'Payload values do not match URL in primary key column(s)')
    mustNotExceed(rows, preferences.maxAffected)
  })
  return withWishes(answerOf(asked, request, accepted, row), row)
}

/** With how many rows a write stands; undefined where any number will do. */
function expectedOf(
  { method, preferences: { maxAffected } }: Asked,
  isOne: boolean,
): ExpectedRows | undefined {
  const most = Math.min(
    isOne || method === 'PUT' ? 1 : Number.POSITIVE_INFINITY,
    method === 'POST' ? Number.POSITIVE_INFINITY : (maxAffected ?? Number.POSITIVE_INFINITY),
  )
  return Number.isFinite(most) ? { least: isOne ? 1 : 0, most } : undefined
}

type Write = WriteRequest['write']

/** What becomes a value of the statement: the rows, where they have any columns. */
const sentAs = (write: Write) =>
  write.kind === 'delete' || write.payload.keys.length === 0 ? undefined : write.payload.json

const writing = (write: Write, json: Payload['json'] | undefined): Write =>
  write.kind === 'delete' || json === undefined ? write : { ...write, payload: { ...write.payload, json } }

/** What a plan depends on besides the query string, the rows and the schema. */
function keyOf(
  { target, schema, method }: Asked,
  { write, returns, format, stripsNulls, isBytes, handler, expected }: Omit<WriteRequest, 'query'>,
) {
  const how = [method, schema, target, returns, format, stripsNulls, isBytes, handler?.name]
  const rows = [expected?.least, expected?.most]
  if (write.kind === 'delete') return [...how, ...rows].join('\0')
  const { keys, rows: read } = write.payload
  // Other rows are counted by PostgreSQL alone.
  const count = write.kind === 'update' || keys.length === 0 ? read?.length : read === undefined
  const resolution = write.kind === 'insert' && write.resolution
  return [...how, ...rows, count, resolution, write.usesDefaults, JSON.stringify(keys)].join('\0')
}

/** An update without any value, or an insert without any row, is no statement of SQL. */
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

function writeOf(asked: Asked, relation: Relation): Write {
  const usesDefaults = asked.preferences.missing === 'default'
  switch (asked.method) {
    case 'DELETE':
      return { kind: 'delete' }
    case 'PATCH':
      return { kind: 'update', payload: payloadOf(asked), usesDefaults }
    case 'PUT': {
      const payload = payloadOf(asked)
      mustBeByKey(asked.queryOf(asked.search), relation, payload)
      return { kind: 'insert', payload, usesDefaults, resolution: 'merge-duplicates' }
    }
    default:
      return {
        kind: 'insert',
        payload: insertedBy(asked),
        usesDefaults,
        resolution: asked.preferences.resolution,
      }
  }
}

/** PUT writes the one row that its address names by its key. Throws PGRST105, PGRST114 and PGRST115. */
function mustBeByKey(query: ParsedQuery, { primaryKey }: Relation, { json, rows, keys }: Payload) {
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

/** What each kind of write can honour, in the order of the answer. */
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

/** Rows can only be duplicates of others by a key. */
const mayConflict = ({ primaryKey }: Relation, search: string) =>
  primaryKey.length > 0 || /(?:^|&)on_conflict=/.test(search)

function answerOf(
  { preferences, method, search }: Asked,
  { returns, write, relation }: Omit<WriteRequest, 'query'>,
  accepted: Accepted,
  row: ResultRow,
): Answered {
  // The rows of an update are counted as places, those of an insert or a delete are not.
  const hasPlaces = write.kind === 'update'
  const total = preferences.count === undefined ? undefined : row.page
  const preference = mayConflict(relation, search) ? preferences : { ...preferences, resolution: undefined }
  return {
    status: statusOf(method, returns, row),
    headers: {
      ...(returns === 'rows' && { 'content-type': accepted.type }),
      ...(method !== 'PUT' && { 'content-range': contentRange(0, hasPlaces ? row.page : 0, total) }),
      ...(row.location !== null && { location: locationOf(relation, row.location) }),
      ...applied(preferenceApplied(preference, honoured[method] ?? [])),
    },
    body: returns === 'rows' ? bodyOf(accepted, row) : undefined,
  }
}

/** An upsert that found every row there has made none. */
function statusOf(method: string, returns: WriteRequest['returns'], { inserted }: ResultRow) {
  if (method === 'POST') return inserted === 0 ? 200 : 201
  if (returns !== 'rows') return 204
  return method === 'PUT' && inserted !== null && inserted > 0 ? 201 : 200
}

/** Where the row that was inserted is found. */
function locationOf({ name }: Relation, key: string) {
  const filters = Object.entries(JSON.parse(key) as Record<string, unknown>).map(
    ([column, value]) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(String(value))}`,
  )
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}
