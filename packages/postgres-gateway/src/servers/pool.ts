import { WAITERS_MAX } from '../gateway.rules.ts'
import { PostgresError } from '../protocol/postgres-error.ts'
import type { ServerConnection } from './server-connection.ts'
import { areEqual, NO_SETTINGS, type Settings } from './server-settings.ts'

export interface PoolOptions {
  size: () => number
  /** True where a connection keeps what it was opened with, so that only the same may reuse it: session mode. */
  isOpenedForSettings: boolean
  open: (settings: Settings) => Promise<ServerConnection>
  queueTimeoutMs: number
  lifetimeMs: number
  onOpenFailure: (error: Error) => void
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
  /** Until when each waits; who came first comes first, and is the first whose time is over. */
  readonly #waiters = new Map<Waiter, number>()
  #overdue: NodeJS.Timeout | undefined
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
    const at = this.#bestIdle(settings)
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0]
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
    this.#waiters.set(waiter, Date.now() + this.#options.queueTimeoutMs)
    this.#overdue ??= this.#refuseOverdueAfter(this.#options.queueTimeoutMs)
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
    server.idleSince = Date.now()
    const isTooMany = this.servers.size > this.#options.size()
    if (this.#isClosed || isTooMany || server.isSpoiled || this.#isOld(server)) server.close()
    else this.#idle.push(server)
    this.#serve()
  }

  /** Closes what was idle for `idleMs` or has become too old. */
  sweep(idleMs: number) {
    const now = Date.now()
    const wanted = (server: ServerConnection) =>
      !server.isSpoiled && !this.#isOld(server) && now - server.idleSince < idleMs
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

  #isOld(server: ServerConnection) {
    return Date.now() - server.openedAt >= this.#options.lifetimeMs
  }

  #bestIdle(settings: Settings): number {
    if (this.#options.isOpenedForSettings)
      return this.#idle.findLastIndex((server) => areEqual(server.startupSettings, settings))
    const alike = this.#idle.findLastIndex((server) => server.applied === settings)
    return alike < 0 ? this.#idle.length - 1 : alike
  }

  #serve() {
    for (const waiter of this.#waiters.keys()) {
      if (this.#idle.length === 0) break
      const at = this.#bestIdle(waiter.settings)
      if (at < 0) continue
      const [server] = this.#idle.splice(at, 1)
      this.#waiters.delete(waiter)
      waiter.give(server!)
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
  #refuseOverdueAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#overdue = undefined
      const now = Date.now()
      for (const [waiter, until] of this.#waiters) {
        if (until > now) {
          this.#overdue ??= this.#refuseOverdueAfter(until - now)
          break
        }
        this.#waiters.delete(waiter)
        waiter.refuse(noneFree(this.#options))
      }
    }, ms).unref()
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

const noneFree = ({ size, queueTimeoutMs }: PoolOptions) =>
  new PostgresError('53300', `No server connection became free within ${queueTimeoutMs / 1000} s.`, {
    severity: 'ERROR',
    detail: `All ${size()} connections of the pool are in use.`,
    hint: 'End transactions sooner, or give the pool more connections.',
  })

const tooManyWaiting = () =>
  new PostgresError('53300', 'Too many clients wait for a server connection.', { severity: 'ERROR' })
