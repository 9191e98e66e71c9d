import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { Clock, Timer } from '../clock.ts'
import type { ServerConnection } from './server-connection.ts'
import type { Settings } from './server-settings.ts'

/** A client waiting for a connection, which is served or refused once. Neither callback may throw. */
export interface Waiter {
  readonly settings: Settings
  give(server: ServerConnection): void
  refuse(error: Error): void
}

interface Options {
  clock: Clock
  /** How long a new waiter may wait, in milliseconds. */
  patienceMs: () => number
  /** Called when a waiter's time is over and it has left the line. */
  onOverdue: (waiter: Waiter, waitedMs: number) => void
}

/** Clients that wait for a connection, first come, first served. One timer checks whose time is over. */
export class WaitingLine {
  readonly #options: Options
  /** The start and deadline of each waiter, in milliseconds of the clock. */
  readonly #waiters = new Map<Waiter, { since: number; until: number }>()
  #overdue: Timer | undefined
  /** When that timer fires. */
  #nextLook = Number.POSITIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  get size() {
    return this.#waiters.size
  }

  /** How long the first has waited, in milliseconds; 0 when the line is empty. */
  get longestWaitMs() {
    const [first] = this.#waiters.values()
    return first ? this.#options.clock.now() - first.since : 0
  }

  [Symbol.iterator]() {
    return this.#waiters.entries()
  }

  /** The waiter with `index` others before it. */
  at(index: number): Waiter | undefined {
    return [...this.#waiters.keys()][index]
  }

  add(waiter: Waiter) {
    const since = this.#options.clock.now()
    const until = since + this.#options.patienceMs()
    this.#waiters.set(waiter, { since, until })
    this.#lookAt(until, since)
  }

  delete(waiter: Waiter) {
    this.#waiters.delete(waiter)
  }

  refuseAll(error: Error) {
    const refused = [...this.#waiters.keys()]
    this.#waiters.clear()
    for (const waiter of refused) waiter.refuse(error)
  }

  stop() {
    this.#overdue?.cancel()
  }

  #lookAt(time: number, now: number) {
    if (time >= this.#nextLook) return
    this.#overdue?.cancel()
    this.#nextLook = time
    this.#overdue = this.#options.clock.after(time - now, () => this.#look())
  }

  #look() {
    const now = this.#options.clock.now()
    this.#nextLook = Number.POSITIVE_INFINITY
    let next = Number.POSITIVE_INFINITY
    for (const [waiter, { since, until }] of this.#waiters) {
      if (until > now) next = Math.min(next, until)
      else {
        this.#waiters.delete(waiter)
        this.#options.onOverdue(waiter, Math.round(until - since))
      }
    }
    if (next < Number.POSITIVE_INFINITY) this.#lookAt(next, now)
  }
}

/**
 * Waits in a line as a promise; `cancelled` takes the waiter out again. @throws the error with which the line refuses
 */
export function inLine(
  line: { enter(waiter: Waiter): void; leave(waiter: Waiter): void },
  settings: Settings,
  cancelled: AbortSignal,
): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const onCancel = () => {
      line.leave(waiter)
      waiter.refuse(shuttingDown())
    }
    const settle = () => cancelled.removeEventListener('abort', onCancel)
    const waiter: Waiter = {
      settings,
      give: (server) => {
        settle()
        resolve(server)
      },
      refuse: (error) => {
        settle()
        reject(error)
      },
    }
    cancelled.addEventListener('abort', onCancel)
    if (cancelled.aborted) onCancel()
    else line.enter(waiter)
  })
}

export const shuttingDown = () =>
  new PostgresError('57P01', 'terminating connection due to administrator command')

export const noneFree = (size: number, waitedMs: number) =>
  new PostgresError('53300', `No server connection became free within ${waitedMs / 1000} s.`, {
    severity: 'ERROR',
    detail: `All ${size} connections of the pool are in use.`,
    hint: 'End transactions sooner, or give the pool more connections.',
  })

export const tooManyWaiting = () =>
  new PostgresError('53300', 'Too many clients wait for a server connection.', { severity: 'ERROR' })
