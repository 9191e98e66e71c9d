import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { planEstimate, planRead, type ReadRequest } from '@basalt/data-api/plan/plan-read.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import { type Answered, mustBeOne, withWishes } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { relationOf } from './find-relation.ts'

/** Answers GET and HEAD of a table or view. */
export async function readRows(asked: Asked, execute: Execute): Promise<Answered> {
  const { cache, schema, query, settings, accepted, preferences } = asked
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const request: ReadRequest = {
    ...{ cache, schema, query, relation: relationOf(asked), maxRows: settings.maxRows },
    // Nobody reads the body of a HEAD, so that none is made.
    format: asked.method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    countTo: countTo(asked),
  }
  const planned = planRead(request)
  if (isPlan) return explained(asked, execute, planned)
  const row = await execute.once(planned)
  const total = await totalOf(asked, execute, request, row)
  if (total !== undefined && asked.offset > total) throw outOfRange(asked.offset, total)
  if (accepted.format === 'object') mustBeOne(row)
  return withWishes(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(asked.offset, row.page, total),
        ...applied(preferenceApplied(preferences, ['count', 'timezone', 'handling'])),
      },
      body: row.body ?? undefined,
    },
    row,
  )
}

export const applied = (text: string): Record<string, string> =>
  text === '' ? {} : { 'preference-applied': text }

/** How far rows are counted: an estimate is exact as long as that is cheap. */
function countTo({ preferences, settings }: Asked): number | undefined {
  if (preferences.count === 'exact') return Number.POSITIVE_INFINITY
  return preferences.count === 'estimated' ? (settings.maxRows ?? 1000) + 1 : undefined
}

async function totalOf(
  { preferences, settings }: Asked,
  execute: Execute,
  request: ReadRequest,
  row: ResultRow,
) {
  if (preferences.count === undefined) return undefined
  if (preferences.count === 'exact') return row.total ?? undefined
  const isKnown = preferences.count === 'estimated' && (row.total ?? 0) <= (settings.maxRows ?? 1000)
  if (isKnown) return row.total ?? undefined
  const [{ Plan: plan }] = JSON.parse(await execute.lines(planEstimate(request)))
  const estimate = Number(plan['Plan Rows'])
  return preferences.count === 'estimated' ? Math.max(estimate, row.total ?? 0) : estimate
}

const outOfRange = (offset: number, total: number) =>
  new DataApiError('PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
  })
