/** Names in lower case, values as PostgreSQL reports them. Never modified, so that equal sets can share an object. */
export type Settings = ReadonlyMap<string, string>

export const NO_SETTINGS: Settings = new Map()

/** Reported by the server, but not settable. */
const NOT_SETTABLE = new Set([
  'in_hot_standby',
  'integer_datetimes',
  'is_superuser',
  'server_encoding',
  'server_version',
])

export const isSettable = (name: string) => !NOT_SETTABLE.has(name)

export const areEqual = (one: Settings, other: Settings): boolean =>
  one === other || (one.size === other.size && [...one].every(([name, value]) => other.get(name) === value))

/** The acting roles. They decide who may set what, and setting the first resets the second. */
const IDENTITIES = ['session_authorization', 'role']
const ENCODING = 'client_encoding'

/**
 * The statements that change a server connection from its applied settings to the desired ones, each a separate message.
 * The encoding is set alone and first, because the bytes of all other values are in it. An acting role is reset before
 * anything else is set, and set last.
 */
export function settingChanges(applied: Settings, desired: Settings): string[] {
  const differing = [...new Set([...applied.keys(), ...desired.keys()])].filter(
    (name) => applied.get(name) !== desired.get(name),
  )
  if (differing.length === 0) return []
  const change = (name: string) => {
    const value = desired.get(name)
    return value === undefined ? reset(name) : `select ${setConfig(name, value)}`
  }
  const rest = [
    ...IDENTITIES.filter((name) => applied.has(name))
      .reverse()
      .map(reset),
    ...differing.filter((name) => name !== ENCODING && !IDENTITIES.includes(name)).map(change),
    ...IDENTITIES.filter((name) => desired.has(name)).map(change),
  ]
  return [differing.includes(ENCODING) ? change(ENCODING) : '', rest.join('; ')].filter(Boolean)
}

/** Sets the named settings, and leaves all others. */
export const settingsStatement = (settings: Settings, names: readonly string[]): string =>
  `select ${names.map((name) => setConfig(name, settings.get(name) ?? '')).join(', ')}`

/** Reads the current values of settings in one row; null for those the server does not know. */
export const settingsQuery = (names: readonly string[]): string =>
  `select ${names.map((name) => `current_setting(${quoteBytes(name)}, true)`).join(', ')}`

const setConfig = (name: string, value: string) =>
  `set_config(${quoteBytes(name)}, ${quoteBytes(value)}, false)`

const reset = (name: string) => `reset ${quoteName(name)}`

const quoteName = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')

/** A string literal that does not depend on `standard_conforming_strings`. */
const quoteBytes = (value: string) => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
