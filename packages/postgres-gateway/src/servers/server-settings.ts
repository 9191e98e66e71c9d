/** Names in lower case, values as PostgreSQL tells them. Never changed once made: two of the same identity are equal. */
export type Settings = ReadonlyMap<string, string>

export const NO_SETTINGS: Settings = new Map()

/** Reported by the server but nobody's to set. */
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

/** Who acts. Who may set what depends on them, and setting the first resets the second. */
const IDENTITIES = ['session_authorization', 'role']
const ENCODING = 'client_encoding'

/**
 * The statements that lead a server connection from what was applied to it to what is wanted, each a message of its
 * own. The encoding comes alone and first, because the bytes of all other values are in it. Another identity is left
 * before anything else is set, and taken last.
 */
export function settingChanges(applied: Settings, wanted: Settings): string[] {
  const differing = [...new Set([...applied.keys(), ...wanted.keys()])].filter(
    (name) => applied.get(name) !== wanted.get(name),
  )
  if (differing.length === 0) return []
  const lead = (name: string) => {
    const value = wanted.get(name)
    return value === undefined ? reset(name) : `select ${setConfig(name, value)}`
  }
  const rest = [
    ...IDENTITIES.filter((name) => applied.has(name))
      .reverse()
      .map(reset),
    ...differing.filter((name) => name !== ENCODING && !IDENTITIES.includes(name)).map(lead),
    ...IDENTITIES.filter((name) => wanted.has(name)).map(lead),
  ]
  return [differing.includes(ENCODING) ? lead(ENCODING) : '', rest.join('; ')].filter(Boolean)
}

/** Sets some of these settings, and leaves all others. */
export const settingsStatement = (settings: Settings, names: readonly string[]): string =>
  `select ${names.map((name) => setConfig(name, settings.get(name) ?? '')).join(', ')}`

/** Reads the present values of settings in one row, null for those the server does not know. */
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

/** A string that reads the same whatever `standard_conforming_strings` is. */
const quoteBytes = (value: string) => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
