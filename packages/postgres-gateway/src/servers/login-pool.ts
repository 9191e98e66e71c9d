import { TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ScramCredentials } from '@basalt/postgres-wire/scram/scram-client.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import type { Clock } from '../clock.ts'
import type { GatewayLimits } from '../gateway-options.ts'
import type { PoolMode, PoolTimes, Route } from '../resolver.ts'
import { PreparedStatements } from '../statements/prepared-statements.ts'
import type { Budget } from './budget.ts'
import { connectServer } from './connect-server.ts'
import type { Network } from './network.ts'
import type { Parameters } from './parameters.ts'
import { Pool } from './pool.ts'
import { noTotals } from './pool-totals.ts'
import type { ServerConnection } from './server-connection.ts'
import { NO_SETTINGS, type Settings, settingChanges, settingsQuery } from './server-settings.ts'

const ROUND_TRIP = ''
/** The maximum number of cached sets of settings. */
const CACHED_MAX = 100

/** Everything that clients of one role, database and mode share. */
export class LoginPool {
  readonly mode: PoolMode
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly statements = new PreparedStatements()
  readonly pool: Pool
  readonly totals = noTotals()
  /** Current counts. */
  readonly counts = { pinned: 0, clients: 0 }
  /** The parameters that a client with these settings gets at login. */
  readonly loginParameters = new Map<Settings, Parameters>()
  readonly #network: Network
  readonly #log: (line: string) => void
  readonly #budget: Budget
  #route: Route
  #times: PoolTimes
  #credentials: ScramCredentials
  #settings = new Map<string, Settings>()

  constructor(
    mode: PoolMode,
    route: Route,
    credentials: ScramCredentials,
    options: LoginPoolOptions & { budget: Budget },
  ) {
    this.#budget = options.budget
    this.mode = mode
    this.limits = options.limits
    this.clock = options.clock
    this.#network = options.network
    this.#log = options.log
    this.#route = route
    this.#times = { ...this.limits, ...route.times }
    this.#credentials = credentials
    this.pool = new Pool({
      size: () => this.#route.poolSize,
      isOpenedForSettings: mode === 'session',
      open: (settings) => this.#open(settings),
      times: () => this.#times,
      onWaited: (ms) => {
        this.totals.waits += 1
        this.totals.waitedMs += ms
      },
      onTimeout: () => {
        this.totals.timeouts += 1
      },
      onOpened: () => {
        this.totals.opened += 1
      },
      onClosed: (reason) => {
        this.totals.closed[reason] += 1
      },
      clock: this.clock,
      budget: this.#budget,
      reservedConnections: () => this.#route.reservedConnections ?? 0,
      onOpenFailure: (error) =>
        options.log(`No connection to the database ${route.group}/${route.database}: ${error.message}`),
    })
  }

  get route() {
    return this.#route
  }

  /** The newest login is the most recent information: password, size, times and endpoint may have changed. */
  update(route: Route, credentials: ScramCredentials) {
    this.#route = route
    this.#times = { ...this.limits, ...route.times }
    this.#credentials = credentials
  }

  /** Returns the same object for equal settings, so that they can be compared by identity. */
  intern(settings: Settings): Settings {
    if (settings.size === 0) return NO_SETTINGS
    const key = JSON.stringify([...settings].sort(([one], [other]) => (one < other ? -1 : 1)))
    const known = this.#settings.get(key)
    if (known) return known
    if (this.#settings.size >= CACHED_MAX) {
      this.#settings.clear()
      this.loginParameters.clear()
    }
    this.#settings.set(key, settings)
    return settings
  }

  /** Applies settings to a connection. @throws PostgresError the server's error; the connection is spoiled then */
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
   * Takes a connection back from a client that has disconnected: ends its transaction and discards its session state.
   * If a statement is still running, it runs to its end and the connection is closed.
   */
  async reclaim(server: ServerConnection, { isSettled, isDirty, isInsideMessage = false }: LeftState) {
    server.use(undefined)
    if (server.isSpoiled) return this.putBack(server)
    if (!isSettled || isInsideMessage) {
      this.pool.abandon(server, { isInsideMessage })
      return this.#endInTime(server)
    }
    try {
      if (server.status !== TransactionStatus.idle) await server.run('rollback')
      if (isDirty) {
        await server.run('discard all')
        server.forget()
      }
    } catch {
      // It is closed or misbehaves, so it is not reused.
      server.isSpoiled = true
    }
    this.putBack(server)
  }

