import { metricStepMs } from '@basalt/contract/metrics/metrics.rules.ts'
import {
  PERFORMANCE_QUERY_MAX,
  type PerformanceSort,
  performancePresets,
  type QuerySource,
} from '@basalt/contract/query-performance/query-performance.rules.ts'
import type {
  QueryHistory,
  QueryPerformancePage,
  QueryPerformanceQuery,
  QueryStatistic,
} from '@basalt/contract/query-performance/query-performance.schema.ts'
import { QueryError } from '@basalt/log-store/duckdb/query-error.ts'
import type { Condition, EventRow, LogStore, LogView, TimeRange } from '@basalt/log-store/log-store.ts'
import { AppError } from '../../http/app-error.ts'
import type { KeptRange } from '../logs/logs.port.ts'
import { CATALOG_QUERY_IN_LOGS } from './catalog-queries.rules.ts'
import {
  queryPlansSource,
  queryStatisticsSource,
  queryTextsSource,
  sampledSessionsSource,
} from './statistic-sources.ts'

interface Deps {
  store: Pick<LogStore, 'aggregate'>
  rangeOf: KeptRange
}

interface QueryText {
  query: string
  source: QuerySource
}

interface Times {
  from?: string | undefined
  to?: string | undefined
}

const view = (source: LogView['source']): LogView => ({ name: source.name, source })
const statistics = view(queryStatisticsSource)
const texts = view(queryTextsSource)
const sessions = view(sampledSessionsSource)
const plans = view(queryPlansSource)
const EVERY: Condition = { sql: 'true', params: [] }

/** Queries that a list is made from; those that took least are left out. */
const LISTED_MAX = 5_000
/** Minutes in which one query was called: those of a month. */
const MINUTES_MAX = 45_000
/** Programs, waits, plans and blocking queries of one query. */
const SHOWN_MAX = 20

export type QueryHistoryOf = ReturnType<typeof queryHistory>

