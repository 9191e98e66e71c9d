import type { GatewayLimits } from '../gateway-options.ts'
import { TransactionStatus } from '../protocol/message-codes.ts'
import type { PoolMode, PoolTimes, Route } from '../resolver.ts'
import type { ScramCredentials } from '../scram/scram-client.ts'
import { PreparedStatements } from '../statements/prepared-statements.ts'
import { connectServer } from './connect-server.ts'
import type { Parameters } from './parameters.ts'
import { Pool } from './pool.ts'
import { sendCancel } from './send-cancel.ts'
import type { ServerConnection } from './server-connection.ts'
import { NO_SETTINGS, type Settings, settingChanges } from './server-settings.ts'

const ROUND_TRIP = ''
/** More different sets of settings than this are not remembered. */
const REMEMBERED_MAX = 100

/** Everything that clients of one role, database and mode share. */
export class LoginPool {
  readonly mode: PoolMode
  readonly limits: GatewayLimits
  readonly statements = new PreparedStatements()
  readonly pool: Pool
  readonly counts = { transactions: 0, waits: 0, waitedMs: 0, pinned: 0, clients: 0 }
  /** What a client with these settings is told when it logs in. */
  readonly welcomes = new Map<Settings, Parameters>()
  #route: Route
  #times: PoolTimes
  #credentials: ScramCredentials
  #settings = new Map<string, Settings>()

  constructor(mode: PoolMode, route: Route, credentials: ScramCredentials, options: LoginPoolOptions) {
    this.mode = mode
    this.limits = options.limits
    this.#route = route
    this.#times = { ...this.limits, ...route.times }
    this.#credentials = credentials
    this.pool = new Pool({
      size: () => this.#route.poolSize,
      isOpenedForSettings: mode === 'session',
      open: (settings) => this.#open(settings),
      times: () => this.#times,
      onWaited: (ms) => {
        this.counts.waits += 1
        this.counts.waitedMs += ms
      },
      onOpenFailure: (error) =>
        options.log(`No connection to the database ${route.group}/${route.database}: ${error.message}`),
    })
  }

  get route() {
    return this.#route
  }

  /** The newest login knows best: the password, the size, the times and the place may have changed. */
  update(route: Route, credentials: ScramCredentials) {
    this.#route = route
    this.#times = { ...this.limits, ...route.times }
    this.#credentials = credentials
  }

  /** The one set of settings for all that are equal, so that they can be compared by identity. */
  intern(settings: Settings): Settings {
    if (settings.size === 0) return NO_SETTINGS
    const key = JSON.stringify([...settings].sort(([one], [other]) => (one < other ? -1 : 1)))
    const known = this.#settings.get(key)
    if (known) return known
    if (this.#settings.size >= REMEMBERED_MAX) {
      this.#settings.clear()
      this.welcomes.clear()
    }
    this.#settings.set(key, settings)
    return settings
  }

  /** Makes a connection have these settings. @throws PostgresError what the server said; then it is spoiled */
  async apply(server: ServerConnection, settings: Settings) {
    try {
      for (const sql of settingChanges(server.applied, settings)) await server.run(sql)
      server.applied = settings
    } catch (error) {
      server.isSpoiled = true
      throw error
    }
  }

  /**
   * Takes a connection back from a client that has gone: ends its transaction, and where it left something behind,
   * that too. What still runs is cancelled, and its connection closed.
   */
  async giveBack(server: ServerConnection, { isSettled, isDirty }: { isSettled: boolean; isDirty: boolean }) {
    server.use(undefined)
    if (server.isSpoiled || !isSettled) {
      if (!isSettled) await this.cancel(server)
      server.close()
      return
    }
    try {
      if (server.status !== TransactionStatus.idle) await server.run('rollback')
      if (isDirty) {
        await server.run('discard all')
        server.forget()
      }
      this.putBack(server)
    } catch {
      server.close()
    }
  }

  /** Takes back a connection that is clean, so that whoever waits has it before this returns. */
  putBack(server: ServerConnection) {
    if (server.cancels.size === 0) this.pool.put(server)
    else void this.#putBackUncancelled(server)
  }

  /** A cancel request on its way to a connection must hit nobody else. */
  async #putBackUncancelled(server: ServerConnection) {
    try {
      while (server.cancels.size > 0) {
        await Promise.all(server.cancels)
        await server.run(ROUND_TRIP)
      }
    } catch {
      server.isSpoiled = true
    }
    this.pool.put(server)
  }

  /** Asks the server to cancel what the connection does. */
  async cancel(server: ServerConnection) {
    const sent = sendCancel(server.endpoint, server, this.limits.connectTimeoutMs).finally(() =>
      server.cancels.delete(sent),
    )
    server.cancels.add(sent)
    await sent
  }

  async #open(settings: Settings) {
    const { role, database } = this.#route
    const { host, port } = await this.#route.endpoint()
    return connectServer({
      host,
      port,
      role,
      database,
      credentials: this.#credentials,
      settings,
      timeoutMs: this.limits.connectTimeoutMs,
      heldMessageMaxBytes: this.limits.heldMessageMaxBytes,
    })
  }
}

export interface LoginPoolOptions {
  limits: GatewayLimits
  log: (line: string) => void
}
