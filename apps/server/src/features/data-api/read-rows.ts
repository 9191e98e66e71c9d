import { negotiate } from '@basalt/data-api/parse/media-type.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { planOnce } from '@basalt/data-api/plan/plan-cache.ts'
import { planEstimate, planRead, type ReadRequest } from '@basalt/data-api/plan/plan-read.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import { type Answered, bodyOf, mustBeInRange, mustBeOne, withWishes } from './answered.ts'
import { type Asked, offsetOf } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { handlersOf, relationOf } from './find-relation.ts'

/** Answers GET and HEAD of a table or view. */
export async function readRows(asked: Asked, execute: Execute): Promise<Answered> {
  const { cache, schema, maxRows, preferences } = asked
  const relation = relationOf(asked)
  const accepted = negotiate(asked.accept, { kind: 'rows', handlers: handlersOf(cache, relation) })
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const request: Omit<ReadRequest, 'query'> = {
    cache,
    schema,
    relation,
    maxRows,
    handler: accepted.handler,
    // Nobody reads the body of a HEAD, so that none is made.
    format: asked.method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    countTo: countTo(asked),
  }
  const { planned, offset } = planOnce(
    cache,
    keyOf(asked, request),
    { search: asked.search },
    ({ search }) => {
      const query = asked.queryOf(search)
      return { planned: planRead({ ...request, query }), offset: offsetOf(query) }
    },
  )
  if (isPlan) return explained(accepted, execute, planned)
  const row = await execute.once(planned)
  const total = await totalOf(asked, execute, request, row)
  mustBeInRange(offset, total)
  if (accepted.format === 'object') mustBeOne(row)
  return withWishes(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(offset, row.page, total),
        ...applied(preferenceApplied(preferences, ['count', 'transaction', 'handling', 'timezone'])),
      },
      body: bodyOf(accepted, row),
    },
    row,
  )
}

/** Everything a plan depends on besides the query string and the schema. */
const keyOf = (
  { target, schema, range }: Asked,
  { format, stripsNulls, isBytes, handler, countTo, maxRows }: Omit<ReadRequest, 'query'>,
) => [schema, target, range, format, stripsNulls, isBytes, handler?.name, countTo, maxRows].join('\0')

export const applied = (text: string): Record<string, string> =>
  text === '' ? {} : { 'preference-applied': text }

/** How far rows are counted: an estimate is exact as long as that is cheap. */
function countTo({ preferences, maxRows }: Asked): number | undefined {
  if (preferences.count === 'exact') return Number.POSITIVE_INFINITY
  return preferences.count === 'estimated' ? maxRows + 1 : undefined
}

async function totalOf(asked: Asked, execute: Execute, request: Omit<ReadRequest, 'query'>, row: ResultRow) {
  const { preferences, maxRows } = asked
  if (preferences.count === undefined) return undefined
  if (preferences.count === 'exact') return row.total ?? undefined
  const isKnown = preferences.count === 'estimated' && (row.total ?? 0) <= maxRows
  if (isKnown) return row.total ?? undefined
  const [{ Plan: plan }] = JSON.parse(
    await execute.lines(planEstimate({ ...request, query: asked.queryOf(asked.search) })),
  )
  const estimate = Number(plan['Plan Rows'])
  return preferences.count === 'estimated' ? Math.max(estimate, row.total ?? 0) : estimate
}
