import {
  type CountedService,
  countedServices,
  type DatabaseMetricId,
  type MetricId,
  type PoolerMetricId,
  type RequestMetric,
} from '@basalt/contract/metrics/metrics.rules.ts'
import type { Condition, LogView } from '@basalt/log-store/log-store.ts'
import { databaseMetricsSource, sizesSource } from './metric-sources.ts'

/** Where a metric is computed from: the events, and the value of one step as SQL of DuckDB. */
export interface MetricSql {
  readonly view: LogView
  readonly where: Condition
  readonly value: string
  /** Whether a step without events has the value 0 instead of none. */
  readonly isCount: boolean
}

/** Views of the logs that requests and logins are counted from. */
export interface CountedLogs {
  readonly requests: LogView
  readonly logins: LogView
}

const EVERY: Condition = { sql: 'true', params: [] }
const OF_DATABASE: LogView = { name: 'database_metrics', source: databaseMetricsSource }
const OF_SIZES: LogView = { name: 'sizes', source: sizesSource }

const perSecond = (column: string) => `sum(${column}) * 1000 / nullif(sum(interval_ms), 0)`

const databaseValues: Record<Exclude<DatabaseMetricId, 'database_bytes' | 'dead_bytes'>, string> = {
  connections: 'max(connections)',
  connections_active: 'max(connections_active)',
  connections_idle_in_transaction: 'max(connections_idle_in_transaction)',
  connections_waiting: 'max(connections_waiting)',
  cache_hit_rate: 'sum(blocks_hit) / nullif(sum(blocks_hit) + sum(blocks_read), 0)',
  commits: perSecond('commits'),
  rollbacks: perSecond('rollbacks'),
  rows_read: perSecond('rows_read'),
  rows_written: perSecond('rows_written'),
  wal_bytes: perSecond('wal_bytes'),
  temp_bytes: perSecond('temp_bytes'),
  checkpoints_timed: 'sum(checkpoints_timed)',
  checkpoints_requested: 'sum(checkpoints_requested)',
  deadlocks: 'sum(deadlocks)',
}

const requestValues: Record<RequestMetric, string> = {
  succeeded: 'count(*) filter (where status < 400)',
  refused: 'count(*) filter (where status >= 400 and status < 500)',
  failed: 'count(*) filter (where status >= 500)',
  p50_ms: 'quantile_cont(duration_ms, 0.5)',
  p95_ms: 'quantile_cont(duration_ms, 0.95)',
  sent_bytes: 'coalesce(sum(response_bytes), 0)',
}

const loginValues: Record<PoolerMetricId, string> = {
  logins_accepted: `count(*) filter (where outcome = 'accepted')`,
  logins_refused: `count(*) filter (where outcome = 'refused')`,
}

const isKeyOf = <Values extends object>(values: Values, key: string): key is Extract<keyof Values, string> =>
  Object.hasOwn(values, key)

const ofService = (service: CountedService): Condition =>
  service === 'api' ? EVERY : { sql: 'service = ?', params: [service] }

/** How a metric is computed. */
export function metricSql(metric: MetricId, logs: CountedLogs): MetricSql {
  if (metric === 'database_bytes' || metric === 'dead_bytes')
    return {
      view: OF_SIZES,
      where: { sql: 'table_name is null', params: [] },
      value: `max(${metric === 'dead_bytes' ? 'dead_bytes' : 'table_bytes'})`,
      isCount: false,
    }
  if (isKeyOf(databaseValues, metric))
    return { view: OF_DATABASE, where: EVERY, value: databaseValues[metric], isCount: false }
  if (isKeyOf(loginValues, metric))
    return { view: logs.logins, where: EVERY, value: loginValues[metric], isCount: true }
  const service = countedServices.find((one) => metric.startsWith(`${one}_`))!
  const name = metric.slice(service.length + 1) as RequestMetric
  return {
    view: logs.requests,
    where: ofService(service),
    value: requestValues[name],
    isCount: !name.endsWith('_ms'),
  }
}
