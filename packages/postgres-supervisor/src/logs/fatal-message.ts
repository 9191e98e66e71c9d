import { readFile } from 'node:fs/promises'
import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { readLog } from './log-files.ts'

/** A failed start logs a few entries; a crash may follow a burst of refused connections. */
const SEARCHED_ENTRIES = 200

const isFatal = (severity: string) => severity === 'FATAL' || severity === 'PANIC'
/** A refused connection is fatal for its client, and says nothing about the server. */
const isAboutClient = (backend = '') => /client backend|walsender|not initialized/.test(backend)

/**
 * The last FATAL or PANIC message of a server since a moment: from its log or, when it exited before opening that, from
 * its output. Undefined when there is none.
 */
export async function lastFatalMessage(files: ClusterFiles, since: Date): Promise<string | undefined> {
  const entries = await readLog(files.logs, SEARCHED_ENTRIES)
  const logged = entries.find(
    ({ time, severity, backend }) => isFatal(severity) && !isAboutClient(backend) && new Date(time) >= since,
  )
  if (logged) return [logged.message, logged.detail, logged.hint].filter(Boolean).join(' ')
  return messageInOutput(await readFile(files.output, 'utf8').catch(() => ''))
}

/** Printed when the log is opened; output before that no longer matters. */
const LOG_OPENED = 'redirecting log output'

/** A server that exits before opening its log prints little, and the reason may precede the fatal line. */
export function messageInOutput(output: string): string | undefined {
  if (output.includes(LOG_OPENED)) return undefined
  const messages = [...output.matchAll(/^(?:\S+ \S+ UTC \[\d+\] )?(?:(?:LOG|FATAL|PANIC): +)?(\S.*)$/gm)]
  return messages.map(([, message]) => message).join(' ') || undefined
}
