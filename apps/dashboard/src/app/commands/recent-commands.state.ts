import { readPreference, usePreference, writePreference } from '../../lib/preference.ts'
import { aText, listOf } from '../../lib/shape.ts'
import { RECENT_COMMANDS_MAX } from './commands.rules.ts'

const KEY = 'recent-commands'
const Recent = listOf(aText, RECENT_COMMANDS_MAX)
const none: string[] = []

/** The ids of the commands used last, newest first. */
export const useRecentCommands = () => usePreference(KEY, Recent, none)[0]

export function rememberCommand(id: string) {
  const others = readPreference(KEY, Recent, none).filter((other) => other !== id)
  writePreference(KEY, [id, ...others].slice(0, RECENT_COMMANDS_MAX))
}
