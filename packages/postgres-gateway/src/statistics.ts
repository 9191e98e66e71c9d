import type { ClientState } from './clients/client-connection.ts'
import type { ClientRegistry } from './clients/client-registry.ts'
import type { PoolMode } from './resolver.ts'
import type { LoginPools } from './servers/login-pools.ts'
import { noTotals, type PoolTotals, sumOf } from './servers/pool-totals.ts'

export interface GatewayStatistics {
  /** Clients that have logged in. */
  clients: number
  pools: PoolStatistics[]
  /** The sums over all pools, including removed ones, since the process started. */
  totals: Record<PoolMode, PoolTotals>
}

/** The statistics of a gateway that is not running. */
export const noStatistics = (): GatewayStatistics => ({
  clients: 0,
  pools: [],
  totals: { session: noTotals(), transaction: noTotals() },
})

export interface PoolStatistics {
  mode: PoolMode
  group: string
  role: string
  database: string
  clients: Record<ClientState, number> & {
    /** Active clients that keep their server connection beyond the transaction. */
    pinned: number
  }
  servers: {
    idle: number
    active: number
    opening: number
    /** Connections that are being closed and still open at the server. */
    closing: number
    /** The current maximum: the pool's size, or what the project's other pools and the server leave. */
    max: number
  }
  /** How long the first waiting client has waited, in milliseconds; 0 when none waits. */
  longestWaitMs: number
  /** Since the pool was created. */
  totals: PoolTotals
}

/** The current state. */
export function statisticsOf(pools: LoginPools, clients: ClientRegistry): GatewayStatistics {
  const states = new Map<object, Record<ClientState, number>>()
  for (const relay of clients.relays()) {
    const counted = states.get(relay.pool) ?? { idle: 0, active: 0, waiting: 0 }
    counted[relay.state] += 1
    states.set(relay.pool, counted)
  }
  return {
    clients: clients.size,
    pools: [...pools].map((login) => {
      const { mode, route, pool, counts } = login
      return {
        mode,
        group: route.group,
        role: route.role,
        database: route.database,
        clients: { ...(states.get(login) ?? { idle: 0, active: 0, waiting: 0 }), pinned: counts.pinned },
        servers: {
          idle: pool.idle,
          active: pool.servers.size - pool.closing - pool.idle,
          opening: pool.opening,
          closing: pool.closing,
          max: pool.max,
        },
        longestWaitMs: Math.round(pool.longestWaitMs),
        totals: sumOf([login.totals]),
      }
    }),
    totals: { session: pools.totalsOf('session'), transaction: pools.totalsOf('transaction') },
  }
}
