import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../engine.ts'
import type { Postmaster } from './postmaster.ts'
import { isFrozen, signal } from './process-table.ts'
import { postgresProcessesIn } from './working-directories.ts'

const ORPHAN_GRACE_MS = 500
const ORPHAN_POLL_MS = 10

/** How long the system may take to end a killed process. It takes longer while a disk does not respond. */
const KILL_WITHIN_MS = 20_000

export interface StopDeadlines {
  /** The time limit of a fast shutdown, which writes a checkpoint. */
  fastStopMs: number
  /** The time limit of an immediate shutdown, after which the next start has to recover. */
  immediateStopMs: number
}

/**
 * Escalates from fast shutdown to immediate shutdown to SIGKILL, because a half-stopped server keeps its lock file,
 * memory and port. The signals are those of "Shutting Down the Server" in the PostgreSQL manual. A frozen server is
 * killed at once, because it handles no other signal.
 * @throws EngineError not_ready when the system does not end the processes in time
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  dataDirectory: string,
  deadlines: StopDeadlines,
) {
  if (!(await shutsDown(postmaster, deadlines))) {
    postmaster.signal('SIGKILL')
    if (!(await exitedWithin(postmaster, KILL_WITHIN_MS))) throw notEnded([postmaster.pid])
  }
  await endOrphanBackends(dataDirectory)
}

async function shutsDown(postmaster: Postmaster, deadlines: StopDeadlines): Promise<boolean> {
  if (await isFrozen(postmaster.pid)) return false
  postmaster.signal('SIGINT')
  if (await exitedWithin(postmaster, deadlines.fastStopMs)) return true
  postmaster.signal('SIGQUIT')
  return exitedWithin(postmaster, deadlines.immediateStopMs)
}

const notEnded = (pids: number[]) =>
  new EngineError(
    'not_ready',
    `The system does not end process ${pids.join(', ')} of PostgreSQL, which probably waits for a disk. Check the disk, then try again.`,
  )

/**
 * Ends processes that a killed server left behind. A backend busy computing only notices the loss of its parent when its
 * statement ends, and until then no new server can use the cluster. The grace period lets the log writer, which outlives
 * its server by a moment, finish.
 * @throws EngineError not_ready when the system does not end the processes in time
 */
export async function endOrphanBackends(dataDirectory: string, graceMs = ORPHAN_GRACE_MS): Promise<void> {
  const deadline = Date.now() + graceMs
  for (;;) {
    const orphans = await postgresProcessesIn(dataDirectory)
    if (orphans.length === 0) return
    if (Date.now() >= deadline + KILL_WITHIN_MS) throw notEnded(orphans)
    if (Date.now() >= deadline) for (const pid of orphans) signal(pid, 'SIGKILL')
    await sleep(ORPHAN_POLL_MS)
  }
}

async function exitedWithin(postmaster: Postmaster, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeout = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const outcome = await Promise.race([postmaster.exited.then(() => true), timeout])
  timer.abort()
  return outcome
}
