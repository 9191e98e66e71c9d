import { listGuides } from '@basalt/contract/documentation/documentation.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const documentationQueries = {
  all: ['documentation'] as const,
  /** They change only with the version of Basalt. */
  guides: () =>
    queryOptions({
      queryKey: [...documentationQueries.all, 'guides'],
      queryFn: ({ signal }) => call(listGuides, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
