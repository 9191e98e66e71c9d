import { negotiate } from '@basalt/data-api/parse/media-type.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { planOnce } from '@basalt/data-api/plan/plan-cache.ts'
import { planEstimate, planRead, type ReadRequest } from '@basalt/data-api/plan/plan-read.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import { type ApiRequest, offsetOf } from './api-request.ts'
import {
  type ApiResponse,
  bodyOf,
  checkRange,
  checkSingleRow,
  withDatabaseOverrides,
} from './api-response.ts'
import type { Execute } from './execute.ts'
import { checkExplainAllowed, explain } from './explain.ts'
import { handlersOf, relationOf } from './find-relation.ts'

/** Handles GET and HEAD of a table or view. */
export async function readRows(apiRequest: ApiRequest, execute: Execute): Promise<ApiResponse> {
  const { cache, schema, maxRows, preferences } = apiRequest
  const relation = relationOf(apiRequest)
  const accepted = negotiate(apiRequest.accept, { kind: 'rows', handlers: handlersOf(cache, relation) })
  const isPlan = accepted.format === 'plan'
  if (isPlan) checkExplainAllowed(apiRequest)
  const request: Omit<ReadRequest, 'query'> = {
    cache,
    schema,
    relation,
    maxRows,
    handler: accepted.handler,
    // A HEAD has no body, so none is rendered.
    format: apiRequest.method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    countTo: countTo(apiRequest),
  }
  const { planned, offset } = planOnce(
    cache,
    keyOf(apiRequest, request),
    { search: apiRequest.search },
    ({ search }) => {
      const query = apiRequest.queryOf(search)
      return { planned: planRead({ ...request, query }), offset: offsetOf(query) }
    },
  )
  if (isPlan) return explain(accepted, execute, planned)
  const row = await execute.once(planned)
  const total = await totalOf(apiRequest, execute, request, row)
  checkRange(offset, total)
  if (accepted.format === 'object') checkSingleRow(row)
  return withDatabaseOverrides(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(offset, row.page, total),
        ...preferenceAppliedHeader(
          preferenceApplied(preferences, ['count', 'transaction', 'handling', 'timezone']),
        ),
      },
      body: bodyOf(accepted, row),
    },
    row,
  )
}

/** What a plan depends on besides the query string and the schema. */
const keyOf = (
  { target, schema, range }: ApiRequest,
  { format, stripsNulls, isBytes, handler, countTo, maxRows }: Omit<ReadRequest, 'query'>,
) => [schema, target, range, format, stripsNulls, isBytes, handler?.name, countTo, maxRows].join('\0')

export const preferenceAppliedHeader = (text: string): Record<string, string> =>
  text === '' ? {} : { 'preference-applied': text }

/** How far to count rows: `estimated` counts exactly while that is cheap. */
function countTo({ preferences, maxRows }: ApiRequest): number | undefined {
  if (preferences.count === 'exact') return Number.POSITIVE_INFINITY
  return preferences.count === 'estimated' ? maxRows + 1 : undefined
}

async function totalOf(
  apiRequest: ApiRequest,
  execute: Execute,
  request: Omit<ReadRequest, 'query'>,
  row: ResultRow,
) {
  const { preferences, maxRows } = apiRequest
  if (preferences.count === undefined) return undefined
  if (preferences.count === 'exact') return row.total ?? undefined
  const isKnown = preferences.count === 'estimated' && (row.total ?? 0) <= maxRows
  if (isKnown) return row.total ?? undefined
  const [{ Plan: plan }] = JSON.parse(
    await execute.lines(planEstimate({ ...request, query: apiRequest.queryOf(apiRequest.search) })),
  )
  const estimate = Number(plan['Plan Rows'])
  return preferences.count === 'estimated' ? Math.max(estimate, row.total ?? 0) : estimate
}
