import type { IncomingHttpHeaders } from 'node:http'
import { DEVICE_COOKIE, SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { isSearchable } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { type Preferences, parsePrefer } from '@basalt/data-api/parse/prefer.ts'
import { parseQuery } from '@basalt/data-api/parse/query.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { parseRange } from '@basalt/data-api/parse/range.ts'
import type { ApiConfig } from '@basalt/data-api/schema/api-config.ts'
import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import { levelKey, type ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiCaller } from '../../http/api-gates.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import type { Disconnect } from '../../platform/project-databases/disconnect.ts'
import { settingsOfRole } from './role-settings.ts'

/** A request to the Data API, as far as it can be understood without the database. */
export interface Asked {
  ref: string
  method: string
  /** Below the base: a table's name, `rpc/` and a function's, or nothing. */
  target: string
  schema: string
  cache: SchemaCache
  /** Rows at each level at most. */
  maxRows: number
  /** The query string as it came: identical ones are planned once. */
  search: string
  /** Parses a query string as that of this request, with its range. Throws DataApiError. */
  queryOf(search: string): ParsedQuery
  /** The Range header, when it applies. */
  range: string | undefined
  preferences: Preferences
  accept: string | undefined
  caller: DatabaseCaller
  contentType: string
  body: Buffer
  /** When the request was parsed, in milliseconds of this process. */
  parsedAt: number
}

interface Sent {
  ref: string
  caller: ApiCaller
  request: FastifyRequest
  settings: DataApiSettings
  cache: SchemaCache
  disconnect: Disconnect
}

const JSON_TYPE = 'application/json'
const READING = ['GET', 'HEAD']
/** Those that write no more rows than a limit allows. */
const LIMITED_WRITES = ['PATCH', 'DELETE']

/** Throws DataApiError. */
export function askedIn({ ref, caller, request, settings, cache, disconnect }: Sent): Asked {
  const { method, headers } = request
  const { url = '' } = request.raw
  const target = (request.params as { '*'?: string })['*'] ?? ''
  const isReading = READING.includes(method)
  const schema = profileOf(request, cache.exposed)
  const preferences = allowed(parsePrefer(headerOf(request, 'prefer')), cache.config)
  const mark = url.indexOf('?')
  const hasArguments = target.startsWith('rpc/') && isReading
  // RFC 9110 defines Range for GET alone.
  const range = method === 'GET' ? headerOf(request, 'range') : undefined
  const { settings: ofRole, isolation } = settingsOfRole(cache, caller.role)
  return {
    ref,
    method,
    target,
    schema,
    cache,
    search: mark < 0 ? '' : url.slice(mark + 1),
    range,
    preferences,
    queryOf: (text) =>
      parseQuery(parseQueryString(text), {
        hasArguments,
        range: parseRange(range),
        refusesInvalidLimits: LIMITED_WRITES.includes(method),
      }),
    maxRows: cache.config.maxRows ?? settings.max_rows,
    accept: headers.accept,
    caller: {
      role: caller.role,
      claims: caller.claims,
      settings: {
        ...ofRole,
        search_path: searchPath(schema, searched(settings, cache.config)),
        'request.method': method,
        'request.path': `/${target}`,
        'request.headers': headersText(headers),
        'request.cookies': cookiesText(request),
        // What code has set for longer than its own request must not answer another one.
        'response.headers': '',
        'response.status': '',
        ...(preferences.timezone !== undefined && { timezone: preferences.timezone }),
        ...(isReading && { transaction_read_only: 'on' }),
      },
      isolation,
      preRequest: cache.config.preRequest && `select ${cache.config.preRequest.map(quoted).join('.')}()`,
      // A key serves a whole app, a token one person: neither holds up the other.
      group: `${caller.role} ${caller.claims.sub === undefined ? 'key' : 'token'}`,
      lane: `${schema}/${target}`,
      disconnect,
    },
    contentType: essenceOf(headers['content-type']),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    parsedAt: performance.now(),
  }
}

/** The place of the first row in the answer. */
export const offsetOf = ({ levels }: ParsedQuery) => levels.get(levelKey([]))?.offset ?? 0

/** The preferences that the database's own configuration leaves to callers. */
const allowed = (preferences: Preferences, { transactionEnd }: ApiConfig): Preferences =>
  transactionEnd.mayBeChosen
    ? {
        ...preferences,
        transaction: preferences.transaction ?? (transactionEnd.isRolledBack ? 'rollback' : undefined),
      }
    : { ...preferences, transaction: transactionEnd.isRolledBack ? 'rollback' : undefined }

/** Returns the same list until one of the two changes. */
const searched = ({ db_extra_search_path: extra }: DataApiSettings, { extraSearchPath }: ApiConfig) =>
  extraSearchPath ?? extra

/** By the list that it is made of, which stays the same until somebody changes the settings. */
const searchPaths = new WeakMap<readonly string[], Map<string, string>>()

function searchPath(schema: string, extra: readonly string[]) {
  const known = searchPaths.get(extra) ?? new Map<string, string>()
  searchPaths.set(extra, known)
  const path =
    known.get(schema) ?? [...new Set([schema, ...extra.filter(isSearchable)])].map(quoted).join(', ')
  known.set(schema, path)
  return path
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** PostgreSQL's text has no zero character, and JSON of headers has none that is not escaped. */
const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '')

/** Our own identify the user of the dashboard, which shares the origin: no project's code may see them. */
const OWN_COOKIES = [SESSION_COOKIE, DEVICE_COOKIE]

const headersText = (headers: IncomingHttpHeaders) =>
  jsonText(headers.cookie === undefined ? headers : { ...headers, cookie: undefined })

/** The type without its parameters. */
const essenceOf = (type = JSON_TYPE) => (type === JSON_TYPE ? type : type.split(';')[0]!.trim().toLowerCase())

function cookiesText(request: FastifyRequest) {
  if (request.headers.cookie === undefined) return '{}'
  const others = Object.entries(request.cookies).filter(([name]) => !OWN_COOKIES.includes(name))
  return jsonText(Object.fromEntries(others))
}

export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The exposed schema that a request means. Throws PGRST106 with those there are. */
export function profileOf(request: FastifyRequest, exposed: readonly string[]) {
  const header = READING.includes(request.method) ? 'accept-profile' : 'content-profile'
  const schema = headerOf(request, header) ?? exposed[0] ?? ''
  if (exposed.includes(schema)) return schema
  throw new DataApiError('PGRST106', `Invalid schema: ${schema.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}
