import { connect, type NetConnectOpts } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { type PostmasterPid, readPostmasterPidNow } from './postmaster-pid.ts'

/** PostgreSQL needs some 30 ms to start, so frequent polling is what makes a start feel immediate. */
const READY_POLL_MS = 4

export type Readiness = { ready: PostmasterPid } | { exited: string } | { timedOut: true } | { aborted: true }

/**
 * Waits until this very process accepts connections. An open port alone proves nothing, because another program may hold
 * it while the server is failing: the lock file must also name the process as ready.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  options: {
    dataDirectory: string
    /** The address of the server, given its port. */
    addressOf: (port: number) => NetConnectOpts
    timeoutMs: number
    signal: AbortSignal
  },
): Promise<Readiness> {
  const deadline = Date.now() + options.timeoutMs
  while (postmaster.isAlive) {
    if (options.signal.aborted) return { aborted: true }
    const lock = readPostmasterPidNow(options.dataDirectory)
    const isServing = lock?.pid === postmaster.pid && (lock.status === 'ready' || lock.status === 'standby')
    if (isServing && (await canConnect(options.addressOf(lock.port))) && postmaster.isAlive)
      return { ready: lock }
    if (Date.now() >= deadline) return { timedOut: true }
    await sleep(READY_POLL_MS)
  }
  return { exited: await postmaster.exited }
}

function canConnect(address: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const settle = (outcome: boolean) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
