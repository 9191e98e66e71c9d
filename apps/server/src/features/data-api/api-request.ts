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
import { API_APPLICATION } from '../../platform/project-databases/project-connection.ts'
import { settingsOfRole } from './role-settings.ts'

/** A request to the Data API, as far as it can be parsed without the database. */
export interface ApiRequest {
  ref: string
  method: string
  /** The path below the base: a relation's name, `rpc/` and a function's name, or empty. */
  target: string
  schema: string
  cache: SchemaCache
  /** The most rows at each level. */
  maxRows: number
  /** The unparsed query string, part of the key of the plan cache. */
  search: string
  /** Parses a query string in the context of this request, with its range. Throws DataApiError. */
  queryOf(search: string): ParsedQuery
  /** The Range header, if it applies. */
  range: string | undefined
  preferences: Preferences
  accept: string | undefined
  caller: DatabaseCaller
  contentType: string
  body: Buffer
  /** When the request was parsed, as `performance.now()`. */
  parsedAt: number
}

interface RequestContext {
  ref: string
  caller: ApiCaller
  request: FastifyRequest
  settings: DataApiSettings
  cache: SchemaCache
  disconnect: Disconnect
}

const JSON_TYPE = 'application/json'
const READING = ['GET', 'HEAD']
/** Methods that write no more rows than `limit`. */
const LIMITED_WRITES = ['PATCH', 'DELETE']

/** Throws DataApiError. */
export function parseApiRequest({
  ref,
  caller,
  request,
  settings,
  cache,
  disconnect,
}: RequestContext): ApiRequest {
  const { method, headers } = request
  const { url = '' } = request.raw
  const target = (request.params as { '*'?: string })['*'] ?? ''
  const isReading = READING.includes(method)
  const schema = profileOf(request, cache.exposed)
  const preferences = allowedPreferences(parsePrefer(headerOf(request, 'prefer')), cache.config)
  const mark = url.indexOf('?')
  const hasArguments = target.startsWith('rpc/') && isReading
  // RFC 9110 defines Range only for GET.
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
        search_path: searchPath(schema, configuredSearchPath(settings, cache.config)),
        'request.method': method,
        'request.path': `/${target}`,
        'request.headers': headersText(headers),
        'request.cookies': cookiesText(request),
        // What PostgreSQL logs meanwhile names the request.
        application_name: `${API_APPLICATION} ${request.id}`,
        // Functions may have set these for the session; they must not affect the next request.
        'response.headers': '',
        'response.status': '',
        ...(preferences.timezone !== undefined && { timezone: preferences.timezone }),
        ...(isReading && { transaction_read_only: 'on' }),
      },
      isolation,
      preRequest: cache.config.preRequest && `select ${cache.config.preRequest.map(quoted).join('.')}()`,
      // Requests with keys and with user tokens queue separately, so that neither group delays the other.
      group: `${caller.role} ${caller.claims.sub === undefined ? 'key' : 'token'}`,
      lane: `${schema}/${target}`,
      disconnect,
    },
    contentType: mediaTypeOf(headers['content-type']),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    parsedAt: performance.now(),
  }
}

/** The offset of the first row of the response. */
export const offsetOf = ({ levels }: ParsedQuery) => levels.get(levelKey([]))?.offset ?? 0

/** The preferences, restricted to what the database's configuration allows callers to choose. */
const allowedPreferences = (preferences: Preferences, { transactionEnd }: ApiConfig): Preferences =>
  transactionEnd.mayBeChosen
    ? {
        ...preferences,
        transaction: preferences.transaction ?? (transactionEnd.isRolledBack ? 'rollback' : undefined),
      }
    : { ...preferences, transaction: transactionEnd.isRolledBack ? 'rollback' : undefined }

/** The configured search path; the same object until the settings change. */
const configuredSearchPath = (
  { db_extra_search_path: extra }: DataApiSettings,
  { extraSearchPath }: ApiConfig,
) => extraSearchPath ?? extra

/** Search paths by `extra` list, which is the same object until the settings change, and schema. */
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

/** JSON without NUL characters, which PostgreSQL's text cannot hold and which JSON always escapes. */
const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '')

/** Cookies of the dashboard, which shares the origin. Functions of a project must not see them. */
const OWN_COOKIES = [SESSION_COOKIE, DEVICE_COOKIE]

const headersText = (headers: IncomingHttpHeaders) =>
  jsonText(headers.cookie === undefined ? headers : { ...headers, cookie: undefined })

/** The media type without parameters. */
const mediaTypeOf = (type = JSON_TYPE) =>
  type === JSON_TYPE ? type : type.split(';')[0]!.trim().toLowerCase()

function cookiesText(request: FastifyRequest) {
  if (request.headers.cookie === undefined) return '{}'
  const others = Object.entries(request.cookies).filter(([name]) => !OWN_COOKIES.includes(name))
  return jsonText(Object.fromEntries(others))
}

export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The exposed schema that a request selects. Throws PGRST106 with the list of exposed schemas. */
export function profileOf(request: FastifyRequest, exposed: readonly string[]) {
  const header = READING.includes(request.method) ? 'accept-profile' : 'content-profile'
  const schema = headerOf(request, header) ?? exposed[0] ?? ''
  if (exposed.includes(schema)) return schema
  throw new DataApiError('PGRST106', `Invalid schema: ${schema.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}
