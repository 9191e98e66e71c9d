import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { type ObjectList, objectQueries } from '../objects.queries.ts'

export const enumeratedTypeQueries = {
  list: (ref: string, list: ObjectList) =>
    infiniteQueryOptions({
      queryKey: [...objectQueries.of(ref), 'enumerated-types', list] as readonly unknown[],
      queryFn: ({ pageParam, signal }) =>
        call(
          listEnumeratedTypes,
          { params: { ref }, query: { ...list, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),

  one: (ref: string, id: number) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'enumerated-type', id] as readonly unknown[],
      queryFn: ({ signal }) => call(readEnumeratedType, { params: { ref, oid: String(id) } }, signal),
    }),
}
