import type { GatewayStatistics, PoolStatistics } from '@basalt/postgres-gateway/statistics.ts'
import type { Metric } from '../../platform/metrics-text.rules.ts'

const modes = ['session', 'transaction'] as const
type Mode = (typeof modes)[number]
const CLIENT_STATES = ['idle', 'active', 'waiting'] as const
const SERVER_STATES = ['idle', 'active', 'opening', 'closing'] as const

/** What the poolers do, summed over all projects, for each mode. */
export function poolerMetrics({ pools, totals }: GatewayStatistics): Metric[] {
  const now = (mode: Mode, count: (pool: PoolStatistics) => number) =>
    pools.filter((pool) => pool.mode === mode).reduce((sum, pool) => sum + count(pool), 0)
  const total = (name: string, help: string, value: (of: GatewayStatistics['totals'][Mode]) => number) => ({
    name: `basalt_pooler_${name}_total`,
    type: 'counter' as const,
    help,
    values: modes.map((mode) => ({ labels: { mode }, value: value(totals[mode]) })),
  })
  return [
    {
      name: 'basalt_pooler_clients',
      type: 'gauge',
      help: 'Clients of the poolers',
      values: modes.flatMap((mode) =>
        CLIENT_STATES.map((state) => ({
          labels: { mode, state },
          value: now(mode, ({ clients }) => clients[state]),
        })),
      ),
    },
    {
      name: 'basalt_pooler_servers',
      type: 'gauge',
      help: 'Connections of the poolers to databases',
      values: modes.flatMap((mode) =>
        SERVER_STATES.map((state) => ({
          labels: { mode, state },
          value: now(mode, ({ servers }) => servers[state]),
        })),
      ),
    },
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
