import { getLegalDocuments } from '@basalt/contract/documents/documents.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const documentQueries = {
  all: ['documents'] as const,
  /** They change only with the version of Basalt. */
  of: (slug: string) =>
    queryOptions({
      queryKey: [...documentQueries.all, slug],
      queryFn: ({ signal }) => call(getLegalDocuments, { params: { slug } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
