import { getAdvisorSummary } from '@basalt/contract/advisors/advisors.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** What every page of a project needs: the dot in the sidebar. */
export const advisorQueries = {
  all: ['advisors'] as const,
  of: (ref: string) => [...advisorQueries.all, ref] as const,

  /** What the last run found. The server pushes every change. */
  summary: (ref: string) =>
    queryOptions({
      queryKey: [...advisorQueries.of(ref), 'summary'] as const,
      queryFn: ({ signal }) => call(getAdvisorSummary, { params: { ref } }, signal),
    }),
}
