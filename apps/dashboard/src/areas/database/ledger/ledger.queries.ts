import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { ChangeFilter } from './change-filter.rules.ts'

export const ledgerQueries = {
  all: (ref: string) => ['changes', ref] as const,

  /** Newest first, in pages. Refetched whenever it is opened, because every change adds to it. */
  pages: (ref: string, { search, kind, origin, result, pending }: ChangeFilter) =>
    infiniteQueryOptions({
      queryKey: [...ledgerQueries.all(ref), { search, kind, origin, result, pending }] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listChanges,
          {
            params: { ref },
            query: {
              ...(search && { search }),
              ...(kind && { kind }),
              ...(origin && { origin }),
              ...(result && { outcome: result }),
              ...(pending && { pending: 'true' }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
    }),
}
