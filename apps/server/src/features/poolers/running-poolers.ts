import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import {
  type GatewayStatistics,
  noStatistics,
  type PoolStatistics,
} from '@basalt/postgres-gateway/statistics.ts'

export type RunningPoolers = ReturnType<typeof runningPoolers>

/** The poolers for the rest of the server: they start last, and tests may have none. */
export function runningPoolers(configured: { session: number; transaction: number }) {
  let gateway: GatewayControl | undefined
  const statistics = async (): Promise<GatewayStatistics> => gateway?.statistics() ?? noStatistics()
  return {
    attach(attached: GatewayControl) {
      gateway = attached
    },

    /** The port of a shared pooler; the configured one until it listens. */
    portOf: (mode: 'session' | 'transaction'): number => gateway?.ports[mode] ?? configured[mode],

    /** Closes the unused server connections of a project. False when one is in use; then none is closed. */
    release: async (ref: string) => (await gateway?.release(ref)) ?? true,

    /** Live counters of a project's pools; none before the poolers listen. */
    activityOf: async (ref: string): Promise<PoolStatistics[]> =>
      (await statistics()).pools.filter(({ group }) => group === ref),

    statistics,

    /** Disconnects the clients of a project, or of one of its roles, and closes their server connections. */
    disconnect: (ref: string, only?: { role: string }) => gateway?.disconnect(ref, only),
  }
}
