import {
  createTableView as createCall,
  deleteTableView as deleteCall,
  listTableViews,
  updateTableView as updateCall,
} from '@basalt/contract/table-views/table-views.endpoints.ts'
import type { NewTableView, TableViewChange } from '@basalt/contract/table-views/table-views.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** A table by name, as its views know it. */
export interface NamedTable {
  ref: string
  schema: string
  table: string
}

export const tableViewQueries = {
  all: ['table-views'] as const,

  /** The saved views of a table, by name. */
  of: ({ ref, schema, table }: NamedTable) =>
    queryOptions({
      queryKey: [...tableViewQueries.all, ref, schema, table],
      queryFn: ({ signal }) => call(listTableViews, { params: { ref }, query: { schema, table } }, signal),
    }),
}

const refresh = (client: QueryClient, table: NamedTable) =>
  client.invalidateQueries({ queryKey: tableViewQueries.of(table).queryKey })

/** The dialog displays errors. */
export const createTableView = (named: NamedTable) =>
  mutationOptions({
    mutationFn: (view: Pick<NewTableView, 'name' | 'filter' | 'sort'>) => {
      const { ref, schema, table } = named
      return call(createCall, { params: { ref }, body: { schema, table, ...view } })
    },
    onSuccess: (_view, _input, _result, { client }) => refresh(client, named),
  })

const changeTableView = (named: NamedTable) => ({
  mutationFn: ({ id, change }: { id: string; change: TableViewChange }) =>
    call(updateCall, { params: { ref: named.ref, id }, body: change }),
  onSuccess: (_view: unknown, _input: unknown, _result: unknown, { client }: { client: QueryClient }) =>
    refresh(client, named),
})

/** The dialog displays errors. */
export const renameTableView = (named: NamedTable) => mutationOptions(changeTableView(named))

/** Changes what a view shows. */
export const updateTableView = (named: NamedTable) =>
  mutationOptions({ ...changeTableView(named), meta: { errorTitle: 'The view was not changed' } })

/** The dialog displays errors. */
export const deleteTableView = (named: NamedTable) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteCall, { params: { ref: named.ref, id } }),
    onSuccess: (_view, _input, _result, { client }) => refresh(client, named),
  })