/** What was measured of the queries of projects, as far as their plans keep it. */
export function queryHistory({ store, rangeOf }: Deps) {
  /** A text is written once a day, so it is looked for in all the time that is kept. */
  async function textsOf(ref: string, where: Condition): Promise<Map<string, QueryText>> {
    const kept = await rangeOf(ref, { from: new Date(0).toISOString() })
    const rows = await store.aggregate(ref, texts, kept, where, {
      sql: `select query_id, arg_max(event_message, timestamp) as query, arg_min(coalesce(source, 'other'), timestamp) as source
        from events group by 1`,
      params: [],
    })
    return new Map(
      rows.map(({ query_id, query, source }) => [
        String(query_id),
        { query: String(query ?? ''), source: source === 'dashboard' ? 'dashboard' : 'other' },
      ]),
    )
  }

  const counted = (ref: string, range: TimeRange) =>
    store.aggregate(ref, statistics, range, EVERY, {
      sql: `select query_id as id, any_value(role) as role, sum(calls) as calls, sum(total_ms) as total_ms,
          sum(rows) as rows, sum(blocks_hit) as hit, sum(blocks_read) as read,
          max(coalesce(max_ms, total_ms / calls)) as max_ms, epoch_ms(min(timestamp))::double as since
        from events group by 1 order by total_ms desc limit ?`,
      params: [LISTED_MAX],
    })

  return {
    /** A page of what was measured in a time range. Throws `validation_failed` for a search that is no regular expression. */
    async page(ref: string, query: QueryPerformanceQuery): Promise<QueryPerformancePage> {
      const { preset, sort, order, search, roles, min_calls = 0, catalog, source, limit, cursor } = query
      const range = await rangeOf(ref, query)
      const where = textCondition(search, catalog === 'true')
      const [rows, matching] = await Promise.all([
        counted(ref, range),
        textsOf(ref, where).catch(explainPattern),
      ]).catch(rethrow)
      const total = rows.reduce((sum, { total_ms }) => sum + Number(total_ms), 0)
      const all = rows.map((row): QueryStatistic => {
        const [calls, total_ms, hit, read] = [row.calls, row.total_ms, row.hit, row.read].map(Number) as [
          number,
          number,
          number,
          number,
        ]
        const id = String(row.id)
        return {
          id,
          query: (matching.get(id)?.query ?? '').slice(0, PERFORMANCE_QUERY_MAX),
          role: String(row.role),
          source: matching.get(id)?.source ?? 'other',
          calls,
          total_ms,
          prop_total_time: total === 0 ? 0 : total_ms / total,
          mean_ms: total_ms / calls,
          max_ms: Number(row.max_ms),
          min_ms: null,
          avg_rows: Number(row.rows) / calls,
          cache_hit_rate: hit + read === 0 ? null : hit / (hit + read),
        }
      })
      const by = sort ?? performancePresets[preset].sort
      const found = all
        .filter(
          ({ id, role, calls }) =>
            matching.has(id) &&
            calls >= min_calls &&
            (roles === undefined || roles.includes(role)) &&
            (source === undefined || matching.get(id)!.source === source),
        )
        .sort((a, b) => comparing(a, b, by) * (order === 'asc' ? 1 : -1) || a.id.localeCompare(b.id))
      const offset = Number(cursor ?? 0)
      const since = Math.min(...rows.map((row) => Number(row.since)))
      return {
        is_enabled: true,
        since: rows.length === 0 ? null : new Date(since).toISOString(),
        queries: found.slice(offset, offset + limit),
        roles: [...new Set(all.map(({ role }) => role))].sort(),
        next_cursor: found.length > offset + limit ? String(offset + limit) : null,
      }
    },

    async history(ref: string, id: string, times: Times): Promise<QueryHistory> {
      const range = await rangeOf(ref, times)
      const step = metricStepMs(range.to - range.from)
      const first = Math.floor(range.from / step)
      const count = Math.max(1, Math.ceil(range.to / step) - first)
      const number = id.split('-').slice(0, -2).join('-')
      const ofQuery: Condition = { sql: 'query_number = ?', params: [number] }
      const [steps, known, waits, applications, blockers, minutes, planned] = await Promise.all([
        store.aggregate(
          ref,
          statistics,
          range,
          { sql: 'query_id = ?', params: [id] },
          {
            sql: `select (epoch_ms(timestamp) // ?)::double as step, sum(calls) as calls, sum(total_ms) as total_ms,
              max(coalesce(max_ms, total_ms / calls)) as max_ms, any_value(role) as role
            from events group by 1`,
            params: [step],
          },
        ),
        textsOf(ref, { sql: 'query_id = ?', params: [id] }),
        store.aggregate(ref, sessions, range, ofQuery, {
          sql: `select wait_type, wait_event, count(*)::double as samples, max(duration_ms) as longest_ms
            from events where state = 'active' group by 1, 2 order by samples desc, 1, 2 limit ?`,
          params: [SHOWN_MAX],
        }),
        store.aggregate(ref, sessions, range, ofQuery, {
          sql: `select coalesce(application, '') as name, count(*)::double as samples
            from events group by 1 order by samples desc, 1 limit ?`,
          params: [SHOWN_MAX],
        }),
        store.aggregate(ref, sessions, range, ofQuery, {
          sql: `select blocker, count(*)::double as samples
            from (select unnest(string_split(blocked_by, ',')) as blocker from events where blocked_by is not null)
            group by 1 order by samples desc, 1 limit ?`,
          params: [SHOWN_MAX],
        }),
        store.aggregate(
          ref,
          statistics,
          range,
          { sql: 'query_id = ?', params: [id] },
          {
            sql: 'select total_ms / calls as mean, calls from events order by 1 limit ?',
            params: [MINUTES_MAX],
          },
        ),
        store.aggregate(
          ref,
          plans,
          range,
          { sql: 'query_id = ?', params: [id] },
          {
            sql: `select epoch_ms(min(timestamp))::double as first_seen, epoch_ms(max(timestamp))::double as last_seen,
              arg_max(cost, timestamp) as cost, arg_max(event_message, timestamp) as text,
              arg_max(coalesce(tables, ''), timestamp) as tables, arg_max(coalesce(indexes, ''), timestamp) as indexes
            from events group by shape order by last_seen desc limit ?`,
            params: [SHOWN_MAX],
          },
        ),
      ]).catch(rethrow)
      const blocking = blockers.length === 0 ? new Map<string, string>() : await textsByNumber(ref)
      const calls = new Array<number>(count).fill(0)
      const mean = new Array<number | null>(count).fill(null)
      const max = new Array<number | null>(count).fill(null)
      for (const row of steps) {
        const at = Number(row.step) - first
        if (at < 0 || at >= count) continue
        calls[at] = Number(row.calls)
        mean[at] = Number(row.total_ms) / Number(row.calls)
        max[at] = Number(row.max_ms)
      }
      const role = steps.find((row) => row.role !== null)?.role
      return {
        ...(known.has(id) && { query: known.get(id)!.query }),
        ...(typeof role === 'string' && { role }),
        from: new Date(first * step).toISOString(),
        to: new Date((first + count) * step).toISOString(),
        step_ms: step,
        calls,
        mean_ms: mean,
        max_ms: max,
        p50_ms: weightedQuantile(minutes, 0.5),
        p95_ms: weightedQuantile(minutes, 0.95),
        plans: planned.map((row) => ({
          first_seen: new Date(Number(row.first_seen)).toISOString(),
          last_seen: new Date(Number(row.last_seen)).toISOString(),
          cost: Number(row.cost),
          text: String(row.text),
          tables: linesOf(row.tables),
          indexes: linesOf(row.indexes),
        })),
        sessions: waits.map((row) => ({
          wait_type: row.wait_type === null ? null : String(row.wait_type),
          wait_event: row.wait_event === null ? null : String(row.wait_event),
          samples: Number(row.samples),
          longest_ms: Number(row.longest_ms),
        })),
        applications: applications.map((row) => ({ name: String(row.name), samples: Number(row.samples) })),
        blockers: blockers.map((row) => ({
          query: blocking.get(String(row.blocker)) ?? String(row.blocker),
          samples: Number(row.samples),
        })),
      }
    },
  }

  /** The texts of queries by PostgreSQL's own number of them. */
  async function textsByNumber(ref: string) {
    const all = await textsOf(ref, EVERY).catch(rethrow)
    return new Map([...all].map(([id, { query }]) => [id.split('-').slice(0, -2).join('-'), query]))
  }
}

