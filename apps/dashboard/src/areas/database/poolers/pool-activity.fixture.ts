import { type PoolActivity, poolClosings } from '@basalt/contract/poolers/poolers.schema.ts'

/** A pool without activity. */
export const aPool = (): PoolActivity => ({
  pool_mode: 'transaction',
  role: 'postgres',
  database: 'postgres',
  longest_wait_ms: 0,
  clients: { idle: 0, active: 0, waiting: 0, pinned: 0 },
  servers: { idle: 0, active: 0, opening: 0, closing: 0, max: 15 },
  totals: {
    transactions: 0,
    waits: 0,
    waited_ms: 0,
    timeouts: 0,
    opened: 0,
    closed: Object.fromEntries(poolClosings.map((reason) => [reason, 0])) as PoolActivity['totals']['closed'],
  },
})
