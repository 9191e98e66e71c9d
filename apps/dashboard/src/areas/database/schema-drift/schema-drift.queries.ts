import { checkSchemaDrift } from '@basalt/contract/schema-drift/schema-drift.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const schemaDriftQueries = {
  all: (ref: string) => ['schema-drift', ref] as const,

  /** Takes seconds, so it is fetched only on request, and kept until something changes. */
  one: (ref: string) =>
    queryOptions({
      queryKey: schemaDriftQueries.all(ref),
      queryFn: ({ signal }) => call(checkSchemaDrift, { params: { ref } }, signal),
      enabled: false,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
