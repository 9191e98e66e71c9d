import { DataApiError } from '../data-api-error.ts'

export type Format = 'array' | 'object' | 'csv' | 'openapi' | 'plan' | 'raw' | 'none'

export interface Accepted {
  format: Format
  /** What the answer calls itself. */
  type: string
  /** Fields whose value is null are left out. */
  stripsNulls: boolean
  plan?: { format: 'json' | 'text'; options: string[]; for: Format }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** What of it can be given here. Media types of our own are meant for rows. */
export type Offer = 'rows' | 'root' | 'function'

/**
 * Chooses among the media types of an Accept header: by quality, then by order. Throws PGRST107 (as 406) when there is
 * none that can be given.
 */
export function negotiate(header: string | undefined, offer: Offer): Accepted {
  const wanted = (header ?? '*/*')
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
  for (const { type, options } of wanted.length > 0 ? wanted : [{ type: '*/*', options: new Map() }]) {
    const accepted = acceptedAs(type, options, offer)
    if (accepted) return accepted
  }
  throw new DataApiError(
    'PGRST107',
    `None of these media types are available: ${(header ?? '').slice(0, 200)}`,
  )
}

function acceptedAs(type: string, options: Map<string, string>, offer: Offer): Accepted | undefined {
  const stripsNulls = options.get('nulls') === 'stripped'
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { format: offer === 'root' ? 'openapi' : 'array', type: JSON_TYPE, stripsNulls: false }
    case 'application/openapi+json':
      return offer === 'root'
        ? { format: 'openapi', type: 'application/openapi+json; charset=utf-8', stripsNulls: false }
        : undefined
  }
  if (offer === 'root') return undefined
  switch (type) {
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { format: 'array', type: stripsNulls ? stripped('array') : JSON_TYPE, stripsNulls }
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        ...{ format: 'object', stripsNulls },
        type: stripsNulls ? stripped('object') : 'application/vnd.pgrst.object+json; charset=utf-8',
      }
    case 'text/csv':
      return { format: 'csv', type: 'text/csv; charset=utf-8', stripsNulls: false }
    case 'text/plain':
      return offer === 'function'
        ? { format: 'raw', type: 'text/plain; charset=utf-8', stripsNulls: false }
        : undefined
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return planOf(type, options)
  }
  return undefined
}

const stripped = (what: string) => `application/vnd.pgrst.${what}+json;nulls=stripped; charset=utf-8`

function planOf(type: string, options: Map<string, string>): Accepted {
  const format = type.endsWith('+json') ? 'json' : 'text'
  const asked = (options.get('options') ?? '').split('|')
  const of = options.get('for') ?? 'application/json'
  return {
    format: 'plan',
    type: `application/vnd.pgrst.plan+${format}; for="${/^[\w.+/-]+$/.test(of) ? of : 'application/json'}"; charset=utf-8`,
    stripsNulls: false,
    plan: {
      format,
      options: planOptions.filter((option) => asked.includes(option)),
      for: of === 'text/csv' ? 'csv' : of.includes('object') ? 'object' : 'array',
    },
  }
}
