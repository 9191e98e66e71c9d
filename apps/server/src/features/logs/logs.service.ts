import type { LogScope, LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import {
  bucketMs,
  LOG_QUERY_ROWS_MAX,
  logSources,
  RELATED_EVENTS_MAX,
  RELATED_WITHIN_MS,
  sourcesOf,
  wholeSources,
} from '@basalt/contract/logs/logs.rules.ts'
import type {
  LogEvent,
  LogEventDetails,
  LogFilter,
  LogHistogram,
  LogPage,
  LogPageQuery,
  LogQueryResult,
} from '@basalt/contract/logs/logs.schema.ts'
import { QueryError } from '@basalt/log-store/duckdb/query-error.ts'
import type { QueryResult } from '@basalt/log-store/duckdb/query-messages.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../http/app-error.ts'
import { eventOf } from './event-of-row.ts'
import { exportedEvents } from './exported-events.ts'
import { any, searchCondition, searchTerms } from './log-search-sql.ts'
import { logViews } from './log-views.ts'
import type { KeptRange } from './logs.port.ts'
import { newestFirst } from './newest-first.ts'

interface Deps {
  store: LogStore
  /** Copies what a project's database has logged so far. */
  flush(ref: string): Promise<void>
  rangeOf: KeptRange
}

type Times = Pick<z.output<typeof LogFilter>, 'from' | 'to'>

export type LogsService = ReturnType<typeof logsService>

/** What members may learn from a project's events: those that its plan keeps, of a stated time. */
export function logsService({ store, flush, rangeOf }: Deps) {
  async function newest(ref: string, source: LogSourceId, request: Parameters<LogStore['newest']>[2]) {
    const rows = await store.newest(ref, logViews[source], request).catch(rethrow)
    return rows.map((row) => eventOf(source, row))
  }

  async function query(ref: string, sql: string, times: Times): Promise<QueryResult> {
    const range = await rangeOf(ref, times)
    await flush(ref)
    return store
      .query(ref, { sql, views: Object.values(logViews), rowsMax: LOG_QUERY_ROWS_MAX, ...range })
      .catch(rethrowOfCaller)
  }

  return {
    async page(
      ref: string,
      scope: LogScope,
      { q, limit, cursor, after, ...times }: z.output<typeof LogPageQuery>,
    ): Promise<LogPage> {
      const terms = searchTerms(scope, q)
      const range = await rangeOf(ref, times)
      await flush(ref)
      const [last, seen] = cursor?.split('.').map(Number) ?? []
      const to = last === undefined ? range.to : Math.min(range.to, last + 1)
      const perSource = await Promise.all(
        sourcesOf(scope).map((source) =>
          newest(ref, source, {
            from: range.from,
            to,
            where: searchCondition(source, terms),
            after,
            limit: limit + (seen ?? 0),
          }),
        ),
      )
      const merged = perSource.flat().sort(newestFirst)
      // The first ones are those of the same millisecond that the page before ended with.
      const events = merged.slice(seen ?? 0, (seen ?? 0) + limit)
      return { events, next_cursor: events.length === limit ? cursorAfter(events, last, seen ?? 0) : null }
    },

    /**
     * All events of a search, the newest first, in parts. Resolves with the first part, so that a search that fails is
     * answered with an error rather than with half a file.
     */
    async exported(
      ref: string,
      scope: LogScope,
      { q, ...times }: z.output<typeof LogFilter>,
    ): Promise<AsyncIterable<LogEvent[]>> {
      const terms = searchTerms(scope, q)
      const range = await rangeOf(ref, times)
      await flush(ref)
      const parts = exportedEvents(sourcesOf(scope), async (source, before, limit) => {
        const rows = await store.newest(ref, logViews[source], {
          ...range,
          where: searchCondition(source, terms),
          before: before && { timestamp: Date.parse(before.timestamp), id: Number(before.id) },
          limit,
        })
        return rows.map((row) => eventOf(source, row))
      })
      const first = await parts.next().catch(rethrow)
      return first.done ? parts : followedBy(first.value, parts)
    },

    async histogram(
      ref: string,
      scope: LogScope,
      { q, ...times }: z.output<typeof LogFilter>,
    ): Promise<LogHistogram> {
      const terms = searchTerms(scope, q)
      const range = await rangeOf(ref, times)
      await flush(ref)
      const width = bucketMs(range.to - range.from)
      const counted = await Promise.all(
        sourcesOf(scope).map((source) =>
          store
            .aggregate(ref, logViews[source], range, searchCondition(source, terms), {
              sql: `select (epoch_ms(timestamp) // ? * ?)::double as start,
                  (count(*) filter (level = 'info'))::double as info,
                  (count(*) filter (level = 'warning'))::double as warning,
                  (count(*) filter (level = 'error'))::double as error,
                  coalesce(sum(left_out), 0)::double as left_out
                from events group by 1`,
              params: [width, width],
            })
            .catch(rethrow),
        ),
      )
      const sums = new Map<number, Counts>()
      for (const row of counted.flat()) {
        const start = Number(row.start)
        const sum = sums.get(start) ?? { info: 0, warning: 0, error: 0, left_out: 0 }
        sums.set(start, sum)
        for (const key of countKeys) sum[key] += Number(row[key])
      }
      const total = (keys: readonly (keyof Counts)[]) =>
        [...sums.values()].reduce((all, sum) => keys.reduce((some, key) => some + sum[key], all), 0)
      return {
        from: timeText(range.from),
        to: timeText(range.to),
        bucket_ms: width,
        buckets: [...sums]
          .sort(([one], [other]) => one - other)
          .map(([start, { left_out: _, ...counts }]) => ({ start: timeText(start), ...counts })),
        total: total(['info', 'warning', 'error']),
        left_out: total(['left_out']),
      }
    },

    async event(ref: string, source: LogSourceId, id: string): Promise<LogEventDetails> {
      if (!/^\d{1,15}$/.test(id)) throw notFound('Log event', id)
      const kept = await rangeOf(ref, { from: new Date(0).toISOString() })
      const [event] = await newest(ref, source, {
        ...kept,
        where: { sql: 'id = ?', params: [Number(id)] },
        limit: 1,
      })
      if (!event) throw notFound('Log event', id)
      await flush(ref)
      return { event, related: await related(ref, source, event) }
    },

    async query(ref: string, sql: string, times: Times): Promise<LogQueryResult> {
      const startedAt = performance.now()
      const { columns, rows, isCut } = await query(ref, sql, times)
      return {
        columns,
        rows: rows.map((row) => row.map(cellText)),
        is_cut: isCut,
        duration_ms: Math.round(performance.now() - startedAt),
      }
    },

    async objects(ref: string, sql: string, times: Times): Promise<Record<string, unknown>[]> {
      const { columns, rows } = await query(ref, sql, times)
      return rows.map((row) => Object.fromEntries(columns.map(({ name }, n) => [name, row[n]])))
    },
  }

  async function related(ref: string, source: LogSourceId, event: LogEvent) {
    const links = ['request_id', 'session_id'].flatMap((field) => {
      const value = event.fields[field]
      return value === undefined ? [] : [{ field, value: String(value) }]
    })
    const at = Date.parse(event.timestamp)
    const range = { from: at - RELATED_WITHIN_MS, to: at + RELATED_WITHIN_MS }
    const found = await Promise.all(
      wholeSources.map(async (other) => {
        const shared = links.filter(({ field }) => Object.hasOwn(logSources[other].fields, field))
        if (shared.length === 0) return []
        const where = any(shared.map(({ field, value }) => ({ sql: `"${field}" = ?`, params: [value] })))
        return newest(ref, other, { ...range, where, limit: RELATED_EVENTS_MAX })
      }),
    )
    // The gateway's event has the same id as that of the service.
    const isSame = (one: LogEvent) =>
      one.id === event.id && logViews[one.source].source === logViews[source].source
    return found
      .flat()
      .filter((one) => !isSame(one))
      .sort(newestFirst)
      .reverse()
  }
}

interface Counts {
  info: number
  warning: number
  error: number
  left_out: number
}
const countKeys = ['info', 'warning', 'error', 'left_out'] as const

async function* followedBy<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T> {
  yield first
  yield* rest
}

/** The millisecond that a page ended with, and how many of its events are on this page and those before. */
function cursorAfter(events: readonly LogEvent[], before: number | undefined, seen: number): string {
  const last = events.at(-1)!.timestamp
  const time = Date.parse(last)
  const count = events.filter(({ timestamp }) => timestamp === last).length
  return `${time}.${count + (time === before ? seen : 0)}`
}

const timeText = (time: unknown) => new Date(Number(time)).toISOString()

const cellText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What a query could not do, as the caller's error; what is wrong with our own SQL or the server stays as it is. */
function rethrow(error: unknown): never {
  if (!(error instanceof QueryError) || ['invalid', 'failed'].includes(error.code)) throw error
  throw new AppError('request_timeout', error.message)
}

/** As `rethrow`, for SQL of the caller, who is told what is wrong with it. */
function rethrowOfCaller(error: unknown): never {
  if (!(error instanceof QueryError) || error.code !== 'invalid') rethrow(error)
  throw new AppError('sql_failed', error.message)
}
