import { type ApiCall, type ApiTarget, type Filter, type Json, queryName } from './api-call.rules.ts'

/** Creates the client that the snippets use. */
export const javascriptSetup = (target: ApiTarget) =>
  target.token === undefined
    ? `import { createClient } from '@supabase/supabase-js'

const client = createClient(${text(target.url)}, ${text(target.key)})
`
    : `const token = ${text(target.token)}\n\n${javascriptSetupWithToken(target)}`

/** Creates a client that sends the user's own token. */
export const javascriptSetupWithToken = ({
  url,
  key,
}: ApiTarget) => `import { createClient } from '@supabase/supabase-js'

const client = createClient(${text(url)}, ${text(key)}, {
  accessToken: async () => token,
})
`

/** A call with supabase-js: a complete program except for `client`. */
export const javascriptSnippet = (call: ApiCall) => {
  const steps = [...stepsOf(call)]
  const start = call.schema === undefined ? 'client' : `client.schema(${text(call.schema)})`
  const line = `const { data, error } = await ${start}${steps.join('')}`
  if (steps.length < 3 && line.length <= 80 && !line.includes('\n')) return `${line}\n`
  return `const { data, error } = await ${start}\n${steps.map((step) => `  ${step.replaceAll('\n', '\n  ')}\n`).join('')}`
}

function* stepsOf(call: ApiCall): Generator<string> {
  if (call.kind === 'call') {
    yield Object.keys(call.args).length === 0
      ? `.rpc(${text(call.name)})`
      : `.rpc(${text(call.name)}, ${literal(call.args)})`
    return
  }
  yield `.from(${text(call.relation)})`
  if (call.kind === 'read') yield `.select(${call.select === undefined ? '' : text(call.select)})`
  if (call.kind === 'insert') yield `.${call.isUpsert ? 'upsert' : 'insert'}(${literal(call.rows as Json)})`
  if (call.kind === 'update') yield `.update(${literal(call.change)})`
  if (call.kind === 'delete') yield '.delete()'
  if (call.kind !== 'insert') for (const filter of call.filters ?? []) yield filterStep(filter)
  if (call.kind === 'read') {
    const { order, range } = call
    if (order)
      yield `.order(${text(queryName(order.column))}${order.isDescending ? ', { ascending: false }' : ''})`
    if (range) yield `.range(${range[0]}, ${range[1]})`
  }
  // Without it, the response does not hold the written rows.
  if (call.kind === 'insert' || call.kind === 'update') yield '.select()'
}

const filterStep = ({ column, operator, value }: Filter) =>
  `.${operator}(${text(queryName(column))}, ${literal(value)})`

/** A string literal, in single quotes unless it needs escapes. */
const text = (value: string) =>
  /^[^'\\\p{Cc}\u2028\u2029]*$/u.test(value) ? `'${value}'` : JSON.stringify(value)

const WIDTH = 60

function literal(value: Json, depth = 0): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = '  '.repeat(depth + 1)
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${literal(one, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}'
  if (line.length <= WIDTH && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`
}

// A plain `__proto__` key in an object literal would set the prototype.
const keyOf = (key: string) =>
  key === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)
