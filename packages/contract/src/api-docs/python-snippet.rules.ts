import {
  type ApiCall,
  type ApiTarget,
  bodyOf,
  headersOf,
  type Json,
  methods,
  pathOf,
  queryOf,
} from './api-call.rules.ts'

/** Defines the `url` and `headers` that the snippets use. */
export const pythonSetup = (target: ApiTarget) =>
  target.token === undefined
    ? `import requests

url = ${text(`${target.url}/rest/v1`)}
headers = {"apikey": ${text(target.key)}}
`
    : `token = ${text(target.token)}\n\n${pythonSetupWithToken(target)}`

/** The set-up with the user's own token. */
export const pythonSetupWithToken = ({ url, key }: ApiTarget) => `import requests

url = ${text(`${url}/rest/v1`)}
headers = {
    "apikey": ${text(key)},
    "Authorization": f"Bearer {token}",
}
`

/** A call with requests: a complete program except for `url` and `headers`. */
export function pythonSnippet(call: ApiCall): string {
  const headers = headersOf(call).map(([name, value]) => `${text(name)}: ${text(value)}`)
  const query = Object.fromEntries(queryOf(call))
  const body = bodyOf(call)
  const args = [
    `url + ${text(pathOf(call))}`,
    headers.length === 0 ? 'headers=headers' : `headers={**headers, ${headers.join(', ')}}`,
    ...(Object.keys(query).length === 0 ? [] : [`params=${literal(query, 1)}`]),
    ...(body === undefined ? [] : [`json=${literal(body, 1)}`]),
  ]
  const call_ = `response = requests.${methods[call.kind].toLowerCase()}(\n${args.map((arg) => `    ${arg},\n`).join('')})\n`
  const check = 'response.raise_for_status()\n'
  return call_ + check + (call.kind === 'delete' ? '' : 'data = response.json()\n')
}

/** A JSON string is a Python string; `JSON.stringify` leaves characters beyond 16 bits unescaped. */
const text = (value: string) => JSON.stringify(value)

const WIDTH = 60
const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

function literal(value: Json, depth = 0): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? String(value)
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${text(key)}: ${literal(one, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length <= WIDTH && !line.includes('\n')) return line
  const inner = '    '.repeat(depth + 1)
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${'    '.repeat(depth)}${close}`
}
