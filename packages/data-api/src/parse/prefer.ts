import { DataApiError } from '../data-api-error.ts'

export interface Preferences {
  representation: 'minimal' | 'headers-only' | 'representation' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  handling: 'strict' | 'lenient' | undefined
  transaction: 'commit' | 'rollback' | undefined
  timezone: string | undefined
  maxAffected: number | undefined
  /** The kind of database that should answer a read. */
  read: 'replica' | 'primary' | undefined
  /** How many seconds the answer of a replica may be behind. */
  maxLag: number | undefined
}

const kinds = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
  read: ['replica', 'primary'],
} as const

const TIMEZONE = /^[A-Za-z0-9_+\-/:]{1,64}$/
/** An hour. */
const MAX_LAG_SECONDS = 3600
const MAX_LAG = /^[1-9]\d{0,3}$/
const MAX_AFFECTED = /^\d{1,15}$/

/**
 * Parses the `Prefer` header (RFC 7240). The first of each kind counts. With `handling=strict`, throws PGRST122 for unknown
 * preferences.
 */
export function parsePrefer(header: string | undefined): Preferences {
  if (!header) return NONE
  const found = new Map<string, string>()
  const unknown: string[] = []
  for (const text of header.split(',').map((part) => part.trim())) {
    if (text === '') continue
    const [, name = '', value = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(text) ?? []
    if (!isKnown(name, value)) unknown.push(text)
    else if (!found.has(name)) found.set(name, value)
  }
  if (found.get('handling') === 'strict' && unknown.length > 0)
    throw new DataApiError('PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  const limit = found.get('max-affected')
  const lag = found.get('max-lag')
  return {
    representation: found.get('return') as Preferences['representation'],
    resolution: found.get('resolution') as Preferences['resolution'],
    missing: found.get('missing') as Preferences['missing'],
    count: found.get('count') as Preferences['count'],
    handling: found.get('handling') as Preferences['handling'],
    transaction: found.get('tx') as Preferences['transaction'],
    timezone: found.get('timezone'),
    // Only applies with strict handling, as in PostgREST.
    maxAffected: limit !== undefined && found.get('handling') === 'strict' ? Number(limit) : undefined,
    read: found.get('read') as Preferences['read'],
    maxLag: lag === undefined ? undefined : Number(lag),
  }
}

const NONE: Preferences = Object.freeze({
  representation: undefined,
  resolution: undefined,
  missing: undefined,
  count: undefined,
  handling: undefined,
  transaction: undefined,
  timezone: undefined,
  maxAffected: undefined,
  read: undefined,
  maxLag: undefined,
})

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value)
  if (name === 'max-lag') return MAX_LAG.test(value) && Number(value) <= MAX_LAG_SECONDS
  if (name === 'max-affected') return MAX_AFFECTED.test(value)
  return name in kinds && (kinds[name as keyof typeof kinds] as readonly string[]).includes(value)
}

const knownZones = new Map<string, boolean>()
/** More than there are zones; bounds the memory that invented names take. */
const KNOWN_ZONES_MAX = 1000

/** Cached, because checking with Intl costs more than a short request. */
function isTimeZone(name: string): boolean {
  const known = knownZones.get(name)
  if (known !== undefined) return known
  const isOne = TIMEZONE.test(name) && isKnownToIntl(name)
  if (knownZones.size < KNOWN_ZONES_MAX) knownZones.set(name, isOne)
  return isOne
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}

/** The `Preference-Applied` header for the honoured preferences. */
export function preferenceApplied(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): string {
  const names: Record<keyof Preferences, string> = {
    representation: 'return',
    resolution: 'resolution',
    missing: 'missing',
    count: 'count',
    handling: 'handling',
    transaction: 'tx',
    timezone: 'timezone',
    maxAffected: 'max-affected',
    read: 'read',
    maxLag: 'max-lag',
  }
  return honoured
    .filter((key) => preferences[key] !== undefined)
    .map((key) => `${names[key]}=${preferences[key]}`)
    .join(', ')
}
