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
/** More different sets of settings than this are not remembered. */
const REMEMBERED_MAX = 100

/** Everything that clients of one role, database and mode share. */
export class LoginPool {
  readonly mode: PoolMode
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly statements = new PreparedStatements()
  readonly pool: Pool
  readonly totals = noTotals()
  /** Now. */
  readonly counts = { pinned: 0, clients: 0 }
  /** What a client with these settings is told when it logs in. */
  readonly welcomes = new Map<Settings, Parameters>()
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
      leavesToOthers: () => this.#route.leavesToOthers ?? 0,
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
   * that too. What still runs comes to its end, and then the connection is closed.
   */
  async giveBack(server: ServerConnection, { isSettled, isDirty, isInsideMessage = false }: LeftBehind) {
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

  /** A busy server does not notice that its client has gone, so it is asked to stop. */
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
    else void this.#putBackUncancelled(server)
  }

  /** A cancel request on its way to a connection must hit nobody else. */
  async #putBackUncancelled(server: ServerConnection) {
    // Its client has gone on, and is not to be told should the connection end.
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
   * Asks the server to cancel what the connection does. Never rejects: as with PostgreSQL, a client that asks for it is
   * not told what became of it. A failure is logged.
   */
  async cancel(server: ServerConnection) {
    const { group, database } = this.#route
    const sent = this.#network
      .cancel(server.endpoint, server, this.limits.connectTimeoutMs)
      .catch((error: Error) => {
        // It may be on its way and arrive later, when it would hit the statement of somebody else.
        server.isSpoiled = true
        this.#log(`A cancel request did not reach the database ${group}/${database}: ${error.message}`)
      })
      .finally(() => server.cancels.delete(sent))
    server.cancels.add(sent)
    await sent
  }

  async #open(settings: Settings) {
    const { role, database } = this.#route
    const { host, port } = await this.#endpoint()
    const server = await connectServer({
      host,
      port,
      role,
      database,
      credentials: this.#credentials,
      settings,
      timeoutMs: this.limits.connectTimeoutMs,
      heldMessageMaxBytes: this.limits.heldMessageMaxBytes,
      clock: this.clock,
      network: this.#network,
      limits: this.limits,
    })
    if (this.#budget.serverTakes === undefined) await this.#askSize(server)
    return server
  }

  /** Finding the server may wake it, which must not take for ever. */
  #endpoint() {
    return new Promise<ServerEndpoint>((resolve, reject) => {
      const timer = this.clock.after(this.limits.endpointTimeoutMs, () => reject(notFound()))
      this.#route
        .endpoint()
        .then(resolve, reject)
        .finally(() => timer.cancel())
    })
  }

  /** How many connections the server takes from ordinary roles. */
  async #askSize(server: ServerConnection) {
    try {
      const [row] = await server.run(SIZE)
      const [all, ...reserved] = (row ?? []).map(Number)
      this.#budget.learn(
        all ? all - reserved.reduce((sum, one) => sum + (one || 0), 0) : Number.POSITIVE_INFINITY,
      )
    } catch (error) {
      server.close('lost')
      throw error
    }
  }
}

const SIZE = settingsQuery(['max_connections', 'superuser_reserved_connections', 'reserved_connections'])

const notFound = () =>
  new PostgresError('57P03', 'The database server could not be found in time.', {
    hint: 'Try again in a moment.',
  })

/** The state in which a client leaves a server connection. */
export interface LeftBehind {
  /** Everything it sent has been answered. */
  isSettled: boolean
  /** The session may hold state of the client. */
  isDirty: boolean
  /** The last message that was passed on lacks its end. */
  isInsideMessage?: boolean
}

export interface LoginPoolOptions {
  limits: GatewayLimits
  log: (line: string) => void
  clock: Clock
  network: Network
}
