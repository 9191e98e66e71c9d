import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { preferenceApplied } from '@basalt/data-api/parse/prefer.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { contentRange } from '@basalt/data-api/parse/range.ts'
import { type Body, findRoutine } from '@basalt/data-api/plan/find-routine.ts'
import { type PlanInput, planOnce } from '@basalt/data-api/plan/plan-cache.ts'
import { type CallRequest, planCall, rowsOf } from '@basalt/data-api/plan/plan-call.ts'
import type { ExpectedRows } from '@basalt/data-api/plan/result.ts'
import type { ResultRow } from '@basalt/data-api/plan/statement.ts'
import type { Routine } from '@basalt/data-api/schema/schema.ts'
import { type ApiRequest, offsetOf } from './api-request.ts'
import {
  type ApiResponse,
  bodyOf,
  checkMaxAffected,
  checkRange,
  checkSingleRow,
  executeChecked,
  withDatabaseOverrides,
} from './api-response.ts'
import type { Execute } from './execute.ts'
import { checkExplainAllowed, explain } from './explain.ts'
import { handlersOf } from './find-relation.ts'
import { preferenceAppliedHeader } from './read-rows.ts'
import { FORM, isJson, namedColumns, textOf } from './request-body.ts'
import { hoistedSettings, isolationOf } from './role-settings.ts'

const METHODS = ['GET', 'HEAD', 'POST']

