import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  countRows,
  describeEntity,
  listRows,
  readCell,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { tableKeys } from '../entities/table-keys.queries.ts'
import type { PagePosition } from './page-position.rules.ts'
import type { RowsView } from './rows-url.rules.ts'

export interface TableKey {
  readonly ref: string
  /** The oid of a table or view. */
  readonly id: number
}

const paramsOf = ({ ref, id }: TableKey) => ({ ref, oid: String(id) })

export const rowQueries = {
  all: tableKeys.rows,
  /** The key prefix of everything about a project's tables. */
  ofProject: tableKeys.rowsOf,
  /** The key prefix of everything about one table. */
  of: ({ ref, id }: TableKey) => [...rowQueries.ofProject(ref), id] as const,

  /** Its columns and what can be changed. */
  entity: (table: TableKey) =>
    queryOptions({
      queryKey: [...rowQueries.of(table), 'entity'],
      queryFn: ({ signal }) => call(describeEntity, { params: paramsOf(table), query: {} }, signal),
    }),

  pages: (table: TableKey) => [...rowQueries.of(table), 'page'] as const,

  page: (table: TableKey, { filter, sort }: RowsView, limit: number, { at, cursor }: PagePosition) =>
    queryOptions({
      queryKey: [...rowQueries.pages(table), filter, sort, limit, at, cursor],
      queryFn: ({ signal }): Promise<GridPage> =>
        call(
          listRows,
          {
            params: paramsOf(table),
            query: {
              filter: [...filter],
              sort: [...sort],
              limit,
              at,
              ...(cursor !== undefined && { cursor }),
            },
          },
          signal,
        ),
    }),

  counts: (table: TableKey) => [...rowQueries.of(table), 'count'] as const,

  /** How many rows match: PostgreSQL's estimate. */
  estimate: (table: TableKey, filter: readonly string[]) =>
    queryOptions({
      queryKey: [...rowQueries.counts(table), 'estimate', filter],
      queryFn: ({ signal }) => count(table, filter, false, signal),
    }),

  /** How many rows match, which reads all of them. */
  exact: (table: TableKey, filter: readonly string[]) =>
    queryOptions({
      queryKey: [...rowQueries.counts(table), 'exact', filter],
      queryFn: ({ signal }) => count(table, filter, true, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),

  /** One whole value; null is NULL, or a value too large to send. */
  cell: (table: TableKey, row: readonly string[], column: string) =>
    queryOptions({
      queryKey: [...rowQueries.of(table), 'cell', row, column],
      queryFn: ({ signal }) =>
        call(readCell, { params: paramsOf(table), body: { row: [...row], column } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}

const count = (table: TableKey, filter: readonly string[], exact: boolean, signal: AbortSignal) =>
  call(countRows, { params: paramsOf(table), query: { filter: [...filter], exact: String(exact) } }, signal)
