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
export function curlSnippet(call: ApiCall, { url, key, token }: ApiTarget): string {
  const query = queryOf(call).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const address = `${url}/rest/v1${pathOf(call)}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = bodyOf(call)
  const method = methods[call.kind]
  return lines([
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}${quoted(address)}`,
    header('apikey', key),
    ...bearer(token),
    ...headersOf(call).map(([name, value]) => header(name, value)),
    ...(body === undefined
      ? []
      : [header('Content-Type', 'application/json'), `-d ${quoted(JSON.stringify(body))}`]),
  ])
}

/** A first request, which returns the API's description. */
export const curlSetup = ({ url, key, token }: ApiTarget) =>
  lines([`curl ${quoted(`${url}/rest/v1/`)}`, header('apikey', key), ...bearer(token)])

/** A request with the user's own token. `path` is below `/rest/v1`. */
export const curlWithToken = (path: string, { url, key }: ApiTarget) =>
  lines([
    `curl ${quoted(`${url}/rest/v1${path}`)}`,
    header('apikey', key),
    `-H "Authorization: Bearer $TOKEN"`,
  ])

const bearer = (token: string | undefined) =>
  token === undefined ? [] : [header('Authorization', `Bearer ${token}`)]
const lines = (parts: readonly string[]) => `${parts.join(' \\\n  ')}\n`
const header = (name: string, value: string) => `-H ${quoted(`${name}: ${value}`)}`
/** Between single quotes, only a single quote is special. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Percent-encodes, but keeps readable what a query may contain as is: `select=id,title,directors(*)`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/%2C|%3A|%22|%21/g, (code) =>
    code === '%22' ? code : decodeURIComponent(code),
  )