/** Handles `rpc/name`. With GET the function may only read. */
export async function callFunction(apiRequest: ApiRequest, asCaller: Execute): Promise<ApiResponse> {
  const { preferences, cache, method } = apiRequest
  if (!METHODS.includes(method)) throw new DataApiError('PGRST101', `Cannot use the ${method} method on RPC`)
  const name = apiRequest.target.slice('rpc/'.length)
  if (name === '' || name.includes('/'))
    throw new DataApiError('PGRST125', 'Invalid path specified in request URL')
  const sent = method === 'POST' ? parseArguments(apiRequest) : undefined
  const plan = (input: PlanInput) => planFor(apiRequest, name, input, sent)
  const input: PlanInput = { search: apiRequest.search, body: sent?.isCacheable ? sent.value : undefined }
  const hasArguments = sent === undefined
  const { routine, accepted, offset, transaction, planned } =
    sent === undefined || sent.isCacheable
      ? planOnce(cache, keyOf(apiRequest, sent), input, plan, { hasArguments })
      : plan(input)
  const isPlan = accepted.format === 'plan'
  if (isPlan) checkExplainAllowed(apiRequest)
  if (preferences.maxAffected !== undefined && !routine.returns.isSet)
    throw new DataApiError(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const execute = asCaller.with(transaction)
  if (isPlan) return explain(accepted, execute, planned)
  const check = (row: Pick<ResultRow, 'page'>) => {
    if (isOne(accepted, routine)) checkSingleRow(row)
    checkMaxAffected(row, preferences.maxAffected)
  }
  const row = await executeChecked(execute, planned, preferences, check)
  const preferred = preferenceAppliedHeader(
    preferenceApplied(preferences, ['count', 'transaction', 'handling', 'timezone', 'maxAffected']),
  )
  if (routine.returns.kind === 'void')
    return withDatabaseOverrides({ status: 204, headers: preferred, body: undefined }, row)
  const total = row.total ?? undefined
  if (method !== 'POST') checkRange(offset, total)
  return withDatabaseOverrides(
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

/** Resolves the function of a call and plans the statement. Throws DataApiError. */
function planFor(
  apiRequest: ApiRequest,
  name: string,
  { search, body }: PlanInput,
  sent: BodyArguments | undefined,
) {
  const { cache, schema, method, preferences } = apiRequest
  const query = apiRequest.queryOf(search)
  const given = sent === undefined ? texts(query.args) : sent.withValue(body)
  const { routine, takesWhole } = findRoutine(cache, schema, name, given.body)
  const accepted = acceptedBy(apiRequest, routine)
  const isPlan = accepted.format === 'plan'
  const args =
    takesWhole && given.args.kind === 'json' ? { kind: 'whole' as const, value: given.args.text } : given.args
  const request: CallRequest = {
    cache,
    schema,
    routine,
    args,
    query,
    maxRows: apiRequest.maxRows,
    format: method === 'HEAD' ? 'none' : isPlan ? accepted.plan!.for : accepted.format,
    stripsNulls: accepted.stripsNulls,
    isBytes: accepted.isBytes,
    handler: accepted.handler,
    isCounted: preferences.count !== undefined,
    expected: expectedOf(apiRequest, isOne(accepted, routine)),
  }
  return {
    routine,
    accepted,
    planned: planCall(request),
    offset: offsetOf(query),
    transaction: transactionOf(routine, method),
  }
}

/** What a plan depends on besides the query string, the argument values and the schema. */
const keyOf = (
  { method, schema, target, accept, range, maxRows, preferences }: ApiRequest,
  sent: BodyArguments | undefined,
) =>
  [
    ...[method, schema, target, accept, range, maxRows],
    ...[preferences.count !== undefined, preferences.maxAffected, sent?.key],
  ].join('\0')

const isOne = ({ format }: Accepted, { returns }: Routine) =>
  format === 'object' && (returns.kind === 'row' || returns.isSet)

/** The number of rows that a call may return; undefined for any. */
function expectedOf({ preferences: { maxAffected } }: ApiRequest, isOne: boolean): ExpectedRows | undefined {
  if (isOne) return { least: 1, most: Math.min(1, maxAffected ?? 1) }
  return maxAffected === undefined ? undefined : { least: 0, most: maxAffected }
}

/** A function's return type decides which media types it offers. Throws PGRST107. */
function acceptedBy({ accept, cache }: ApiRequest, routine: Routine): Accepted {
  const { kind, mediaType, content } = routine.returns
  const relation = rowsOf(cache, routine)
  return negotiate(accept, {
    kind: 'function',
    handlers: relation ? handlersOf(cache, relation) : [],
    ...(kind === 'scalar' && { value: { mediaType, content } }),
  })
}

/** A non-volatile function runs in a read-only transaction, and its own settings apply from the start. */
const transactionOf = ({ volatility, settings }: Routine, method: string) => ({
  settings: {
    ...hoistedSettings(settings),
    ...((volatility !== 'volatile' || method !== 'POST') && { transaction_read_only: 'on' }),
  },
  isolation: isolationOf(settings.get('default_transaction_isolation')),
})

type Args = CallRequest['args']

/** The arguments in the body of a POST. */
interface BodyArguments {
  /** The body as a single value of the statement. */
  value: string | Uint8Array
  /** Whether calls that differ only in the value share a plan. */
  isCacheable: boolean
  /** What the plan depends on. */
  key: string
  withValue(value: PlanInput['body']): { body: Body; args: Args }
}

/** Throws PGRST102. */
function parseArguments(apiRequest: ApiRequest): BodyArguments {
  const { contentType } = apiRequest
  if (contentType === FORM) {
    const given = texts(parseQueryString(textOf(apiRequest)))
    return { value: '', isCacheable: false, key: '', withValue: () => given }
  }
  if (!isJson(contentType))
    return whole([wholeType(contentType)], contentType === BYTES ? apiRequest.body : textOf(apiRequest))
  const text = textOf(apiRequest).trim() || '{}'
  const value = parsed(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return whole(['json', 'jsonb'], text)
  const names = namedColumns(apiRequest) ?? Object.keys(value)
  return {
    value: text,
    // Without names the statement has no value.
    isCacheable: names.length > 0,
    key: JSON.stringify(names),
    withValue: (value = text) => ({
      body: { kind: 'named', names, mayBeWhole: true },
      args: { kind: 'json', text: String(value), names },
    }),
  }
}

const BYTES = 'application/octet-stream'

/** The type of an argument that takes a whole body. Throws PGRST102 for an unsupported content type. */
function wholeType(contentType: string) {
  if (contentType === 'text/plain') return 'text'
  if (contentType === 'text/xml') return 'xml'
  if (contentType === BYTES) return 'bytea'
  throw new DataApiError('PGRST102', `Content-Type not acceptable: ${contentType.slice(0, 100)}`)
}

const whole = (types: readonly string[], sent: string | Uint8Array): BodyArguments => ({
  value: sent,
  isCacheable: true,
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
