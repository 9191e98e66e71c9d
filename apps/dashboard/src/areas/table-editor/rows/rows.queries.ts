import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  countRows,
  describeEntity,
  listRows,
  readCell,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { SqlRole } from '../../sql/role/sql-role.port.ts'
import { tableKeys } from '../entities/table-keys.queries.ts'
import type { RowsView } from './rows-url.rules.ts'

/** Who reads rows of a project. */
export interface RowReader {
  readonly ref: string
  /** The role that reads and writes; the member's own rights when undefined. */
  readonly as?: SqlRole | undefined
  /** The identifier of the replica that rows are read from; the primary when undefined. */
  readonly database?: string | undefined
}

export interface TableKey extends RowReader {
  /** The oid of a table or view. */
  readonly id: number
}

/** Where a page begins. */
export interface PageStart {
  readonly at: 'first' | 'last' | 'after' | 'before' | 'from' | 'row'
  readonly cursor?: string | undefined
  readonly row?: number | undefined
  /** For `row`: how many rows there are. */
  readonly count?: number | undefined
}

/** A page that was requested this long ago is still new, in milliseconds. */
export const PREFETCHED_MS = 5_000

const paramsOf = ({ ref, id }: TableKey) => ({ ref, oid: String(id) })

/** Who acts, for the body of a request. */
export const actingAs = ({ as }: Pick<TableKey, 'as'>) => ({
  ...(as && { role: as.role }),
  ...(as?.user && { claims: claimsOf(as.user, new Date()) }),
})

/** Who reads and where, for the body of a request. */
const readingAs = ({ as, database }: Pick<TableKey, 'as' | 'database'>) => ({
  ...actingAs({ as }),
  ...(database !== undefined && { database }),
})

/** Who reads and where, for the query string of a request. */
export const readingInQuery = (key: Pick<TableKey, 'as' | 'database'>) => {
  const { claims, ...rest } = readingAs(key)
  return { ...rest, ...(claims && { claims: JSON.stringify(claims) }) }
}

export const rowQueries = {
  /** The key prefix of everything about a project's tables. */
  ofProject: tableKeys.rowsOf,
  /** The key prefix of everything about one table. */
  of: ({ ref, id }: TableKey) => tableKeys.rowsOfTable(ref, id),
  /** The key prefix of what one role reads of it on one database. */
  asRole: (table: TableKey) => [...rowQueries.of(table), table.as ?? null, table.database ?? null] as const,

  /** Its columns and what can be changed. */
  entity: (table: TableKey) =>
    queryOptions({
      queryKey: [...rowQueries.asRole(table), 'entity'],
      queryFn: ({ signal }) =>
        call(describeEntity, { params: paramsOf(table), query: readingInQuery(table) }, signal),
    }),

  pages: (table: TableKey) => [...rowQueries.asRole(table), 'page'] as const,

  /** One page. `id` keeps apart those that are loaded one after the other from the same place. */
  page: (table: TableKey, { filter, sort }: RowsView, limit: number, at: PageStart, id = 0) =>
    queryOptions({
      queryKey: [...rowQueries.pages(table), filter, sort, limit, at.at, at.cursor, at.row, id],
      queryFn: ({ signal }): Promise<GridPage> =>
        call(
          listRows,
          {
            params: paramsOf(table),
            query: {
              ...readingInQuery(table),
              filter: [...filter],
              sort: [...sort],
              limit,
              at: at.at,
              ...(at.cursor !== undefined && { cursor: at.cursor }),
              ...(at.row !== undefined && { row: at.row }),
              ...(at.count !== undefined && { count: at.count }),
            },
          },
          signal,
        ),
    }),

  /** The first page, which is requested before the columns are known. */
  firstPage: (table: TableKey, view: RowsView, size: number) =>
    queryOptions({
      ...rowQueries.page(table, view, size, { at: 'first' }),
      staleTime: PREFETCHED_MS,
      gcTime: PREFETCHED_MS,
    }),

  /** Loads the rows on the screen, again after each change of the table. */
  loaded: (table: TableKey, { filter, sort }: RowsView, size: number, load: () => Promise<void>) =>
    queryOptions({
      queryKey: [...rowQueries.pages(table), 'loaded', filter, sort, size],
      queryFn: async () => {
        await load()
        return true
      },
      gcTime: 0,
    }),

  counts: (table: TableKey) => [...rowQueries.asRole(table), 'count'] as const,

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
      queryKey: [...rowQueries.asRole(table), 'cell', row, column],
      queryFn: ({ signal }) =>
        call(
          readCell,
          { params: paramsOf(table), body: { ...readingAs(table), row: [...row], column } },
          signal,
        ),
      staleTime: 0,
      gcTime: 0,
    }),
}

const count = (table: TableKey, filter: readonly string[], exact: boolean, signal: AbortSignal) =>
  call(
    countRows,
    {
      params: paramsOf(table),
      query: { ...readingInQuery(table), filter: [...filter], exact: String(exact) },
    },
    signal,
  )
