import { DataApiError } from '../data-api-error.ts'
import type { Content, MediaHandler } from '../schema/schema.ts'

/** `raw` is a function's bare value, `handled` the rows as rendered by an aggregate of the database. */
export type Format = 'array' | 'object' | 'csv' | 'openapi' | 'plan' | 'raw' | 'handled' | 'none'

export interface Accepted {
  format: Format
  /** The `Content-Type` of the response. */
  type: string
  /** Whether fields with the value null are left out. */
  stripsNulls: boolean
  /** Whether the body is binary. */
  isBytes: boolean
  handler?: MediaHandler
  plan?: { format: 'json' | 'text'; options: string[]; for: Format }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const ANY = '*/*'
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** The available media types: built-in ones, and the database's own. */
export interface Offer {
  kind: 'rows' | 'root' | 'function'
  /** Aggregates over the requested rows. */
  handlers: readonly MediaHandler[]
  /** The return type of a function that returns no rows. */
  value?: { mediaType: string | undefined; content: Content }
}

type Requested = { type: string; options: Map<string, string> }

/**
 * Chooses among the media types of an Accept header by quality, then by order. Throws PGRST107 (as 406) when none is
 * available.
 */
export function negotiate(header: string | undefined, offer: Offer): Accepted {
  for (const requested of parseAccept(header ?? ANY)) {
    const accepted = acceptedAs(requested, offer)
    if (accepted) return accepted
  }
  throw new DataApiError(
    'PGRST107',
    `None of these media types are available: ${(header ?? '').slice(0, 200)}`,
  )
}

/** Whether a request, even if its response has no body, must affect exactly one row. */
export const requestsOneRow = (header: string | undefined) =>
  header !== undefined && /^\s*application\/vnd\.pgrst\.object(?:\+json)?\s*(?:;|,|$)/i.test(header)

/** Media types by descending quality; those of equal quality keep the caller's order. */
function parseAccept(header: string): Requested[] {
  // Most callers send a single type.
  if (/^[\w./*+-]+$/.test(header)) return [{ type: header.toLowerCase(), options: new Map() }]
  const requested = header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [type = '', ...params] = part.split(';').map((one) => one.trim())
      const options = new Map(
        params.map((param) => {
          const equals = param.indexOf('=')
          return [param.slice(0, equals).toLowerCase(), param.slice(equals + 1).replace(/^"|"$/g, '')]
        }),
      )
      return { type: type.toLowerCase(), options, quality: Number(options.get('q') ?? 1) }
    })
    .sort((one, other) => (other.quality || 0) - (one.quality || 0))
  return requested.length > 0 ? requested : [{ type: ANY, options: new Map() }]
}

function acceptedAs(requested: Requested, offer: Offer): Accepted | undefined {
  const vendor = offer.kind === 'root' ? undefined : vendorType(requested, offer)
  if (vendor) return vendor
  const { type } = requested
  if (offer.value?.mediaType !== undefined) return ownType(type, offer.value.mediaType, offer.value.content)
  const handler =
    offer.handlers.find(({ mediaType }) => mediaType === ANY) ??
    offer.handlers.find(({ mediaType }) => mediaType === type)
  if (handler)
    return {
      format: 'handled',
      stripsNulls: false,
      isBytes: handler.content === 'bytes',
      handler,
      type: typeText(handler.mediaType === ANY ? type : handler.mediaType),
    }
  return builtIn(type, offer)
}

/** A function that returns a media type offers only that. */
function ownType(type: string, own: string, content: Content): Accepted | undefined {
  if (type !== own && type !== ANY && own !== ANY) return undefined
  return {
    format: 'raw',
    stripsNulls: false,
    isBytes: content === 'bytes',
    type: typeText(own === ANY ? type : own),
  }
}

/** If neither the request nor the database names a type, the content is `application/octet-stream`. */
const typeText = (type: string) => {
  if (type === ANY) return 'application/octet-stream'
  return type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type
}

function builtIn(type: string, { kind, value }: Offer): Accepted | undefined {
  const plain = { stripsNulls: false, isBytes: false }
  switch (type) {
    case ANY:
    case 'application/*':
    case 'application/json':
      return { ...plain, format: kind === 'root' ? 'openapi' : 'array', type: JSON_TYPE }
    case 'application/openapi+json':
      return kind === 'root'
        ? { ...plain, format: 'openapi', type: 'application/openapi+json; charset=utf-8' }
        : undefined
    case 'text/csv':
      return kind === 'root' ? undefined : { ...plain, format: 'csv', type: 'text/csv; charset=utf-8' }
    case 'text/plain':
      return value ? { ...plain, format: 'raw', type: 'text/plain; charset=utf-8' } : undefined
    case 'text/xml':
    case 'application/xml':
      return value?.content === 'xml'
        ? { ...plain, format: 'raw', type: `${type}; charset=utf-8` }
        : undefined
    case 'application/octet-stream':
      return value?.content === 'bytes' ? { ...plain, format: 'raw', type, isBytes: true } : undefined
  }
  return undefined
}

/** The protocol's own types, which a database's code cannot override. */
function vendorType({ type, options }: Requested, { kind }: Offer): Accepted | undefined {
  const stripsNulls = options.get('nulls') === 'stripped'
  switch (type) {
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return {
        format: 'array',
        stripsNulls,
        isBytes: false,
        type: stripsNulls ? stripped('array') : JSON_TYPE,
      }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        format: 'object',
        stripsNulls,
        isBytes: false,
        type: stripsNulls ? stripped('object') : 'application/vnd.pgrst.object+json; charset=utf-8',
      }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return planOf(type, options, kind)
  }
  return undefined
}

const stripped = (what: string) => `application/vnd.pgrst.${what}+json;nulls=stripped; charset=utf-8`

function planOf(type: string, options: Map<string, string>, kind: Offer['kind']): Accepted | undefined {
  const format = type.endsWith('+json') ? 'json' : 'text'
  const requested = (options.get('options') ?? '').split('|')
  const chosen = planOptions.filter((option) => requested.includes(option))
  const of = options.get('for') ?? 'application/json'
  const parts = [
    `application/vnd.pgrst.plan+${format}`,
    `for="${/^[\w.+/-]+$/.test(of) ? of : 'application/json'}"`,
    ...(chosen.length > 0 ? [`options=${chosen.join('|')}`] : []),
    'charset=utf-8',
  ]
  return {
    format: 'plan',
    type: parts.join('; '),
    stripsNulls: false,
    isBytes: false,
    plan: {
      format,
      options: chosen,
      for:
        of === 'text/csv'
          ? 'csv'
          : of.includes('object')
            ? 'object'
            : of === 'text/plain' && kind === 'function'
              ? 'raw'
              : 'array',
    },
  }
}
