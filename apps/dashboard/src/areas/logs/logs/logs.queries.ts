import type { LogScope, LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import {
  exportLogsCsv,
  exportLogsLines,
  getLogEvent,
  getLogHistogram,
  listLogEvents,
  runLogQuery,
} from '@basalt/contract/logs/logs.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type ChosenRange, timesOf } from './log-range.port.ts'

export interface LogsFilter extends ChosenRange {
  q?: string | undefined
}

/** How often a live list asks for new events. */
const LIVE_MS = 1_500
/** A live list shows what has happened just now. */
const LIVE_RANGE = '15m'

const queryOf = ({ q, ...range }: LogsFilter) => ({ ...timesOf(range, Date.now()), ...(q && { q }) })

export const logQueries = {
  all: (ref: string) => ['logs', ref] as const,

  /** Ranges end now, so events are fetched whenever a page is opened. */
  pages: (ref: string, source: LogScope, filter: LogsFilter) =>
    infiniteQueryOptions({
      queryKey: [...logQueries.all(ref), 'pages', source, filter] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listLogEvents,
          {
            params: { ref, source },
            query: { ...queryOf(filter), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),

  /** The newest events, again and again while the page is visible. */
  live: (ref: string, source: LogScope, { q }: LogsFilter) =>
    queryOptions({
      queryKey: [...logQueries.all(ref), 'live', source, q] as const,
      queryFn: ({ signal }) =>
        call(listLogEvents, { params: { ref, source }, query: queryOf({ q, range: LIVE_RANGE }) }, signal),
      refetchInterval: LIVE_MS,
      staleTime: 0,
      retry: false,
    }),

  histogram: (ref: string, source: LogScope, filter: LogsFilter, isLive: boolean) =>
    queryOptions({
      queryKey: [...logQueries.all(ref), 'histogram', source, filter, isLive] as const,
      queryFn: ({ signal }) =>
        call(
          getLogHistogram,
          {
            params: { ref, source },
            query: queryOf(isLive ? { q: filter.q, range: LIVE_RANGE } : filter),
          },
          signal,
        ),
      ...(isLive && { refetchInterval: 4 * LIVE_MS }),
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),

  result: (ref: string, sql: string | undefined, range: ChosenRange) =>
    queryOptions({
      queryKey: [...logQueries.all(ref), 'result', sql, range] as const,
      queryFn: ({ signal }) =>
        call(
          runLogQuery,
          { params: { ref }, body: { sql: sql ?? '', ...timesOf(range, Date.now()) } },
          signal,
        ),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
    }),

  event: (ref: string, source: LogSourceId, id: string) =>
    queryOptions({
      queryKey: [...logQueries.all(ref), 'event', source, id] as const,
      queryFn: ({ signal }) => call(getLogEvent, { params: { ref, source, id } }, signal),
      retry: false,
    }),
}

/** The addresses of all events of a search as a file, which browsers can open as links. */
export const logExports = (ref: string, source: LogScope, filter: LogsFilter) => {
  const parts = { params: { ref, source }, query: queryOf(filter) }
  return { csv: requestUrl(exportLogsCsv, parts), lines: requestUrl(exportLogsLines, parts) }
}
