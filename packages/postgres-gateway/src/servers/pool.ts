import { WAITERS_MAX } from '../gateway.rules.ts'
import { PostgresError } from '../protocol/postgres-error.ts'
import type { PoolTimes } from '../resolver.ts'
import type { ServerConnection } from './server-connection.ts'
import { areEqual, NO_SETTINGS, type Settings } from './server-settings.ts'

export interface PoolOptions {
  size: () => number
  /** True where a connection keeps what it was opened with, so that only the same may reuse it: session mode. */
  isOpenedForSettings: boolean
  open: (settings: Settings) => Promise<ServerConnection>
  /** As they are now: they may change while the pool is in use. */
  times: () => PoolTimes
  onOpenFailure: (error: Error) => void
  /** Somebody was given a connection after waiting for that long. */
  onWaited: (ms: number) => void
}

/** Somebody in the line for a connection, who is told once: given one, or refused. Neither may throw. */
export interface Waiter {
  readonly settings: Settings
  give(server: ServerConnection): void
  refuse(error: Error): void
}

/** The server connections of one login in one mode: who waits longest is served first. */
export class Pool {
  readonly servers = new Set<ServerConnection>()
  readonly #options: PoolOptions
  /** The one used last comes last, and is used first: what is not needed stays idle and is closed. */
  #idle: ServerConnection[] = []
  /** Since when and until when each waits, in milliseconds of this process; who came first comes first. */
  readonly #waiters = new Map<Waiter, { since: number; until: number }>()
  #overdue: NodeJS.Timeout | undefined
  /** When that timer looks whose time is over. */
  #nextLook = Number.POSITIVE_INFINITY
  #opening = 0
  #isClosed = false
  #onUnused: (() => void) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get waiting() {
    return this.#waiters.size
  }

  get idle() {
    return this.#idle.length
  }

  get isUnused() {
    return this.servers.size === 0 && this.#opening === 0 && this.#waiters.size === 0
  }

  /** A connection that is free right now. */
  take(settings: Settings): ServerConnection | undefined {
    if (this.#waiters.size > 0) return undefined
    return this.#takeIdle(settings)
  }

  /**
   * Waits for a connection. `cancelled` tells that nobody waits any longer.
   * @throws PostgresError when none came in time or none can be opened
   */
  wait(settings: Settings, cancelled: AbortSignal): Promise<ServerConnection> {
    return new Promise((resolve, reject) => {
      const onCancel = () => {
        this.leave(waiter)
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
      else this.enter(waiter)
    })
  }

  /**
   * The same without a promise and without a timer of its own: with more clients than connections, every transaction
   * begins with it. It may be told before this returns.
   */
  enter(waiter: Waiter) {
    if (this.#isClosed) return waiter.refuse(shuttingDown())
    if (this.#waiters.size >= WAITERS_MAX) return waiter.refuse(tooManyWaiting())
    const since = performance.now()
    const until = since + this.#options.times().queueTimeoutMs
    this.#waiters.set(waiter, { since, until })
    this.#lookAt(until, since)
    this.#serve()
  }

  /** Nobody waits any longer. */
  leave(waiter: Waiter) {
    this.#waiters.delete(waiter)
  }

  /** Gives a connection back, clean and in no transaction. */
  put(server: ServerConnection) {
    if (!this.servers.has(server)) return
    server.use(undefined)
    const now = Date.now()
    server.idleSince = now
    const isTooMany = this.servers.size > this.#options.size()
    if (this.#isClosed || isTooMany || server.isSpoiled || this.#isOld(server, now)) server.close()
    else this.#idle.push(server)
    if (this.#waiters.size > 0) this.#serve()
  }

  /** Closes what was idle for too long or has become too old. */
  sweep() {
    const now = Date.now()
    const { serverIdleMs } = this.#options.times()
    const wanted = (server: ServerConnection) =>
      !server.isSpoiled && !this.#isOld(server, now) && now - server.idleSince < serverIdleMs
    const ended = this.#idle.filter((server) => !wanted(server))
    this.#idle = this.#idle.filter(wanted)
    for (const server of ended) server.close()
  }

  /** True while somebody uses a connection or waits for one. */
  get isBusy() {
    return this.#waiters.size > 0 || this.#opening > 0 || this.servers.size > this.#idle.length
  }

  /** Ends the connections that nobody uses; whoever comes gets new ones. */
  release() {
    const ended = this.#idle
    this.#idle = []
    for (const server of ended) server.close()
  }

  /** Ends every connection; those at work too when it is forced. Whoever waits is told. */
  close({ force }: { force: boolean }) {
    this.#isClosed = true
    clearTimeout(this.#overdue)
    this.#refuseAll(shuttingDown())
    const ended = force ? [...this.servers] : this.#idle
    this.#idle = []
    for (const server of ended) server.close()
  }

  /** Ends every connection and resolves when all are gone, those that were being opened too. */
  async closeAll() {
    this.close({ force: true })
    if (!this.isUnused) await new Promise<void>((resolve) => (this.#onUnused = resolve))
  }

  #isOld(server: ServerConnection, now: number) {
    return now - server.openedAt >= this.#options.times().serverLifetimeMs
  }

  /** Most often it is the last one, so that nothing is searched or moved. */
  #takeIdle(settings: Settings): ServerConnection | undefined {
    const last = this.#idle.at(-1)
    if (!last) return undefined
    const { isOpenedForSettings } = this.#options
    if (!isOpenedForSettings && last.applied === settings) return this.#idle.pop()
    const at = this.#idle.findLastIndex((server) =>
      isOpenedForSettings ? areEqual(server.startupSettings, settings) : server.applied === settings,
    )
    if (at >= 0) return this.#idle.splice(at, 1)[0]
    return isOpenedForSettings ? undefined : this.#idle.pop()
  }

  #serve() {
    for (const [waiter, { since }] of this.#waiters) {
      if (this.#idle.length === 0) break
      const server = this.#takeIdle(waiter.settings)
      if (!server) continue
      this.#waiters.delete(waiter)
      this.#options.onWaited(performance.now() - since)
      waiter.give(server)
    }
    if (this.#waiters.size === 0) return
    const isFull = this.servers.size + this.#opening >= this.#options.size()
    // An idle one is left over only when it was opened with other settings than anybody waits for.
    if (isFull && this.#idle.length > 0) this.#idle.shift()!.close()
    else if (!isFull && this.#opening < this.#waiters.size) void this.#open(this.#nextToOpenFor().settings)
  }

  /** Each connection under way is for one waiter. */
  #nextToOpenFor() {
    return [...this.#waiters.keys()][this.#opening]!
  }

  async #open(settings: Settings) {
    this.#opening += 1
    try {
      const server = await this.#options.open(this.#options.isOpenedForSettings ? settings : NO_SETTINGS)
      this.servers.add(server)
      server.onClose(() => this.#gone(server))
      this.#opening -= 1
      if (this.#isClosed) server.close()
      else this.#idle.push(server)
      this.#serve()
    } catch (error) {
      this.#opening -= 1
      this.#options.onOpenFailure(error as Error)
      // While others are at work, a waiter may still get one of those.
      if (this.servers.size === 0) this.#refuseAll(error as Error)
    }
    this.#noteUnused()
  }

  #refuseAll(error: Error) {
    const refused = [...this.#waiters.keys()]
    this.#waiters.clear()
    for (const waiter of refused) waiter.refuse(error)
  }

  /** One timer for all, which looks whose time is over. */
  #lookAt(time: number, now: number) {
    if (time >= this.#nextLook) return
    clearTimeout(this.#overdue)
    this.#nextLook = time
    this.#overdue = setTimeout(() => this.#refuseOverdue(), time - now).unref()
  }

  #refuseOverdue() {
    const now = performance.now()
    this.#nextLook = Number.POSITIVE_INFINITY
    let next = Number.POSITIVE_INFINITY
    for (const [waiter, { since, until }] of this.#waiters) {
      if (until > now) next = Math.min(next, until)
      else {
        this.#waiters.delete(waiter)
        waiter.refuse(noneFree(this.#options.size(), Math.round(until - since)))
      }
    }
    if (next < Number.POSITIVE_INFINITY) this.#lookAt(next, now)
  }

  #gone(server: ServerConnection) {
    this.servers.delete(server)
    const at = this.#idle.indexOf(server)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#serve()
    this.#noteUnused()
  }

  #noteUnused() {
    if (this.isUnused) this.#onUnused?.()
  }
}

const shuttingDown = () => new PostgresError('57P01', 'terminating connection due to administrator command')

const noneFree = (size: number, waitedMs: number) =>
  new PostgresError('53300', `No server connection became free within ${waitedMs / 1000} s.`, {
    severity: 'ERROR',
    detail: `All ${size} connections of the pool are in use.`,
    hint: 'End transactions sooner, or give the pool more connections.',
  })

const tooManyWaiting = () =>
  new PostgresError('53300', 'Too many clients wait for a server connection.', { severity: 'ERROR' })