  /** A busy server does not notice that its client has disconnected, so its statement is cancelled in the end. */
  #endInTime(server: ServerConnection) {
    if (server.isClosed) return
    const timer = this.clock.after(this.limits.abandonedStatementMs, () => {
      void this.cancel(server).then(() => server.socket.destroy())
    })
    server.socket.once('close', () => timer.cancel())
  }

  /** Takes back a clean connection; a waiting client gets it before this returns. */
  putBack(server: ServerConnection) {
    if (server.cancels.size === 0) this.pool.put(server)
    else void this.#putBackAfterCancel(server)
  }

  /** A cancel request in flight must not hit the connection's next user. */
  async #putBackAfterCancel(server: ServerConnection) {
    // Its client has moved on, and is not affected if the connection ends.
    server.use(undefined)
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

  /**
   * Asks the server to cancel what the connection runs. Never rejects: as with PostgreSQL, the requesting client does not
   * learn the result. A failure is logged.
   */
  async cancel(server: ServerConnection) {
    const { group, database } = this.#route
    const sent = this.#network
      .cancel(server.endpoint, server, this.limits.connectTimeoutMs)
      .catch((error: Error) => {
        // The request may still arrive later, when it would hit another client's statement.
        server.isSpoiled = true
        this.#log(`A cancel request did not reach the database ${group}/${database}: ${error.message}`)
      })
      .finally(() => server.cancels.delete(sent))
    server.cancels.add(sent)
    await sent
  }

  async #open(settings: Settings) {
    const { role, database, serverSettings } = this.#route
    const { host, port } = await this.#endpoint()
    const server = await connectServer({
      host,
      port,
      role,
      database,
      credentials: this.#credentials,
      settings,
      fixedSettings: serverSettings,
      timeoutMs: this.limits.connectTimeoutMs,
      heldMessageMaxBytes: this.limits.heldMessageMaxBytes,
      clock: this.clock,
      network: this.#network,
      limits: this.limits,
    })
    if (this.#budget.serverLimit === undefined) await this.#readLimit(server)
    return server
  }

  /** Resolving the endpoint may wake the server, which must not take for ever. */
  #endpoint() {
    return new Promise<ServerEndpoint>((resolve, reject) => {
      const timer = this.clock.after(this.limits.endpointTimeoutMs, () => reject(notFound()))
      this.#route
        .endpoint()
        .then(resolve, reject)
        .finally(() => timer.cancel())
    })
  }

  /** Reads how many connections the server accepts from ordinary roles. */
  async #readLimit(server: ServerConnection) {
    try {
      const [row] = await server.run(LIMITS_QUERY)
      const [all, ...reserved] = (row ?? []).map(Number)
      this.#budget.setServerLimit(
        all ? all - reserved.reduce((sum, one) => sum + (one || 0), 0) : Number.POSITIVE_INFINITY,
      )
    } catch (error) {
      server.close('lost')
      throw error
    }
  }
}

const LIMITS_QUERY = settingsQuery([
  'max_connections',
  'superuser_reserved_connections',
  'reserved_connections',
])

const notFound = () =>
  new PostgresError('57P03', 'The database server could not be found in time.', {
    hint: 'Try again in a moment.',
  })

/** The state in which a client left its server connection. */
export interface LeftState {
  /** Everything that it sent has been answered. */
  isSettled: boolean
  /** The session may hold state of the client. */
  isDirty: boolean
  /** The last message that was passed on is incomplete. */
  isInsideMessage?: boolean
}

export interface LoginPoolOptions {
  limits: GatewayLimits
  log: (line: string) => void
  clock: Clock
  network: Network
}
