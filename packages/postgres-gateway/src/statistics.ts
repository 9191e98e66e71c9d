import type { ClientState } from './clients/client-connection.ts'
import type { ClientRegistry } from './clients/client-registry.ts'
import type { PoolMode } from './resolver.ts'
import type { LoginPools } from './servers/login-pools.ts'

export interface GatewayStatistics {
  /** That have logged in. */
  clients: number
  pools: PoolStatistics[]
}

export interface PoolStatistics {
  mode: PoolMode
  group: string
  role: string
  database: string
  clients: Record<ClientState, number> & {
    /** Of the active ones, those that keep their server connection beyond the transaction. */
    pinned: number
  }
  servers: { idle: number; active: number; max: number }
  /** Since the pool came to be. Sessions count no transactions. */
  totals: { transactions: number; waits: number; waitedMs: number }
}

/** What goes on at this moment. */
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
        servers: { idle: pool.idle, active: pool.servers.size - pool.idle, max: route.poolSize },
        totals: {
          transactions: counts.transactions,
          waits: counts.waits,
          waitedMs: Math.round(counts.waitedMs),
        },
      }
    }),
  }
}
