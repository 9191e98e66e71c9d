import { listRows } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { readingInQuery, rowQueries, type TableKey } from '../../rows/rows.queries.ts'

/** Rows that a list offers; a search finds the others. */
export const OFFERED_ROWS = 50

export const referenceQueries = {
  /** Rows of a referenced table that match filters, in the order of its key. */
  rows: (table: TableKey, filter: readonly string[], limit = OFFERED_ROWS) =>
    queryOptions({
      queryKey: [...rowQueries.asRole(table), 'referenced', filter, limit],
      queryFn: ({ signal }) =>
        call(
          listRows,
          {
            params: { ref: table.ref, oid: String(table.id) },
            query: { ...readingInQuery(table), filter: [...filter], sort: [], limit },
          },
          signal,
        ),
    }),
}
