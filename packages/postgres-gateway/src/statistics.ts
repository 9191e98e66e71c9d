import type { ClientState } from './clients/client-connection.ts'
import type { ClientRegistry } from './clients/client-registry.ts'
import type { PoolMode } from './resolver.ts'
import type { ClosingReason } from './servers/closing-reason.ts'
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
  servers: {
    idle: number
    active: number
    opening: number
    /** Connections that are being closed but are still open at the server. */
    closing: number
    /** The current maximum: the pool's size, or what the project's other pools and the server leave. */
    max: number
  }
  /** How long the client at the front has waited; 0 when none waits. */
  longestWaitMs: number
  /** Since the pool came to be. Sessions count no transactions. */
  totals: {
    transactions: number
    waits: number
    waitedMs: number
    /** Clients that gave up waiting. */
    timeouts: number
    opened: number
    closed: Record<ClosingReason, number>
  }
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
        totals: {
          transactions: counts.transactions,
          waits: counts.waits,
          waitedMs: Math.round(counts.waitedMs),
          timeouts: counts.timeouts,
          opened: counts.opened,
          closed: { ...counts.closed },
        },
      }
    }),
  }
}
