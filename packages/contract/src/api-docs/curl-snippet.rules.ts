import {
  type ApiCall,
  type ApiTarget,
  bodyOf,
  headersOf,
  methods,
  pathOf,
  queryOf,
} from './api-call.rules.ts'

/** A call with curl, for a POSIX shell. */
export function curlSnippet(call: ApiCall, { url, key }: ApiTarget): string {
  const query = queryOf(call).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const address = `${url}/rest/v1${pathOf(call)}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = bodyOf(call)
  const method = methods[call.kind]
  return lines([
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}${quoted(address)}`,
    header('apikey', key),
    ...headersOf(call).map(([name, value]) => header(name, value)),
    ...(body === undefined
      ? []
      : [header('Content-Type', 'application/json'), `-d ${quoted(JSON.stringify(body))}`]),
  ])
}

/** A first request, which answers with a description of all there is. */
export const curlSetup = ({ url, key }: ApiTarget) =>
  lines([`curl ${quoted(`${url}/rest/v1/`)}`, header('apikey', key)])

/** Asks as somebody who has a token of their own. `path` stands below `/rest/v1`. */
export const curlWithToken = (path: string, { url, key }: ApiTarget) =>
  lines([
    `curl ${quoted(`${url}/rest/v1${path}`)}`,
    header('apikey', key),
    `-H "Authorization: Bearer $TOKEN"`,
  ])

const lines = (parts: readonly string[]) => `${parts.join(' \\\n  ')}\n`
const header = (name: string, value: string) => `-H ${quoted(`${name}: ${value}`)}`
/** Nothing has a meaning between single quotes but a single quote. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Leaves what is readable and means nothing in a query: `select=id,title,directors(*)`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/%2C|%3A|%22|%21/g, (code) =>
    code === '%22' ? code : decodeURIComponent(code),
  )
