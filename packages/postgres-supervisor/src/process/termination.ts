import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { signal } from './process-table.ts'
import { postgresProcessesIn } from './working-directories.ts'

const ORPHAN_GRACE_MS = 500
const ORPHAN_POLL_MS = 10

export interface StopDeadlines {
  /** How long a fast shutdown, which writes a checkpoint, may take. */
  fastStopMs: number
  /** How long an immediate shutdown, which recovers at the next start, may take. */
  immediateStopMs: number
}

/**
 * Asks politely, then insists: fast shutdown, immediate shutdown, kill. A server left half-stopped keeps its
 * lock file, its memory and its port. The signals' meanings are those of "Shutting Down the Server" in the
 * PostgreSQL manual.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  dataDirectory: string,
  deadlines: StopDeadlines,
) {
  postmaster.signal('SIGINT')
  if (!(await exitedWithin(postmaster, deadlines.fastStopMs))) {
    postmaster.signal('SIGQUIT')
    if (!(await exitedWithin(postmaster, deadlines.immediateStopMs))) {
      postmaster.signal('SIGKILL')
      await postmaster.exited
    }
  }
  await endOrphanBackends(dataDirectory)
}

/**
 * Ends what a killed server left behind. A backend busy computing notices the loss of its parent only when its
 * statement ends, and until then no new server may use the cluster. The grace lets
 * the log writer, which outlives its server by a moment, finish.
 */
export async function endOrphanBackends(dataDirectory: string, graceMs = ORPHAN_GRACE_MS): Promise<void> {
  const deadline = Date.now() + graceMs
  for (;;) {
    const orphans = await postgresProcessesIn(dataDirectory)
    if (orphans.length === 0) return
    if (Date.now() >= deadline) for (const pid of orphans) signal(pid, 'SIGKILL')
    await sleep(ORPHAN_POLL_MS)
  }
}

async function exitedWithin(postmaster: Postmaster, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const outcome = await Promise.race([postmaster.exited.then(() => true), late])
  timer.abort()
  return outcome
}
