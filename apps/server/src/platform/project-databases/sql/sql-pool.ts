import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { unavailable } from '../project-connection.ts'
import { preparedCount, type TextRow, type TripStatement, tripAndBehind } from '../round-trip.ts'
import { ColumnTypes } from './column-types.ts'
import { DASHBOARD_MARK, marked } from './dashboard-mark.ts'
import { DatabaseSocket } from './database-socket.ts'
import { refuseOversizedMessages } from './oversized-message.ts'
import type { ProtocolClient, TransactionStatus } from './protocol.ts'
import { RESET_KEEPING_PREPARED, resetBehind, resetSession } from './session-reset.ts'
import type { ConnectionTarget } from './sql-login.ts'
import { LOOKUP_TIMEOUT_MS, POOL_IDLE_MS } from './sql-pool.rules.ts'

/** When the server process is gone, its backends end within this time instead of finishing their statements. */
const CONNECTION_CHECK = '-c client_connection_check_interval=5s'

/** A connection that belongs to one run until it is given back or destroyed. */
export interface Lease {
  readonly client: ProtocolClient
  /** The names of its database's types. */
  readonly types: ColumnTypes
  /** Gives it back for the next run, after SQL that left it in this status. */
  giveBack(text: string, status: TransactionStatus): void
  /** Sends statements that begin a transaction, which `trip` ends. Resolves to the rows of each. */
  begin(statements: readonly TripStatement[]): Promise<TextRow[][]>
  /**
   * Sends statements that end a transaction, and mostly begin it too. The session is reset behind them, in the same round trip, but
   * nobody waits for that. Resolves to the rows of each.
   */
  trip(statements: readonly TripStatement[]): Promise<TextRow[][]>
  /** Gives it back after a trip, with the statements that trips on it left prepared. */
  giveBackPrepared(): void
  destroy(): void
  /** Terminates its backend, over another connection. Rejects when PostgreSQL cannot be reached. */
  terminate(): Promise<void>
}

export interface LeaseOptions {
  /** May the connection have prepared statements of earlier trips? */
  readonly isPrepared?: boolean
}

export interface PoolLimits {
  readonly connections: number
  /** How long a run waits for a connection, pooled or new. */
  readonly waitMs: number
}

/** The connections to one project's database. */
export class SqlPool {
  readonly #types: ColumnTypes
  readonly #pool: pg.Pool
  readonly #lookups: pg.Pool
  readonly #limits: PoolLimits
  /** What to call when each is released. */
  readonly #busy = new Map<ProtocolClient, () => void>()
  readonly #returning = new Set<Promise<void>>()

  /** The password is requested at each connect, because it may change while the pool exists. */
  constructor(target: ConnectionTarget, password: () => Promise<string>, limits: PoolLimits) {
    const common = {
      ...target,
      password,
      stream: () => new DatabaseSocket(),
      idleTimeoutMillis: POOL_IDLE_MS,
      connectionTimeoutMillis: limits.waitMs,
    }
    this.#limits = limits
    this.#pool = new pg.Pool({
      ...common,
      max: limits.connections,
      application_name: 'basalt dashboard',
      options: CONNECTION_CHECK,
      keepAlive: true,
    })
    this.#lookups = new pg.Pool({
      ...common,
      max: 1,
      application_name: 'basalt dashboard, names of types',
      statement_timeout: LOOKUP_TIMEOUT_MS,
    })
    this.#types = new ColumnTypes((sql, values) => this.lookUp(sql, values))
    for (const pool of [this.#pool, this.#lookups]) {
      // The pool removes broken connections. Without listeners, their errors would end the server.
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
    }
    this.#pool.on('connect', (client) =>
      refuseOversizedMessages((client as ProtocolClient).connection.stream),
    )
    this.#pool.on('release', (_error, client) => {
      this.#busy.get(client as ProtocolClient)?.()
      this.#busy.delete(client as ProtocolClient)
    })
  }

  /** Runs a short catalog query, even while all other connections are busy. */
  async lookUp<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#lookups.query<Row>(sql + DASHBOARD_MARK, values)).rows
  }

  /**
   * `onReleased` is called once the connection has been reset and released, or destroyed. Statements that trips left
   * prepared are there only for those who ask for them: other SQL would see them.
   */
  async acquire(
    onReleased: () => void = () => undefined,
    { isPrepared = false }: LeaseOptions = {},
  ): Promise<Lease> {
    // A connection that is about to be released is available sooner than a new one.
    if (this.#pool.idleCount === 0 && this.#returning.size > 0) await Promise.race(this.#returning)
    const client = (await this.#pool.connect().catch((error: Error) => {
      throw this.#isExhausted(error) ? this.#allBusy() : error
    })) as ProtocolClient
    this.#busy.set(client, onReleased)
    const giveBack = (reset: () => Promise<boolean>) => {
      // Deferred, so that the response is sent first.
      const returning = setImmediate()
        .then(reset)
        .then((isClean) => client.release(!isClean))
      this.#returning.add(returning)
      void returning.then(() => this.#returning.delete(returning))
    }
    if (!isPrepared && preparedCount(client) !== 0 && !(await resetSession(client, '', 'I'))) {
      client.release(true)
      throw unavailable(new Error('The connection could not be reset'))
    }
    let reset: Promise<TextRow[][]> | undefined
    return {
      client,
      types: this.#types,
      begin: (statements) => {
        const { rows, behind } = tripAndBehind(client, statements.map(marked), [])
        behind.catch(() => undefined)
        return rows
      },
      trip: (statements) => {
        const { rows, behind } = tripAndBehind(client, statements.map(marked), RESET_KEEPING_PREPARED)
        // After a failure the connection is reset in another way.
        behind.catch(() => undefined)
        reset = behind
        return rows
      },
      giveBack: (text, status) => giveBack(() => resetSession(client, text, status)),
      giveBackPrepared: () =>
        giveBack(() => (reset ? resetBehind(client, reset) : resetSession(client, '', 'I'))),
      destroy: () => client.release(true),
      terminate: async () => void (await this.lookUp('select pg_terminate_backend($1)', [client.processID])),
    }
  }

  /** Ends all connections, including busy ones. */
  async close() {
    const ended = Promise.all([this.#pool.end(), this.#lookups.end()])
    for (const client of this.#busy.keys()) client.connection.stream.destroy()
    await ended
  }

  #isExhausted(error: Error) {
    return this.#busy.size >= this.#limits.connections && error.message.startsWith('timeout exceeded')
  }

  #allBusy() {
    return new AppError(
      'instance_unavailable',
      `${this.#limits.connections} queries are running in this project already. Wait for one to end, or cancel one.`,
    )
  }
}
