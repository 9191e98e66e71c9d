import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  getQueryHistory,
  listQueryPerformance,
  resetQueryPerformance,
} from '@basalt/contract/query-performance/query-performance.endpoints.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { type ChosenRange, timesOf } from '../../logs/logs/log-range.port.ts'
import { genericPlanSql } from './generic-plan.rules.ts'
import type { PerformanceSearch } from './performance-search.rules.ts'

export const queryPerformanceQueries = {
  all: (ref: string) => ['query-performance', ref] as const,

  /** The counts change with every query of the database, so they are fetched whenever the page is opened. */
  pages: (
    ref: string,
    {
      preset,
      search,
      role,
      minCalls,
      source,
      catalog,
      sort,
      order,
      past,
      range,
      from,
      to,
    }: PerformanceSearch,
  ) =>
    infiniteQueryOptions({
      queryKey: [
        ...queryPerformanceQueries.all(ref),
        { preset, search, role, minCalls, source, catalog, sort, order },
        past && { range, from, to },
      ] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listQueryPerformance,
          {
            params: { ref },
            query: {
              ...(preset && { preset }),
              ...(search && { search }),
              ...(role && { roles: role }),
              ...(minCalls && { min_calls: String(minCalls) }),
              ...(past && timesOf({ range, from, to }, Date.now())),
              ...(source && { source }),
              ...(catalog && { catalog: 'true' as const }),
              ...(sort && { sort }),
              ...(order && { order }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
      retry: false,
    }),

  history: (ref: string, id: string, range: ChosenRange) =>
    queryOptions({
      queryKey: [...queryPerformanceQueries.all(ref), 'history', id, range] as const,
      queryFn: ({ signal }) =>
        call(getQueryHistory, { params: { ref, statistic: id }, query: timesOf(range, Date.now()) }, signal),
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),
}

const run = (ref: string, query: string) => call(runQuery, { params: { ref }, query: {}, body: { query } })

export const enableStatistics = (ref: string) =>
  mutationOptions({
    mutationFn: () => run(ref, 'create extension pg_stat_statements with schema extensions'),
    onSuccess: (_rows, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: queryPerformanceQueries.all(ref) }),
    meta: { errorTitle: 'Failed to enable the extension' },
  })

// The dialog and the sheet show the errors of these.

export const resetStatistics = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(resetQueryPerformance, { params: { ref } }),
    onSuccess: async (_done, _input, _result, { client }) => {
      await client.invalidateQueries({ queryKey: queryPerformanceQueries.all(ref) })
      toast({ tone: 'success', title: 'Statistics reset' })
    },
  })

/** The plan of a query with placeholders: the one that PostgreSQL makes without knowing the values. */
export const explainGeneric = (ref: string) =>
  mutationOptions({
    mutationFn: async (query: string) => {
      const rows = (await run(ref, genericPlanSql(query))) as Record<string, unknown>[]
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    },
  })
