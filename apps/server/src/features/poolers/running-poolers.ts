import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import {
  type GatewayStatistics,
  noStatistics,
  type PoolStatistics,
} from '@basalt/postgres-gateway/statistics.ts'

export type RunningPoolers = ReturnType<typeof runningPoolers>

/** The poolers as the rest of the server knows them: they come up last, and a test may do without. */
export function runningPoolers(wanted: { session: number; transaction: number }) {
  let gateway: GatewayControl | undefined
  const statistics = async (): Promise<GatewayStatistics> => gateway?.statistics() ?? noStatistics()
  return {
    attach(opened: GatewayControl) {
      gateway = opened
    },

    /** The port of a shared pooler; in the moment before it listens the one it asks for. */
    portOf: (mode: 'session' | 'transaction'): number => gateway?.ports[mode] ?? wanted[mode],

    /** Closes the server connections of a project that nobody uses. False when one is in use; then none is closed. */
    release: async (ref: string) => (await gateway?.release(ref)) ?? true,

    /** Live counters of a project's pools; none before the poolers listen. */
    activityOf: async (ref: string): Promise<PoolStatistics[]> =>
      (await statistics()).pools.filter(({ group }) => group === ref),

    statistics,

    /** Sends the clients of a project, or of one of its roles, away and closes their server connections. */
    disconnect: (ref: string, only?: { role: string }) => gateway?.disconnect(ref, only),
  }
}
