import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Offer } from '@basalt/data-api/parse/media-type.ts'
import { type Accepted, negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type Preferences, parsePrefer } from '@basalt/data-api/parse/prefer.ts'
import { parseQuery } from '@basalt/data-api/parse/query.ts'
import { parseQueryString } from '@basalt/data-api/parse/query-string.ts'
import { narrow, parseRange } from '@basalt/data-api/parse/range.ts'
import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import { type Level, levelKey, type ParsedQuery } from '@basalt/data-api/syntax-tree.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiCaller } from '../../http/api-gates.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'

/** A request to the Data API, as far as it can be understood without the database. */
export interface Asked {
  ref: string
  method: string
  /** Below the base: a table's name, `rpc/` and a function's, or nothing. */
  target: string
  schema: string
  cache: SchemaCache
  settings: DataApiSettings
  query: ParsedQuery
  preferences: Preferences
  accepted: Accepted
  caller: DatabaseCaller
  contentType: string
  body: Buffer
  /** Of the first row in the answer. */
  offset: number
}

interface Sent {
  ref: string
  caller: ApiCaller
  request: FastifyRequest
  settings: DataApiSettings
  cache: SchemaCache
}

const READING = ['GET', 'HEAD']
/** Parameters that `alter role` sets for logins, and that hold here for requests of the role. */
const ROLE_SETTINGS = ['statement_timeout', 'lock_timeout']

/** Throws DataApiError. */
export function askedIn({ ref, caller, request, settings, cache }: Sent): Asked {
  const { method, headers } = request
  const target = (request.params as { '*'?: string })['*'] ?? ''
  const isReading = READING.includes(method)
  const schema = profileOf(request, settings)
  const preferences = parsePrefer(headerOf(request, 'prefer'))
  const offer: Offer = target === '' ? 'root' : target.startsWith('rpc/') ? 'function' : 'rows'
  const [, search = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? []
  const parsed = parseQuery(parseQueryString(search), { hasArguments: offer === 'function' && isReading })
  const query = isReading ? withRange(parsed, headerOf(request, 'range')) : parsed
  return {
    ...{ ref, method, target, schema, cache, settings, query, preferences },
    accepted: negotiate(headers.accept, offer),
    caller: {
      role: caller.role,
      claims: caller.claims,
      settings: {
        search_path: searchPath(schema, settings),
        'request.method': method,
        'request.path': `/${target}`,
        'request.headers': jsonText(headers),
        'request.cookies': '{}',
        // What code has set for longer than its own request must not answer another one.
        'response.headers': '',
        'response.status': '',
        ...(preferences.timezone !== undefined && { timezone: preferences.timezone }),
        ...(isReading && { transaction_read_only: 'on' }),
        ...roleSettings(cache, caller.role),
      },
    },
    contentType: (headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase(),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    offset: query.levels.get(levelKey([]))?.offset ?? 0,
  }
}

/** By the list that it is made of, which stays the same until somebody changes the settings. */
const searchPaths = new WeakMap<readonly string[], Map<string, string>>()

function searchPath(schema: string, { db_extra_search_path: extra }: DataApiSettings) {
  const known = searchPaths.get(extra) ?? new Map<string, string>()
  searchPaths.set(extra, known)
  const path = known.get(schema) ?? [...new Set([schema, ...extra])].map(quoted).join(', ')
  known.set(schema, path)
  return path
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** PostgreSQL's text has no zero character, and JSON of headers has none that is not escaped. */
const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '')

export const headerOf = ({ headers }: FastifyRequest, name: string) => [headers[name]].flat()[0]

/** The exposed schema that a request means. Throws PGRST106 with those there are. */
function profileOf(request: FastifyRequest, { db_schemas: exposed }: DataApiSettings) {
  const header = READING.includes(request.method) ? 'accept-profile' : 'content-profile'
  const schema = headerOf(request, header) ?? exposed[0] ?? ''
  if (exposed.includes(schema)) return schema
  throw new DataApiError('PGRST106', `Invalid schema: ${schema.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** A Range header narrows what the parameters allow. Throws PGRST103 for one that ends before it begins. */
function withRange(query: ParsedQuery, header: string | undefined): ParsedQuery {
  const range = parseRange(header)
  if (!range) return query
  if (range.limit === 0)
    throw new DataApiError('PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  const key = levelKey([])
  const top: Level = query.levels.get(key) ?? {
    path: [],
    conditions: [],
    order: [],
    limit: undefined,
    offset: undefined,
  }
  const narrowed = narrow({ offset: top.offset ?? 0, limit: top.limit }, range)
  return { ...query, levels: new Map([...query.levels, [key, { ...top, ...narrowed }]]) }
}

function roleSettings(cache: SchemaCache, role: string) {
  const own = cache.settings.get(role)
  const found: Record<string, string> = {}
  for (const name of ROLE_SETTINGS) {
    const value = own?.get(name)
    if (value !== undefined) found[name] = value
  }
  return found
}
