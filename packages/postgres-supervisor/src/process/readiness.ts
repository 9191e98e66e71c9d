import { connect, type NetConnectOpts } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { type PostmasterPid, readPostmasterPid } from './postmaster-pid.ts'

/** Postgres needs some 30 ms to start, so looking often is what makes a start feel immediate. */
const READY_POLL_MS = 4

export type Readiness = { ready: PostmasterPid } | { exited: string } | { timedOut: true } | { aborted: true }

/**
 * Waits until this very process serves. An answer on the port proves nothing, since a stranger may hold it
 * while our server is still dying: the lock file has to name our process as ready, and the port has to answer.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  options: {
    dataDirectory: string
    /** Where this server answers when it has that port. */
    answersAt: (port: number) => NetConnectOpts
    timeoutMs: number
    signal: AbortSignal
  },
): Promise<Readiness> {
  const deadline = Date.now() + options.timeoutMs
  while (postmaster.isAlive) {
    if (options.signal.aborted) return { aborted: true }
    const lock = await readPostmasterPid(options.dataDirectory)
    const isServing = lock?.pid === postmaster.pid && (lock.status === 'ready' || lock.status === 'standby')
    if (isServing && (await answers(options.answersAt(lock.port))) && postmaster.isAlive)
      return { ready: lock }
    if (Date.now() >= deadline) return { timedOut: true }
    await sleep(READY_POLL_MS)
  }
  return { exited: await postmaster.exited }
}

function answers(at: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at)
    const settle = (outcome: boolean) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
