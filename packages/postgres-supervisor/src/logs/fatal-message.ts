import { readFile } from 'node:fs/promises'
import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { readLog } from './log-files.ts'

/** A start that fails writes a handful of entries; a crash may follow a burst of refused connections. */
const SEARCHED_ENTRIES = 200

const isFatal = (severity: string) => severity === 'FATAL' || severity === 'PANIC'
/** To a client, a refused connection is fatal too. It says nothing about the server. */
const isAboutClient = (backend = '') => /client backend|walsender|not initialized/.test(backend)

/**
 * The last FATAL or PANIC message of a server since a moment: from its log, or, when it died before opening
 * that, from what it printed. Undefined when it said nothing.
 */
export async function lastWords(files: ClusterFiles, since: Date): Promise<string | undefined> {
  const entries = await readLog(files.logs, SEARCHED_ENTRIES)
  const logged = entries.find(
    ({ time, severity, backend }) => isFatal(severity) && !isAboutClient(backend) && new Date(time) >= since,
  )
  if (logged) return [logged.message, logged.detail, logged.hint].filter(Boolean).join(' ')
  return whatWasPrinted(await readFile(files.output, 'utf8').catch(() => ''))
}

/** Printed when the log takes over; after that, what was printed no longer matters. */
const LOG_TAKES_OVER = 'redirecting log output'

/** A server that dies before opening its log prints little, and the reason may stand above the fatal line. */
export function whatWasPrinted(printed: string): string | undefined {
  if (printed.includes(LOG_TAKES_OVER)) return undefined
  const messages = [...printed.matchAll(/^(?:\S+ \S+ UTC \[\d+\] )?(?:(?:LOG|FATAL|PANIC): +)?(\S.*)$/gm)]
  return messages.map(([, message]) => message).join(' ') || undefined
}
