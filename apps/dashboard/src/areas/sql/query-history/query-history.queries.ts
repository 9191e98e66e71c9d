import { listQueryHistory } from '@basalt/contract/query-history/query-history.endpoints.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const queryHistoryQueries = {
  all: ['query-history'] as const,
  list: (ref: string, search: string) =>
    infiniteQueryOptions({
      queryKey: [...queryHistoryQueries.all, ref, search],
      queryFn: ({ pageParam: cursor, signal }) =>
        call(
          listQueryHistory,
          { params: { ref }, query: { ...(search && { search }), ...(cursor && { cursor }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.cursor,
      // Every run adds to it.
      staleTime: 0,
    }),
}
