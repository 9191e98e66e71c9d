import { changedParameters, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import { isSettable, type Settings, settingsQuery } from '../servers/server-settings.ts'
import type { SettingChanges } from '../statements/changed-settings.ts'

/** Texts in these encodings hold bytes that look like quotes or backslashes and are none. */
const AMBIGUOUS_ENCODINGS = new Set(['BIG5', 'GBK', 'GB18030', 'JOHAB', 'SJIS', 'SHIFT_JIS_2004', 'UHC'])

/** Whether the gateway can read the SQL of a session with these settings for sure. */
export const isReadable = (parameters: Parameters): boolean =>
  parameters.get('standard_conforming_strings') !== 'off' &&
  !AMBIGUOUS_ENCODINGS.has(parameters.get('client_encoding') ?? '')

/** Collects which settings the statements of a transaction name. */
export class NamedSettings {
  readonly names = new Set<string>()
  readonly resets = new Set<string>()
  /** Set again since all were reset. */
  readonly #setAgain = new Set<string>()
  /** Nothing was rolled back, so what was reset is reset, even when its value stayed the same. */
  isCertain = true

  /** Statements may be written ahead, so that what comes later counts. */
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

  /** Whether the last that was said about a setting is that it goes back to what the session began with. */
  isReset(name: string): boolean {
    return this.resets.has(name) || (this.resets.has('*') && !this.#setAgain.has(name))
  }

  /**
   * Takes out what RESET should have led back to what the client began with, and led to the server's own defaults
   * instead: from now on it counts as set.
   */
  takeResets(client: { wanted: Settings; startupSettings: Settings }): string[] {
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
 * After a transaction that may have changed settings of the session, asks the server what they are now, so that they
 * can follow the client to its next connection. A rollback has undone them, and the server knows.
 * @throws PostgresError when they cannot be read
 */
export async function followSettings(
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
  const asked = [...names].filter((name) => !reported.has(name))
  const [row = []] = asked.length > 0 ? await server.run(settingsQuery(asked)) : []
  const wanted = new Map(client.wanted)
  const applied = new Map(server.applied)
  for (const name of names) {
    const value = reported.get(name) ?? row[asked.indexOf(name)] ?? undefined
    // Whether a rollback has undone it, only the value tells. Of what the client began with it does not tell where RESET
    // leads to, and nothing is written ahead of such a RESET.
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
