import { changedParameters, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import { isSettable, type Settings, settingsQuery } from '../servers/server-settings.ts'
import type { SettingChanges } from '../statements/changed-settings.ts'

/** In these encodings a character may contain bytes that look like quotes or backslashes. */
const AMBIGUOUS_ENCODINGS = new Set(['BIG5', 'GBK', 'GB18030', 'JOHAB', 'SJIS', 'SHIFT_JIS_2004', 'UHC'])

/** Whether the gateway can parse the SQL of a session with these settings reliably. */
export const isReadable = (parameters: Parameters): boolean =>
  parameters.get('standard_conforming_strings') !== 'off' &&
  !AMBIGUOUS_ENCODINGS.has(parameters.get('client_encoding') ?? '')

/** Collects the settings that the statements of a transaction name. */
export class NamedSettings {
  readonly names = new Set<string>()
  readonly resets = new Set<string>()
  /** Set since the last RESET ALL. */
  readonly #setAgain = new Set<string>()
  /** Nothing was rolled back, so a reset took effect even when the value stayed the same. */
  isCertain = true

  /** Statements may be sent ahead, so the last mention of a setting counts. */
  add({ names, resets, setAgain = resets ? undefined : names }: SettingChanges) {
    for (const name of names ?? []) this.names.add(name)
    for (const name of resets ?? []) {
      this.resets.add(name)
      if (name === '*') this.#setAgain.clear()
    }
    for (const name of setAgain ?? []) {
      this.resets.delete(name)
      if (this.resets.has('*')) this.#setAgain.add(name)
    }
  }

  /** Whether the last mention of a setting was a reset. */
  isReset(name: string): boolean {
    return this.resets.has(name) || (this.resets.has('*') && !this.#setAgain.has(name))
  }

  /**
   * Removes and returns the settings that RESET has set to the server's defaults instead of the client's startup values.
   * They count as set afterwards.
   */
  takeStartupResets(client: { wanted: Settings; startupSettings: Settings }): string[] {
    if (this.resets.delete('*')) {
      for (const name of [...client.wanted.keys(), ...client.startupSettings.keys()])
        if (!this.#setAgain.has(name)) this.resets.add(name)
    }
    const taken = [...this.resets].filter((name) => client.startupSettings.has(name))
    for (const name of taken) {
      this.resets.delete(name)
      this.names.add(name)
    }
    return taken
  }

  get isEmpty() {
    return this.names.size === 0 && this.resets.size === 0
  }
}

/**
 * Reads the settings that a transaction may have changed, so that they follow the client to its next connection.
 * A rollback has undone changes on the server, so its values are the truth.
 * @throws PostgresError when they cannot be read
 */
export async function trackSettings(
  server: ServerConnection,
  client: { wanted: Settings; startupSettings: Settings; seen: Parameters },
  named: NamedSettings,
): Promise<{ wanted: Settings; applied: Settings }> {
  const reported = new Map([...server.parameters].map(([name, value]) => [name.toLowerCase(), value]))
  const names = new Set([...named.names, ...named.resets])
  if (names.delete('*'))
    for (const name of [...server.applied.keys(), ...client.wanted.keys()]) names.add(name)
  for (const [name] of changedParameters(client.seen, server.parameters))
    if (isSettable(name.toLowerCase())) names.add(name.toLowerCase())
  const unreported = [...names].filter((name) => !reported.has(name))
  const [row = []] = unreported.length > 0 ? await server.run(settingsQuery(unreported)) : []
  const wanted = new Map(client.wanted)
  const applied = new Map(server.applied)
  for (const name of names) {
    const value = reported.get(name) ?? row[unreported.indexOf(name)] ?? undefined
    // Only the value shows whether a rollback has undone a change. For a startup setting it does not show what RESET
    // restores, but nothing is sent ahead of such a RESET.
    const isReset = named.isReset(name) && (named.isCertain || client.startupSettings.has(name))
    if (value === applied.get(name) && !(isReset && named.isCertain)) continue
    assign(wanted, name, isReset ? client.startupSettings.get(name) : value)
    assign(applied, name, isReset ? undefined : value)
  }
  return { wanted, applied }
}

function assign(settings: Map<string, string>, name: string, value: string | undefined) {
  if (value === undefined) settings.delete(name)
  else settings.set(name, value)
}
