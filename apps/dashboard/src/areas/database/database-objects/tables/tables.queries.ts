import { listTables } from '@basalt/contract/database-objects/tables/tables.endpoints.ts'
import type { EntityKind } from '@basalt/contract/table-editor/entities.rules.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectQueries } from '../objects.queries.ts'
import type { TablesSearch } from './tables-url.rules.ts'

export interface TableList {
  schema: string
  search: string
  sort: TablesSearch['sort']
  order: 'asc' | 'desc'
  /** Undefined for all. */
  kinds: readonly EntityKind[] | undefined
}

export const tableListQueries = {
  pages: (ref: string, { kinds, sort, ...list }: TableList) =>
    infiniteQueryOptions({
      queryKey: [...objectQueries.of(ref), listTables.path, list, sort, kinds],
      queryFn: ({ pageParam, signal }) =>
        call(
          listTables,
          {
            params: { ref },
            query: {
              ...list,
              ...(sort && { sort }),
              ...(kinds && { type: [...kinds] }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),
}
