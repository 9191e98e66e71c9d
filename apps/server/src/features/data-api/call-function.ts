import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { type Body, findRoutine } from '@basalt/data-api/plan/find-routine.ts'
import { type CallRequest, planCall } from '@basalt/data-api/plan/plan-call.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import { type Answered, mustBeOne, mustNotExceed, withWishes } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { applied } from './read-rows.ts'
import { FORM, isJson, textOf } from './request-body.ts'

const METHODS = ['GET', 'HEAD', 'POST']

/** Answers `rpc/name`. With GET the function may only read. */
export async function callFunction(asked: Asked, execute: Execute): Promise<Answered> {
  const { accepted, preferences, cache, schema, settings, method } = asked
  if (!METHODS.includes(method)) throw new DataApiError('PGRST101', `Cannot use the ${method} method on RPC`)
  const name = asked.target.slice('rpc/'.length)
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const { body, args: given } = argumentsOf(asked)
  const { routine, takesWhole } = findRoutine(cache, schema, name, body)
  const args = takesWhole && given.kind === 'json' ? { kind: 'whole' as const, value: given.text } : given
  const request: CallRequest = {
    ...{ cache, schema, routine, args, query: asked.query, maxRows: settings.maxRows },
    format: method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isCounted: preferences.count !== undefined,
  }
  if (accepted.format === 'raw' && routine.returns.kind !== 'scalar')
    throw new DataApiError('PGRST107', 'None of these media types are available: text/plain')
  const planned = planCall(request)
  if (isPlan) return explained(asked, execute, planned)
  const isRehearsal = preferences.transaction === 'rollback'
  const isOne = accepted.format === 'object' && routine.returns.kind === 'row'
  const check = (row: ResultRow) => {
    if (isOne) mustBeOne(row)
    mustNotExceed(row, preferences.maxAffected)
  }
  const mustCheck = (isOne || isRehearsal || preferences.maxAffected !== undefined) && method === 'POST'
  const row = await (mustCheck ? execute.checked(planned, check, isRehearsal) : execute.once(planned))
  check(row)
  const preferred = applied(
    preferenceApplied(preferences, ['count', 'transaction', 'handling', 'timezone', 'maxAffected']),
  )
  if (routine.returns.kind === 'void')
    return withWishes({ status: 204, headers: preferred, body: undefined }, row)
  const total = row.total ?? undefined
  return withWishes(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(asked.offset, row.page, total),
        ...preferred,
      },
      body: row.body ?? '',
    },
    row,
  )
}

type Args = CallRequest['args']

/** Throws PGRST102. */
function argumentsOf(asked: Asked): { body: Body; args: Args } {
  const { contentType, query, method } = asked
  if (method !== 'POST') return texts(query.args)
  if (contentType === FORM) return texts(parseQueryString(textOf(asked)))
  if (isJson(contentType)) {
    const text = textOf(asked).trim()
    const value = text === '' ? {} : parsed(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject)
      return { body: { kind: 'whole', types: ['json', 'jsonb'] }, args: { kind: 'whole', value: text } }
    const names = query.columns ?? Object.keys(value)
    return { body: { kind: 'named', names }, args: { kind: 'json', text: text || '{}', names } }
  }
  if (contentType === 'text/plain')
    return { body: { kind: 'whole', types: ['text'] }, args: { kind: 'whole', value: textOf(asked) } }
  if (contentType === 'text/xml')
    return { body: { kind: 'whole', types: ['xml'] }, args: { kind: 'whole', value: textOf(asked) } }
  if (contentType === 'application/octet-stream')
    return { body: { kind: 'whole', types: ['bytea'] }, args: { kind: 'whole', value: asked.body } }
  throw new DataApiError('PGRST102', `Content-Type not acceptable: ${contentType.slice(0, 100)}`)
}

const texts = (pairs: readonly (readonly [string, string])[]): { body: Body; args: Args } => ({
  body: { kind: 'named', names: [...new Set(pairs.map(([name]) => name))] },
  args: { kind: 'texts', pairs },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DataApiError('PGRST102', 'Empty or invalid json')
  }
}
