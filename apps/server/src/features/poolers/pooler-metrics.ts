import type { GatewayStatistics, PoolStatistics } from '@basalt/postgres-gateway/statistics.ts'
import type { Metric } from '../../platform/metrics-text.ts'

const modes = ['session', 'transaction'] as const
type Mode = (typeof modes)[number]
const CLIENT_STATES = ['idle', 'active', 'waiting'] as const
const SERVER_STATES = ['idle', 'active', 'opening', 'closing'] as const

/** Metrics of the poolers by mode, summed over all projects. */
export function poolerMetrics({ pools, totals }: GatewayStatistics): Metric[] {
  const now = <State extends string>(
    name: string,
    help: string,
    states: readonly State[],
    countsOf: (pool: PoolStatistics) => Record<State, number>,
  ): Metric => ({
    name: `basalt_pooler_${name}`,
    type: 'gauge',
    help,
    values: modes.flatMap((mode) => {
      const counts = pools.filter((pool) => pool.mode === mode).map(countsOf)
      return states.map((state) => ({
        labels: { mode, state },
        value: counts.reduce((sum, count) => sum + count[state], 0),
      }))
    }),
  })
  const total = (name: string, help: string, value: (of: GatewayStatistics['totals'][Mode]) => number) => ({
    name: `basalt_pooler_${name}_total`,
    type: 'counter' as const,
    help,
    values: modes.map((mode) => ({ labels: { mode }, value: value(totals[mode]) })),
  })
  return [
    now('clients', 'Clients of the poolers', CLIENT_STATES, ({ clients }) => clients),
    now('servers', 'Connections of the poolers to databases', SERVER_STATES, ({ servers }) => servers),
    total('transactions', 'Transactions that have ended', ({ transactions }) => transactions),
    total('waits', 'Clients that waited for a connection and got one', ({ waits }) => waits),
    total('wait_seconds', 'How long those waited', ({ waitedMs }) => waitedMs / 1000),
    total('timeouts', 'Clients that gave up waiting', ({ timeouts }) => timeouts),
    total('opened', 'Connections to databases that were opened', ({ opened }) => opened),
    {
      name: 'basalt_pooler_closed_total',
      type: 'counter',
      help: 'Connections to databases that were closed, by reason',
      values: modes.flatMap((mode) =>
        Object.entries(totals[mode].closed).map(([reason, value]) => ({ labels: { mode, reason }, value })),
      ),
    },
  ]
}
