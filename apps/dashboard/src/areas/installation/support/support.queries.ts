import { getSupportBundle } from '@basalt/contract/support/support.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const supportQueries = {
  all: ['support'] as const,
  /** A snapshot: never from the cache, and not refetched while it is reviewed. */
  bundle: (projectRef: string | undefined) =>
    queryOptions({
      queryKey: [...supportQueries.all, 'bundle', projectRef ?? ''],
      queryFn: ({ signal }) => call(getSupportBundle, { query: projectRef ? { projectRef } : {} }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    }),
}