/** @param minutes means with their calls, the smallest mean first */
function weightedQuantile(minutes: readonly EventRow[], part: number): number | null {
  const total = minutes.reduce((sum, { calls }) => sum + Number(calls), 0)
  let seen = 0
  for (const { mean, calls } of minutes) {
    seen += Number(calls)
    if (seen >= total * part) return Number(mean)
  }
  return null
}

const linesOf = (text: unknown) =>
  String(text ?? '')
    .split('\n')
    .filter(Boolean)

const textCondition = (search: string | undefined, withCatalog: boolean): Condition => {
  const parts: Condition[] = [
    ...(search === undefined ? [] : [{ sql: `regexp_matches(event_message, ?, 'i')`, params: [search] }]),
    ...(withCatalog
      ? []
      : [{ sql: `not regexp_matches(event_message, ?, 'i')`, params: [CATALOG_QUERY_IN_LOGS] }]),
  ]
  return parts.length === 0
    ? EVERY
    : { sql: parts.map(({ sql }) => sql).join(' and '), params: parts.flatMap(({ params }) => params) }
}

const comparing = (a: QueryStatistic, b: QueryStatistic, by: PerformanceSort) => (a[by] ?? 0) - (b[by] ?? 0)

/** DuckDB's messages about a regular expression that it cannot read. */
const OF_PATTERN =
  /regular expression|regexp|missing|invalid (?:escape|perl|character)|bad repetition|unexpected/i

function explainPattern(error: unknown): never {
  if (error instanceof QueryError && error.code === 'invalid' && OF_PATTERN.test(error.message))
    throw new AppError('validation_failed', `The search is not a regular expression: ${error.message}`)
  throw error
}

/** What a query could not do in time, as the caller's error; a fault of ours stays as it is. */
function rethrow(error: unknown): never {
  if (!(error instanceof QueryError) || ['invalid', 'failed'].includes(error.code)) throw error
  throw new AppError('request_timeout', error.message)
}
