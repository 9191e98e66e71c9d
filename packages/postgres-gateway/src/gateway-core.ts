import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { admitClient } from './clients/admit-client.ts'
import { ClientRegistry } from './clients/client-registry.ts'
import type { LoggedIn } from './clients/log-in.ts'
import type { PacketStream } from './clients/packet-stream.ts'
import { isWithin, type Part, type PoolMode } from './resolver.ts'
import type { LoginPoolOptions } from './servers/login-pool.ts'
import { LoginPools } from './servers/login-pools.ts'
import { type GatewayStatistics, statisticsOf } from './statistics.ts'

/** How often a closing gateway checks which transactions have ended, in milliseconds. */
const DRAIN_CHECK_MS = 10

/** Clients that have logged in and the server connections they share; knows nothing of ports. */
export class GatewayCore {
  readonly #clients = new ClientRegistry()
  readonly #pools: LoginPools
  readonly #options: LoginPoolOptions

  constructor(options: LoginPoolOptions) {
    this.#options = options
    this.#pools = new LoginPools(options)
  }

  /** Attaches a client in its mode. @throws PostgresError when the group is full or no server answers */
  admitClient(
    client: Extract<LoggedIn, { kind: 'client' }>,
    stream: Pick<PacketStream, 'release'>,
    mode: PoolMode,
  ) {
    return admitClient(client, stream, { mode, clients: this.#clients, pools: this.#pools })
  }

  /**
   * Passes a cancel request on to the client's current server connection, if any. Resolves when the server has received
   * it, so that it cannot cancel a statement that is sent afterwards.
   */
  async cancel(pid: number, secret: Buffer) {
    await this.#clients.find(pid, secret)?.cancel()
  }

  /** Closes connections that were idle for too long, and disconnects clients that idle in a transaction others wait for. */
  sweep() {
    this.#pools.sweep()
    const { clock, limits } = this.#options
    const now = clock.now()
    for (const relay of this.#clients.relays()) {
      const since = relay.quietSince(now)
      if (now - since >= limits.idleTransactionMs && relay.isHoldingIdly && relay.pool.pool.waiting > 0)
        relay.dismiss(idleInTransaction())
    }
  }

  statistics(): GatewayStatistics {
    return statisticsOf(this.#pools, this.#clients)
  }

  disconnect(group: string, only?: Part, why = shutdown()) {
    for (const relay of this.#clients.relays(group)) if (isWithin(relay.pool.route, only)) relay.dismiss(why)
    this.#pools.close(group, only)
  }

  release(group: string): Promise<boolean> {
    return this.#pools.release(group)
  }

  /** Waits up to `drainMs` for transactions to end, then closes everything. */
  async close(drainMs: number) {
    const { clock } = this.#options
    const deadline = clock.now() + drainMs
    while (this.#clients.size > 0) {
      const isOver = clock.now() >= deadline
      for (const relay of this.#clients.relays())
        if (isOver || relay.isBetweenTransactions) relay.dismiss(shutdown())
      if (this.#clients.size > 0) await new Promise<void>((resolve) => clock.after(DRAIN_CHECK_MS, resolve))
    }
    await this.#pools.closeAll()
  }
}

const idleInTransaction = () =>
  new PostgresError('25P03', 'terminating connection due to idle-in-transaction timeout', {
    detail: 'Others wait for the server connection that this transaction holds.',
    hint: 'End transactions sooner, or use the session pooler.',
  })

const shutdown = () => new PostgresError('57P01', 'terminating connection due to administrator command')
