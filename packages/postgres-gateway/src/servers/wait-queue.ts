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
  timeoutMs: () => number
  /** Called when a waiter has waited for too long, after it was removed. */
  onTimeout: (waiter: Waiter, waitedMs: number) => void
}

/** Clients that wait for a connection, first come, first served. One timer finds those that have waited too long. */
export class WaitQueue {
  readonly #options: Options
  /** The start and deadline of each waiter, in milliseconds of the clock. */
  readonly #waiters = new Map<Waiter, { since: number; until: number }>()
  #timer: Timer | undefined
  /** When that timer fires. */
  #nextCheck = Number.POSITIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  get size() {
    return this.#waiters.size
  }

  /** How long the first has waited, in milliseconds; 0 when the queue is empty. */
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
    const until = since + this.#options.timeoutMs()
    this.#waiters.set(waiter, { since, until })
    this.#checkAt(until, since)
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
    this.#timer?.cancel()
  }

  #checkAt(time: number, now: number) {
    if (time >= this.#nextCheck) return
    this.#timer?.cancel()
    this.#nextCheck = time
    this.#timer = this.#options.clock.after(time - now, () => this.#check())
  }

  #check() {
    const now = this.#options.clock.now()
    this.#nextCheck = Number.POSITIVE_INFINITY
    let next = Number.POSITIVE_INFINITY
    for (const [waiter, { since, until }] of this.#waiters) {
      if (until > now) next = Math.min(next, until)
      else {
        this.#waiters.delete(waiter)
        this.#options.onTimeout(waiter, Math.round(until - since))
      }
    }
    if (next < Number.POSITIVE_INFINITY) this.#checkAt(next, now)
  }
}

/** Waits in a queue until `cancelled` is aborted. @throws the error with which the queue refuses */
export function waitIn(
  queue: { enter(waiter: Waiter): void; leave(waiter: Waiter): void },
  settings: Settings,
  cancelled: AbortSignal,
): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const onCancel = () => {
      queue.leave(waiter)
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
    else queue.enter(waiter)
  })
}

export const shuttingDown = () =>
  new PostgresError('57P01', 'terminating connection due to administrator command')

export const noneFree = (size: number, waitedMs: number) =>
  new PostgresError('53300', `No server connection became free within ${waitedMs / 1000} s.`, {
    severity: 'ERROR',
    detail: `All ${size} connections of the pool are in use.`,
    hint: 'End transactions sooner, or make the pool larger.',
  })

export const tooManyWaiting = () =>
  new PostgresError('53300', 'Too many clients wait for a server connection.', { severity: 'ERROR' })
