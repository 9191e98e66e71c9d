import {
  deleteMatchingRows,
  previewEdits,
  saveEdits,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import type { Edit } from '@basalt/table-rows/edits/edit.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { actingAs, type TableKey } from '../rows/rows.queries.ts'
import type { PendingSave } from './stored-history.ts'

/** As the contract has them, whose lists can be changed. */
const bodyOf = (edits: readonly Edit[]) => ({
  edits: edits.map((edit) => (edit.kind === 'insert' ? edit : { ...edit, row: [...edit.row] })),
})

export const editQueries = {
  /** The SQL of changes, as it would be run. */
  preview: (table: TableKey, edits: readonly Edit[]) =>
    queryOptions({
      queryKey: ['table-edits', table.ref, table.id, 'preview', table.as ?? null, edits],
      queryFn: ({ signal }) =>
        call(
          previewEdits,
          {
            params: { ref: table.ref, oid: String(table.id) },
            body: { ...actingAs(table), ...bodyOf(edits) },
          },
          signal,
        ),
      staleTime: 0,
      gcTime: 0,
    }),
}

/** Deletes all rows that match a filter. The dialog that asks displays errors. */
export const deleteMatching = ({ ref, id, as }: TableKey) =>
  mutationOptions({
    mutationFn: (filter: readonly string[]) =>
      call(deleteMatchingRows, {
        params: { ref, oid: String(id) },
        body: { ...actingAs({ as }), filter: [...filter] },
      }),
  })

/** Saves changes in one transaction, and what is sent again with its id only once. The bar displays errors. */
export const savePending = ({ ref, id, as }: TableKey) =>
  mutationOptions({
    mutationKey: ['table-edits', ref, id, 'save'],
    mutationFn: ({ id: save_id, edits }: PendingSave) =>
      call(saveEdits, {
        params: { ref, oid: String(id) },
        body: { ...actingAs({ as }), ...bodyOf(edits.map(({ edit }) => edit)), save_id },
      }),
  })
