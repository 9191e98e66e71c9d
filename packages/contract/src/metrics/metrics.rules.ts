import { bucketMs } from '../logs/logs.rules.ts'

/** How often the measurements of a running database are taken. Nothing is measured while it sleeps. */
export const METRICS_EVERY_MS = 60_000
/** Sizes cost a look at each file of the database, so they are measured less often. */
export const SIZES_EVERY_MS = 5 * 60_000
/** Sessions that run or wait are sampled more often, because most waits are short. */
export const SESSIONS_EVERY_MS = 20_000
/** The plans of the queries that took the most time are sampled this often. */
export const PLANS_EVERY_MS = 15 * 60_000

/** The largest tables whose sizes are kept. */
export const MEASURED_TABLES_MAX = 30
/** Metrics of one request. */
export const METRICS_PER_REQUEST_MAX = 20

export const metricUnits = ['count', 'bytes', 'part', 'ms', 'per_second', 'bytes_per_second'] as const
export type MetricUnit = (typeof metricUnits)[number]

interface Metric {
  readonly title: string
  readonly unit: MetricUnit
}

/** What is measured of the database itself. */
export const databaseMetrics = {
  connections: { title: 'Connected', unit: 'count' },
  connections_active: { title: 'Active', unit: 'count' },
  connections_idle_in_transaction: { title: 'Idle in transaction', unit: 'count' },
  connections_waiting: { title: 'Waiting for a lock', unit: 'count' },
  cache_hit_rate: { title: 'Found in memory', unit: 'part' },
  commits: { title: 'Committed', unit: 'per_second' },
  rollbacks: { title: 'Rolled back', unit: 'per_second' },
  rows_read: { title: 'Rows read', unit: 'per_second' },
  rows_written: { title: 'Rows written', unit: 'per_second' },
  wal_bytes: { title: 'Written', unit: 'bytes_per_second' },
  temp_bytes: { title: 'Temporary files', unit: 'bytes_per_second' },
  checkpoints_timed: { title: 'By time', unit: 'count' },
  checkpoints_requested: { title: 'By volume or request', unit: 'count' },
  deadlocks: { title: 'Deadlocks', unit: 'count' },
  database_bytes: { title: 'Database', unit: 'bytes' },
  dead_bytes: { title: 'Dead rows, estimated', unit: 'bytes' },
} as const satisfies Record<string, Metric>

const requestMetrics = {
  succeeded: { title: 'Succeeded', unit: 'count' },
  refused: { title: 'Refused (4xx)', unit: 'count' },
  failed: { title: 'Failed (5xx)', unit: 'count' },
  p50_ms: { title: 'Half within', unit: 'ms' },
  p95_ms: { title: '95% within', unit: 'ms' },
  sent_bytes: { title: 'Sent', unit: 'bytes' },
} as const satisfies Record<string, Metric>
export type RequestMetric = keyof typeof requestMetrics

/** The services whose requests are counted; `api` has the requests to all of them. */
export const countedServices = ['api', 'storage', 'auth'] as const
export type CountedService = (typeof countedServices)[number]

/** What is counted at the pooler. */
export const poolerMetrics = {
  logins_accepted: { title: 'Accepted', unit: 'count' },
  logins_refused: { title: 'Refused', unit: 'count' },
} as const satisfies Record<string, Metric>

export type DatabaseMetricId = keyof typeof databaseMetrics
export type PoolerMetricId = keyof typeof poolerMetrics
export type RequestMetricId = `${CountedService}_${RequestMetric}`
export type MetricId = DatabaseMetricId | PoolerMetricId | RequestMetricId

/** Every metric by its id. */
export const metrics = {
  ...databaseMetrics,
  ...poolerMetrics,
  ...Object.fromEntries(
    countedServices.flatMap((service) =>
      Object.entries(requestMetrics).map(([name, metric]) => [`${service}_${name}`, metric] as const),
    ),
  ),
} as Readonly<Record<MetricId, Metric>>
export const metricIds = Object.keys(metrics) as [MetricId, ...MetricId[]]

/** The width of the steps that a time range is drawn in, in milliseconds: never shorter than what is measured. */
export const metricStepMs = (rangeMs: number): number => Math.max(METRICS_EVERY_MS, bucketMs(rangeMs))
