import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { type Body, findRoutine } from '@basalt/data-api/plan/find-routine.ts'
import { planOnce, type PlanInput } from '@basalt/data-api/plan/plan-cache.ts'
import { type CallRequest, planCall, rowsOf } from '@basalt/data-api/plan/plan-call.ts'
import type { ExpectedRows } from '@basalt/data-api/plan/result.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Routine } from '@basalt/data-api/schema/schema.ts'
import {
  type Answered,
  bodyOf,
  kept,
  mustBeInRange,
  mustBeOne,
  mustNotExceed,
  withWishes,
} from './answered.ts'
import { type Asked, offsetOf } from './asked.ts'
import type { Execute } from './execute.ts'
import { explained, mustExplain } from './explain.ts'
import { handlersOf } from './find-relation.ts'
import { applied } from './read-rows.ts'
import { FORM, isJson, namedColumns, textOf } from './request-body.ts'
import { hoisted, isolationOf } from './role-settings.ts'

const METHODS = ['GET', 'HEAD', 'POST']

/** Answers `rpc/name`. With GET the function may only read. */
export async function callFunction(asked: Asked, asCaller: Execute): Promise<Answered> {
  const { preferences, cache, method } = asked
  if (!METHODS.includes(method)) throw new DataApiError('PGRST101', `Cannot use the ${method} method on RPC`)
  const name = asked.target.slice('rpc/'.length)
  if (name === '' || name.includes('/'))
    throw new DataApiError('PGRST125', 'Invalid path specified in request URL')
  const sent = method === 'POST' ? sentIn(asked) : undefined
  const plan = (said: PlanInput) => planFor(asked, name, said, sent)
  const said: PlanInput = { search: asked.search, body: sent?.isKept ? sent.value : undefined }
  const hasArguments = sent === undefined
  const { routine, accepted, offset, transaction, planned } =
    sent === undefined || sent.isKept
      ? planOnce(cache, keyOf(asked, sent), said, plan, { hasArguments })
      : plan(said)
  const isPlan = accepted.format === 'plan'
  if (isPlan) mustExplain(asked)
  if (preferences.maxAffected !== undefined && !routine.returns.isSet)
    throw new DataApiError(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const execute = asCaller.with(transaction)
  if (isPlan) return explained(accepted, execute, planned)
  const check = (row: Pick<ResultRow, 'page'>) => {
    if (isOne(accepted, routine)) mustBeOne(row)
    mustNotExceed(row, preferences.maxAffected)
  }
  const row = await kept(execute, planned, preferences, check)
  const preferred = applied(
    preferenceApplied(preferences, ['count', 'transaction', 'handling', 'timezone', 'maxAffected']),
  )
  if (routine.returns.kind === 'void')
    return withWishes({ status: 204, headers: preferred, body: undefined }, row)
  const total = row.total ?? undefined
  if (method !== 'POST') mustBeInRange(offset, total)
  return withWishes(
    {
      status: total !== undefined && row.page < total ? 206 : 200,
      headers: {
        'content-type': accepted.type,
        'content-range': contentRange(offset, row.page, total),
        ...preferred,
      },
      body: bodyOf(accepted, row),
    },
    row,
  )
}

/** Finds the function that a call means, and plans to call it. Throws DataApiError. */
function planFor(asked: Asked, name: string, { search, body }: PlanInput, sent: Sent | undefined) {
  const { cache, schema, method, preferences } = asked
  const query = asked.queryOf(search)
  const given = sent === undefined ? texts(query.args) : sent.withValue(body)
  const { routine, takesWhole } = findRoutine(cache, schema, name, given.body)
  const accepted = acceptedBy(asked, routine)
  const isPlan = accepted.format === 'plan'
  const args =
    takesWhole && given.args.kind === 'json' ? { kind: 'whole' as const, value: given.args.text } : given.args
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
    expected: expectedOf(asked, isOne(accepted, routine)),
  }
  return {
    routine,
    accepted,
    planned: planCall(request),
    offset: offsetOf(query),
    transaction: transactionOf(routine, method),
  }
}

/** What a plan depends on besides the query string, the values of arguments and the schema. */
const keyOf = (
  { method, schema, target, accept, range, maxRows, preferences }: Asked,
  sent: Sent | undefined,
) =>
  [
    ...[method, schema, target, accept, range, maxRows],
    ...[preferences.count !== undefined, preferences.maxAffected, sent?.key],
  ].join('\0')

const isOne = ({ format }: Accepted, { returns }: Routine) =>
  format === 'object' && (returns.kind === 'row' || returns.isSet)

/** With how many rows a call stands; undefined where any number will do. */
function expectedOf({ preferences: { maxAffected } }: Asked, isOne: boolean): ExpectedRows | undefined {
  if (isOne) return { least: 1, most: Math.min(1, maxAffected ?? 1) }
  return maxAffected === undefined ? undefined : { least: 0, most: maxAffected }
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

/** The arguments of a call by POST. */
interface Sent {
  /** What becomes one value of the statement. */
  value: string | Uint8Array
  /** Whether calls that differ only in the value are planned alike. */
  isKept: boolean
  /** What the plan depends on. */
  key: string
  withValue(value: PlanInput['body']): { body: Body; args: Args }
}

/** Throws PGRST102. */
function sentIn(asked: Asked): Sent {
  const { contentType } = asked
  if (contentType === FORM) {
    const given = texts(parseQueryString(textOf(asked)))
    return { value: '', isKept: false, key: '', withValue: () => given }
  }
  if (!isJson(contentType))
    return whole([wholeType(contentType)], contentType === BYTES ? asked.body : textOf(asked))
  const text = textOf(asked).trim() || '{}'
  const value = parsed(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return whole(['json', 'jsonb'], text)
  const names = namedColumns(asked) ?? Object.keys(value)
  return {
    value: text,
    // Nothing is made a value of where there are no names.
    isKept: names.length > 0,
    key: JSON.stringify(names),
    withValue: (value = text) => ({
      body: { kind: 'named', names, mayBeWhole: true },
      args: { kind: 'json', text: String(value), names },
    }),
  }
}

const BYTES = 'application/octet-stream'

/** Throws PGRST102 for what no function takes. */
function wholeType(contentType: string) {
  if (contentType === 'text/plain') return 'text'
  if (contentType === 'text/xml') return 'xml'
  if (contentType === BYTES) return 'bytea'
  throw new DataApiError('PGRST102', `Content-Type not acceptable: ${contentType.slice(0, 100)}`)
}

const whole = (types: readonly string[], sent: string | Uint8Array): Sent => ({
  value: sent,
  isKept: true,
  key: types.join(),
  withValue: (value = sent) => ({ body: { kind: 'whole', types }, args: { kind: 'whole', value } }),
})

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
