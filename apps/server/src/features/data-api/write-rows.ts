import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type Preferences, preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { exactRow, type Payload } from '@basalt/data-api/plan/payload.ts'
import { planWrite, type WriteRequest } from '@basalt/data-api/plan/plan-write.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Relation } from '@basalt/data-api/schema/schema.ts'
import { levelKey, type ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import { type Answered, bodyOf, mustBeOne, mustNotExceed, withWishes } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { handlersOf, relationOf } from './find-relation.ts'
import { applied } from './read-rows.ts'
import { payloadOf } from './request-body.ts'

/** Answers POST, PUT, PATCH and DELETE of a table or view. Nothing is written when it throws. */
export async function writeRows(asked: Asked, execute: Execute): Promise<Answered> {
  const { preferences, cache, schema, method } = asked
  const query = asked.queryOf(asked.search)
  const relation = relationOf(asked)
  const accepted = negotiate(asked.accept, { kind: 'rows', handlers: handlersOf(cache, relation) })
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const write = writeOf(asked, query, relation)
  const returnsRows = preferences.representation === 'representation'
  const request: WriteRequest = {
    cache,
    schema,
    relation,
    query,
    write,
    returns: returnsRows ? 'rows' : preferences.representation === 'headers-only' ? 'location' : 'nothing',
    format: isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    handler: accepted.handler,
  }
  // A caller that asks for one object means exactly one row, whether it is returned or not.
  const isOne = accepted.format === 'object'
  if (writesNothing(write)) {
    if (isOne) mustBeOne(nothing)
    return answerOf(asked, request, accepted, nothing)
  }
  const planned = planWrite(request)
  if (isPlan) return explained(accepted, execute, planned)
  const isRehearsal = preferences.transaction === 'rollback'
  const mustCheck = isOne || isRehearsal || preferences.maxAffected !== undefined || method === 'PUT'
  const check = (row: ResultRow) => {
    if (isOne) mustBeOne(row)
    if (method === 'PUT' && row.page > 1)
      throw new DataApiError('PGRST115', 'Payload values do not match URL in primary key column(s)')
    mustNotExceed(row, method === 'POST' ? undefined : preferences.maxAffected)
  }
  const row = await (mustCheck ? execute.checked(planned, check, isRehearsal) : execute.once(planned))
  return withWishes(answerOf(asked, request, accepted, row), row)
}

/** An update without any value, or an insert without any row, is no statement of SQL. */
const writesNothing = (write: WriteRequest['write']) =>
  (write.kind === 'update' && write.payload.keys.length === 0) ||
  (write.kind === 'insert' && write.payload.count === 0)

const nothing: ResultRow = {
  total: null,
  page: 0,
  body: '[]',
  location: null,
  inserted: null,
  headers: null,
  status: null,
}

function writeOf(asked: Asked, query: ParsedQuery, relation: Relation): WriteRequest['write'] {
  const usesDefaults = asked.preferences.missing === 'default'
  switch (asked.method) {
    case 'DELETE':
      return { kind: 'delete' }
    case 'PATCH':
      return { kind: 'update', payload: payloadOf(asked, query), usesDefaults }
    case 'PUT': {
      const payload = payloadOf(asked, query)
      mustBeByKey(query, relation, payload)
      return { kind: 'insert', payload, usesDefaults, resolution: 'merge-duplicates' }
    }
    default:
      return {
        kind: 'insert',
        payload: payloadOf(asked, query),
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
  const sent = exactRow(json)
  const matches = primaryKey.every(
    (column) => keys.includes(column) && String(sent[column]) === named.get(column),
  )
  if (rows.length !== 1 || !matches)
    throw new DataApiError('PGRST115', 'Payload values do not match URL in primary key column(s)')
}

const honoured: readonly (keyof Preferences)[] = [
  ...([
    'resolution',
    'missing',
    'representation',
    'count',
    'transaction',
    'handling',
    'timezone',
    'maxAffected',
  ] as const),
]

function answerOf(
  { preferences, method }: Asked,
  { returns, write, relation }: WriteRequest,
  accepted: Accepted,
  row: ResultRow,
): Answered {
  const isInsert = write.kind === 'insert'
  const total = preferences.count === undefined ? undefined : row.page
  const preference = { ...preferences, resolution: isInsert ? preferences.resolution : undefined }
  return {
    status: statusOf(method, returns, row),
    headers: {
      ...(returns === 'rows' && { 'content-type': accepted.type }),
      'content-range':
        isInsert || write.kind === 'delete' ? contentRange(0, 0, total) : contentRange(0, row.page, total),
      ...(row.location !== null && { location: locationOf(relation, row.location) }),
      ...applied(preferenceApplied(preference, honoured)),
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
