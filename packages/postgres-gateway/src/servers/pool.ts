import { type Clock, processClock } from '../clock.ts'
import { WAITERS_MAX } from '../gateway.rules.ts'
import { Budget, type Member } from './budget.ts'
import type { ClosingReason } from './closing-reason.ts'
import type { PoolOptions } from './pool-options.ts'
import type { ServerConnection } from './server-connection.ts'
import { areEqual, NO_SETTINGS, type Settings } from './server-settings.ts'
import { noneFree, shuttingDown, tooManyWaiting, type Waiter, WaitQueue, waitIn } from './wait-queue.ts'

/** The server connections of one login in one mode. Waiting clients are served first come, first served. */
export class Pool implements Member {
  readonly servers = new Set<ServerConnection>()
  readonly #options: PoolOptions
  /** The most recently used is last and is reused first, so that surplus connections stay idle and are closed. */
  #idle: ServerConnection[] = []
  readonly #waiting: WaitQueue
  readonly #clock: Clock
  #opening = 0
  #closing = 0
  /** Connections whose client disconnected while the server was busy. */
  readonly #abandoned = new Set<ServerConnection>()
  readonly #closed = new WeakSet<ServerConnection>()
  readonly #budget: Budget
  #isClosed = false
  #onUnused: (() => void) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#clock = options.clock ?? processClock
    this.#budget = options.budget ?? new Budget()
    this.#budget.join(this)
    this.#waiting = new WaitQueue({
      clock: this.#clock,
      timeoutMs: () => options.times().queueTimeoutMs,
      onTimeout: (waiter, waitedMs) => {
        this.leave(waiter)
        options.onTimeout?.()
        waiter.refuse(noneFree(this.max, waitedMs))
      },
    })
  }

  get waiting() {
    return this.#waiting.size
  }

  get idle() {
    return this.#idle.length
  }

  /** Connections that are open or being opened; those that are closing still count. */
  get size() {
    return this.servers.size + this.#opening
  }

  get closing() {
    return this.#closing
  }

  get opening() {
    return this.#opening
  }

  get reservedConnections() {
    return this.#options.reservedConnections?.() ?? 0
  }

  /** The current maximum. */
  get max() {
    return Math.min(this.#options.size(), this.#budget.maxOf(this))
  }

  /** How long the first client in the queue has waited, in milliseconds. */
  get longestWaitMs() {
    return this.#waiting.longestWaitMs
  }

  /** Leaves the group's budget; the pool is not used afterwards. */
  retire() {
    this.#budget.leave(this)
  }

  get isUnused() {
    return this.servers.size === 0 && this.#opening === 0 && this.#waiting.size === 0
  }

  /** A connection that is free right now, unless other clients are waiting. */
  take(settings: Settings): ServerConnection | undefined {
    if (this.#waiting.size > 0) return undefined
    return this.#takeIdle(settings)
  }

  /**
   * Waits for a connection, until `cancelled` is aborted.
   * @throws PostgresError when none became free in time or none can be opened
   */
  wait(settings: Settings, cancelled: AbortSignal): Promise<ServerConnection> {
    return waitIn(this, settings, cancelled)
  }

  /**
   * Waits for a connection without a promise or a timer, because with more clients than connections every transaction
   * starts with it. The waiter may be called before this returns.
   */
  enter(waiter: Waiter) {
    if (this.#isClosed) return waiter.refuse(shuttingDown())
    if (this.#waiting.size >= WAITERS_MAX) return waiter.refuse(tooManyWaiting())
    this.#waiting.add(waiter)
    this.serve()
  }

  /** Removes a waiter. */
  leave(waiter: Waiter) {
    this.#waiting.delete(waiter)
    if (this.#waiting.size === 0) this.#budget.stopWaiting(this)
  }

  /** Returns a clean connection without a transaction to the pool. */
  put(server: ServerConnection) {
    if (!this.servers.has(server)) return
    server.use(undefined)
    const now = this.#clock.now()
    server.idleSince = now
    const reason = this.#reasonToClose(server, now)
    if (reason) this.#close(server, reason)
    else this.#idle.push(server)
    if (this.#waiting.size > 0) this.serve()
  }

  #reasonToClose(server: ServerConnection, now: number): ClosingReason | undefined {
    if (this.#isClosed) return 'shut_down'
    if (server.isSpoiled) return 'lost'
    if (this.servers.size - this.#closing > this.#options.size()) return 'replaced'
    if (this.#isOld(server, now)) return 'lifetime'
    return this.#budget.mustGiveWay(this) ? 'gave_way' : undefined
  }

  /** Closes the least recently used idle connection. */
  giveWay() {
    const server = this.#idle.shift()
    if (server) this.#close(server, 'gave_way')
  }

  /** Closes connections that were idle for too long or are too old. */
  sweep() {
    const now = this.#clock.now()
    const { serverIdleMs } = this.#options.times()
    // The least recently used comes first; a pool that shrank closes those too.
    let tooMany = this.servers.size - this.#closing - this.#options.size()
    this.#idle = this.#idle.filter((server) => {
      const reason = this.#isOld(server, now)
        ? 'lifetime'
        : now - server.idleSince >= serverIdleMs
          ? 'idle'
          : tooMany > 0
            ? 'replaced'
            : undefined
      if (!reason && !server.isSpoiled) return true
      tooMany -= 1
      this.#close(server, reason ?? 'lost')
      return false
    })
  }

  /** Whether a client uses or awaits a connection, or the server is still busy for one that has disconnected. */
  get isBusy() {
    const isInUse = this.servers.size - this.#closing > this.#idle.length
    return isInUse || this.#waiting.size > 0 || this.#opening > 0 || this.#abandoned.size > 0
  }

  /** Closes idle connections, and resolves when the server has closed them; later clients get new ones. */
  async release() {
    const ended = this.#idle
    this.#idle = []
    for (const server of ended) this.#close(server, 'shut_down')
    await Promise.all([...this.servers].filter((server) => this.#closed.has(server)).map(closedAtServer))
  }

  /** Closes idle connections, with `force` also busy ones. Waiting clients are refused. */
  close({ force }: { force: boolean }) {
    this.#isClosed = true
    this.#waiting.stop()
    this.#refuseAll(shuttingDown())
    const idle = new Set(this.#idle)
    this.#idle = []
    for (const server of idle) this.#close(server, 'shut_down')
    if (force) for (const server of this.servers) if (!idle.has(server)) server.cutOff()
  }

  /** Closes every connection and resolves when all are gone, including those that were being opened. */
  async closeAll() {
    this.close({ force: true })
    if (!this.isUnused) await new Promise<void>((resolve) => (this.#onUnused = resolve))
  }

  /** Its slot becomes free once the server has closed it too. */
  #close(server: ServerConnection, reason: ClosingReason) {
    server.close(reason)
    this.#markClosing(server)
  }

  /** Removes a connection that its client left unfinished; it closes when the server is done. */
  abandon(server: ServerConnection, how: { isInsideMessage: boolean }) {
    server.finish(how)
    this.#markClosing(server)
    if (!server.isClosed) this.#abandoned.add(server)
  }

  #markClosing(server: ServerConnection) {
    if (!this.servers.has(server) || this.#closed.has(server)) return
    this.#closed.add(server)
    this.#closing += 1
  }

  #isOld(server: ServerConnection, now: number) {
    return now - server.openedAt >= this.#options.times().serverLifetimeMs
  }

  /** Usually the last one matches, so that nothing is searched or moved. */
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

  /** Serves waiting clients as long as there are connections for them. */
  serve() {
    for (const [waiter, { since }] of this.#waiting) {
      if (this.#idle.length === 0) break
      const server = this.#takeIdle(waiter.settings)
      if (!server) continue
      this.leave(waiter)
      this.#options.onWaited(this.#clock.now() - since)
      waiter.give(server)
    }
    if (this.#waiting.size === 0) return
    const isFull = this.size >= this.#options.size()
    // An idle connection is only left over when its settings suit no waiting client.
    if (isFull && this.#idle.length > 0 && this.#closing === 0) this.#close(this.#idle.shift()!, 'replaced')
    else if (!isFull && this.#opening < this.#waiting.size && this.#budget.acquire(this))
      void this.#open(this.#nextWaiter().settings)
  }

  /** The waiter whose settings the next connection should have: each one being opened is for one waiter. */
  #nextWaiter() {
    return this.#waiting.at(this.#opening)!
  }

  async #open(settings: Settings) {
    this.#opening += 1
    try {
      const server = await this.#options.open(this.#options.isOpenedForSettings ? settings : NO_SETTINGS)
      this.servers.add(server)
      server.onClose(() => this.#removed(server))
      this.#opening -= 1
      this.#options.onOpened?.()
      if (this.#isClosed) this.#close(server, 'shut_down')
      else if (server.isClosed) this.#removed(server)
      else this.#idle.push(server)
      this.serve()
    } catch (error) {
      this.#opening -= 1
      this.#budget.release()
      this.#options.onOpenFailure(error as Error)
      // While other connections are in use, a waiter may still get one of those.
      if (this.servers.size === 0) this.#refuseAll(error as Error)
    }
    this.#noteUnused()
  }

  #refuseAll(error: Error) {
    this.#waiting.refuseAll(error)
    this.#budget.stopWaiting(this)
  }

  #removed(server: ServerConnection) {
    if (!this.servers.delete(server)) return
    if (this.#closed.has(server)) this.#closing -= 1
    this.#abandoned.delete(server)
    this.#options.onClosed?.(server.closingReason)
    const at = this.#idle.indexOf(server)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#budget.release()
    this.serve()
    this.#noteUnused()
  }

  #noteUnused() {
    if (this.isUnused) this.#onUnused?.()
  }
}

const closedAtServer = ({ isClosed, socket }: ServerConnection) =>
  isClosed ? undefined : new Promise((resolve) => socket.once('close', resolve))
