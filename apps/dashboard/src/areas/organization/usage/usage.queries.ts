import { getDailyUsage, getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { UsageRange } from './usage-range.rules.ts'

export interface UsageFilter {
  projectRef?: string | undefined
  /** Defaults to the current billing period. */
  range?: UsageRange | undefined
}

const queryOf = ({ projectRef, range }: UsageFilter) => ({
  ...(projectRef !== undefined && { project_ref: projectRef }),
  ...range,
})

/** Usage changes slowly, and computing it costs more than most calls. */
const USAGE_STALE_MS = 60 * 60_000

export const usageQueries = {
  all: ['usage'] as const,
  /** The query key prefix of an organization's usage. */
  of: (slug: string) => [...usageQueries.all, slug] as const,

  items: (slug: string, filter: UsageFilter = {}) =>
    queryOptions({
      queryKey: [...usageQueries.of(slug), 'items', queryOf(filter)],
      queryFn: ({ signal }) => call(getUsage, { params: { slug }, query: queryOf(filter) }, signal),
    }),

  daily: (slug: string, filter: UsageFilter = {}) =>
    queryOptions({
      queryKey: [...usageQueries.of(slug), 'daily', queryOf(filter)],
      queryFn: ({ signal }) => call(getDailyUsage, { params: { slug }, query: queryOf(filter) }, signal),
    }),

  /** For the header of every page: the current period of all projects, cached for an hour. */
  current: (slug: string) => queryOptions({ ...usageQueries.items(slug), staleTime: USAGE_STALE_MS }),
}
