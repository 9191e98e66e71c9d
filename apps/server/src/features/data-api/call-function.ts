import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { type Body, findRoutine } from '@basalt/data-api/plan/find-routine.ts'
import { type CallRequest, planCall, rowsOf } from '@basalt/data-api/plan/plan-call.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Routine } from '@basalt/data-api/schema/schema.ts'
import type { ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import { type Answered, bodyOf, mustBeInRange, mustBeOne, mustNotExceed, withWishes } from './answered.ts'
import { type Asked, offsetOf } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { handlersOf } from './find-relation.ts'
import { applied } from './read-rows.ts'
import { FORM, isJson, textOf } from './request-body.ts'
import { hoisted, isolationOf } from './role-settings.ts'

const METHODS = ['GET', 'HEAD', 'POST']

/** Answers `rpc/name`. With GET the function may only read. */
export async function callFunction(asked: Asked, asCaller: Execute): Promise<Answered> {
  const { preferences, cache, schema, method } = asked
  if (!METHODS.includes(method)) throw new DataApiError('PGRST101', `Cannot use the ${method} method on RPC`)
  const name = asked.target.slice('rpc/'.length)
  if (name === '' || name.includes('/'))
    throw new DataApiError('PGRST125', 'Invalid path specified in request URL')
  const query = asked.queryOf(asked.search)
  const { body, args: given } = argumentsOf(asked, query)
  const { routine, takesWhole } = findRoutine(cache, schema, name, body)
  const accepted = acceptedBy(asked, routine)
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  const args = takesWhole && given.kind === 'json' ? { kind: 'whole' as const, value: given.text } : given
  const request: CallRequest = {
    cache,
    schema,
    routine,
    args,
    query,
    maxRows: asked.maxRows,
    format: method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    handler: accepted.handler,
    isCounted: preferences.count !== undefined,
  }
  if (preferences.maxAffected !== undefined && !routine.returns.isSet)
    throw new DataApiError(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const planned = planCall(request)
  const execute = asCaller.with(transactionOf(routine, method))
  if (isPlan) return explained(accepted, execute, planned)
  const isRehearsal = preferences.transaction === 'rollback'
  const isOne = accepted.format === 'object' && (routine.returns.kind === 'row' || routine.returns.isSet)
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
  if (method !== 'POST') mustBeInRange(offsetOf(query), total)
  return withWishes(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(offsetOf(query), row.page, total),
        ...preferred,
      },
      body: bodyOf(accepted, row),
    },
    row,
  )
}

/** A function's return type decides which media types it offers. Throws PGRST107. */
function acceptedBy({ accept, cache }: Asked, routine: Routine): Accepted {
  const { kind, mediaType, content } = routine.returns
  const relation = rowsOf(cache, routine)
  return negotiate(accept, {
    kind: 'function',
    handlers: relation ? handlersOf(cache, relation) : [],
    ...(kind === 'scalar' && { value: { mediaType, content } }),
  })
}

/** A function that promises to change nothing is held to it, and its own settings apply from the start. */
const transactionOf = ({ volatility, settings }: Routine, method: string) => ({
  settings: {
    ...hoisted(settings),
    ...((volatility !== 'volatile' || method !== 'POST') && { transaction_read_only: 'on' }),
  },
  isolation: isolationOf(settings.get('default_transaction_isolation')),
})

type Args = CallRequest['args']

/** Throws PGRST102. */
function argumentsOf(asked: Asked, query: ParsedQuery): { body: Body; args: Args } {
  const { contentType, method } = asked
  if (method !== 'POST') return texts(query.args)
  if (contentType === FORM) return texts(parseQueryString(textOf(asked)))
  if (isJson(contentType)) {
    const text = textOf(asked).trim()
    const value = text === '' ? {} : parsed(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject)
      return { body: { kind: 'whole', types: ['json', 'jsonb'] }, args: { kind: 'whole', value: text } }
    const names = query.columns ?? Object.keys(value)
    return {
      body: { kind: 'named', names, mayBeWhole: true },
      args: { kind: 'json', text: text || '{}', names },
    }
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
  body: { kind: 'named', names: [...new Set(pairs.map(([name]) => name))], mayBeWhole: false },
  args: { kind: 'texts', pairs },
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DataApiError('PGRST102', 'Empty or invalid json')
  }
}
