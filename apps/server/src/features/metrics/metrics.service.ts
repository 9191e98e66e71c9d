import { MEASURED_TABLES_MAX, type MetricId, metricStepMs } from '@basalt/contract/metrics/metrics.rules.ts'
import type {
  MetricRange,
  MetricSeries,
  MetricsQuery,
  TableSize,
} from '@basalt/contract/metrics/metrics.schema.ts'
import { QueryError } from '@basalt/log-store/duckdb/query-error.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import { AppError } from '../../http/app-error.ts'
import type { KeptRange } from '../logs/logs.port.ts'
import { sizesSource } from './metric-sources.ts'
import { type CountedLogs, type MetricSql, metricSql } from './metric-sql.ts'

interface Deps {
  store: Pick<LogStore, 'aggregate'>
  logs: CountedLogs
  rangeOf: KeptRange
}

export type MetricsService = ReturnType<typeof metricsService>

/** What was measured of projects, as far as their plans keep it. */
export function metricsService({ store, logs, rangeOf }: Deps) {
  return {
    async read(ref: string, { metrics, ...times }: MetricsQuery): Promise<MetricSeries> {
      const range = await rangeOf(ref, times)
      const step = metricStepMs(range.to - range.from)
      const first = Math.floor(range.from / step)
      const count = Math.max(1, Math.ceil(range.to / step) - first)
      const values = new Map<MetricId, (number | null)[]>()
      await Promise.all(
        groupsOf(metrics, logs).map(async ({ view, where, members }) => {
          const rows = await store
            .aggregate(ref, view, range, where, {
              sql: `select (epoch_ms(timestamp) // ?)::double as step, ${members
                .map(({ value }, index) => `(${value})::double as value_${index}`)
                .join(', ')} from events group by 1`,
              params: [step],
            })
            .catch(rethrow)
          for (const [index, { metric, isCount }] of members.entries()) {
            const series = new Array<number | null>(count).fill(isCount ? 0 : null)
            for (const row of rows) {
              const at = Number(row.step) - first
              const value = row[`value_${index}`]
              if (at >= 0 && at < count && typeof value === 'number') series[at] = value
            }
            values.set(metric, series)
          }
        }),
      )
      return {
        from: new Date(first * step).toISOString(),
        to: new Date((first + count) * step).toISOString(),
        step_ms: step,
        series: metrics.map((metric) => ({ metric, values: values.get(metric)! })),
      }
    },

    /** The largest ones first. */
    async tables(ref: string, times: MetricRange): Promise<TableSize[]> {
      const range = await rangeOf(ref, times)
      const rows = await store
        .aggregate(
          ref,
          { name: 'sizes', source: sizesSource },
          range,
          { sql: 'table_name is not null', params: [] },
          {
            sql: `select schema_name as schema, table_name as name,
              arg_max(table_bytes, timestamp) as table_bytes, arg_max(index_bytes, timestamp) as index_bytes,
              arg_max(live_rows, timestamp) as live_rows, arg_max(dead_rows, timestamp) as dead_rows,
              arg_max(table_bytes + index_bytes, timestamp) - arg_min(table_bytes + index_bytes, timestamp) as grown_bytes
            from events group by 1, 2
            having max(timestamp) >= (select max(timestamp) from events)
            order by arg_max(table_bytes + index_bytes, timestamp) desc, 1, 2 limit ?`,
            params: [MEASURED_TABLES_MAX],
          },
        )
        .catch(rethrow)
      return rows as unknown as TableSize[]
    },
  }
}

/** Metrics that are computed from the same events, which are read once. */
function groupsOf(metrics: readonly MetricId[], logs: CountedLogs) {
  const groups = new Map<
    string,
    Pick<MetricSql, 'view' | 'where'> & { members: (MetricSql & { metric: MetricId })[] }
  >()
  for (const metric of new Set(metrics)) {
    const computed = metricSql(metric, logs)
    const key = JSON.stringify([computed.view.name, computed.where])
    const group = groups.get(key) ?? { view: computed.view, where: computed.where, members: [] }
    group.members.push({ ...computed, metric })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** What a query could not do in time, as the caller's error; a fault of ours stays as it is. */
function rethrow(error: unknown): never {
  if (!(error instanceof QueryError) || ['invalid', 'failed'].includes(error.code)) throw error
  throw new AppError('request_timeout', error.message)
}
