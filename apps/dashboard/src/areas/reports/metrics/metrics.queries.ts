import { listTableSizes, readMetrics } from '@basalt/contract/metrics/metrics.endpoints.ts'
import type { MetricId } from '@basalt/contract/metrics/metrics.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type ChosenRange, timesOf } from '../../logs/logs/log-range.port.ts'
import { timesBefore } from './chart-drawing.rules.ts'

export const metricQueries = {
  all: (ref: string) => ['metrics', ref] as const,

  /** Ranges end now, so measurements are fetched whenever a page is opened. */
  series: (ref: string, metrics: readonly MetricId[], range: ChosenRange, { isBefore = false } = {}) =>
    queryOptions({
      queryKey: [...metricQueries.all(ref), metrics, range, isBefore] as const,
      queryFn: ({ signal }) => {
        const times = timesOf(range, Date.now())
        const query = { metrics: metrics.join(','), ...(isBefore ? timesBefore(times) : times) }
        return call(readMetrics, { params: { ref }, query }, signal)
      },
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),

  tables: (ref: string, range: ChosenRange) =>
    queryOptions({
      queryKey: [...metricQueries.all(ref), 'tables', range] as const,
      queryFn: ({ signal }) =>
        call(listTableSizes, { params: { ref }, query: timesOf(range, Date.now()) }, signal),
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),
}
