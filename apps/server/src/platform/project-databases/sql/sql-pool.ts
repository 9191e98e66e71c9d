import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { ColumnTypes } from './column-types.ts'
import { DatabaseSocket } from './database-socket.ts'
import { refuseOversizedMessages } from './oversized-message.ts'
import type { ProtocolClient, TransactionStatus } from './protocol.ts'
import { resetSession } from './session-reset.ts'
import type { ConnectionTarget } from './sql-login.ts'
import { LOOKUP_TIMEOUT_MS, POOL_IDLE_MS } from './sql-pool.rules.ts'

/** A backend whose server process is gone ends within this time, instead of finishing work nobody waits for. */
const CONNECTION_CHECK = '-c client_connection_check_interval=5s'

/** A connection that is one run's own until it is given back or destroyed. */
export interface Lease {
  readonly client: ProtocolClient
  /** The names of its database's types. */
  readonly types: ColumnTypes
  /** Returns it for the next run, after a text that left it in this status. */
  giveBack(text: string, status: TransactionStatus): void
  destroy(): void
  /** Terminates its backend, over another connection. Rejects when PostgreSQL cannot be asked. */
  terminate(): Promise<void>
}

export interface PoolLimits {
  readonly connections: number
  /** How long a run waits for a connection, or for one to be made. */
  readonly waitMs: number
}

/** The connections to one project's database. */
export class SqlPool {
  readonly #types: ColumnTypes
  readonly #pool: pg.Pool
  readonly #lookups: pg.Pool
  readonly #limits: PoolLimits
  /** What is to be done when each comes back. */
  readonly #busy = new Map<ProtocolClient, () => void>()
  readonly #returning = new Set<Promise<void>>()

  /** The password is asked for at each connect, because it may be changed while the pool lives. */
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
    this.#types = new ColumnTypes(async (sql, values) => (await this.#lookups.query(sql, values)).rows)
    for (const pool of [this.#pool, this.#lookups]) {
      // A broken connection leaves its pool by itself; without listeners its error would end the server.
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

  /** Asks something of the catalogs while the other connections may all be busy. */
  async lookUp<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#lookups.query<Row>(sql, values)).rows
  }

  /** `onReleased` is called once the connection has been given back, clean, or destroyed. */
  async acquire(onReleased: () => void = () => undefined): Promise<Lease> {
    // A connection that is about to come back is sooner there than a new one.
    if (this.#pool.idleCount === 0 && this.#returning.size > 0) await Promise.race(this.#returning)
    const client = (await this.#pool.connect().catch((error: Error) => {
      throw this.#isExhausted(error) ? this.#allBusy() : error
    })) as ProtocolClient
    this.#busy.set(client, onReleased)
    return {
      client,
      types: this.#types,
      giveBack: (text, status) => {
        // The answer is on its way by then, instead of waiting for this to be sent.
        const returning = setImmediate()
          .then(() => resetSession(client, text, status))
          .then((isClean) => client.release(!isClean))
        this.#returning.add(returning)
        void returning.then(() => this.#returning.delete(returning))
      },
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
