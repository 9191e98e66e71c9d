import {
  applyPrivilegeChanges,
  listDefaultPrivileges,
  listPrivilegesOnColumns,
  listPrivilegesOnSchemas,
  listPrivilegesOnTables,
  planPrivilegeChanges,
} from '@basalt/contract/database-objects/privileges/privileges.endpoints.ts'
import type { PrivilegeChanges } from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { tableKeys } from '../../../table-editor/entities/table-keys.queries.ts'
import { objectQueries } from '../objects.queries.ts'

export const privilegeQueries = {
  of: (ref: string) => [...objectQueries.of(ref), 'privileges'] as const,

  tables: (ref: string, list: { role: string; schema: string; search: string }) =>
    infiniteQueryOptions({
      queryKey: [...privilegeQueries.of(ref), 'tables', list],
      queryFn: ({ pageParam, signal }) =>
        call(
          listPrivilegesOnTables,
          { params: { ref }, query: { ...list, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),

  schemas: (ref: string, list: { role: string; search: string }) =>
    infiniteQueryOptions({
      queryKey: [...privilegeQueries.of(ref), 'schemas', list],
      queryFn: ({ pageParam, signal }) =>
        call(
          listPrivilegesOnSchemas,
          { params: { ref }, query: { ...list, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),

  columns: (ref: string, role: string, table: number) =>
    queryOptions({
      queryKey: [...privilegeQueries.of(ref), 'columns', role, table],
      queryFn: ({ signal }) =>
        call(listPrivilegesOnColumns, { params: { ref }, query: { role, table: String(table) } }, signal),
    }),

  defaults: (ref: string) =>
    queryOptions({
      queryKey: [...privilegeQueries.of(ref), 'defaults'],
      queryFn: ({ signal }) => call(listDefaultPrivileges, { params: { ref } }, signal),
    }),

  plan: (ref: string, changes: PrivilegeChanges) =>
    queryOptions({
      queryKey: [...privilegeQueries.of(ref), 'plan', changes],
      queryFn: ({ signal }) => call(planPrivilegeChanges, { params: { ref }, body: changes }, signal),
      gcTime: 0,
      retry: false,
    }),
}

/** Grants and revokes; the dialog shows what fails. */
export const changePrivileges = (ref: string) =>
  mutationOptions({
    mutationFn: (body: PrivilegeChanges) => call(applyPrivilegeChanges, { params: { ref }, body }),
    onSuccess: (_plan, _body, _result, { client }) =>
      Promise.all(tableKeys.changed(ref, null).map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
