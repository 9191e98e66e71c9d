import { Trash2, Undo2 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { AllRows } from './AllRows.tsx'
import { isStaged, type Line } from './lines.rules.ts'
import type { TableKey } from './rows.queries.ts'
import type { RowSelection } from './use-row-selection.ts'

/** What can be done with the selected rows. */
export function SelectionActions({
  table,
  name,
  filter,
  selection: { selected, hasMore, isAll, clear, selectAll, clearAll },
  hasChanges,
  deleteRefusal,
  onDelete,
  onRevert,
  onAllDeleted,
}: {
  table: TableKey
  /** Of the table. */
  name: string
  filter: readonly string[]
  selection: RowSelection
  /** Whether changes are staged. */
  hasChanges: boolean
  /** Why stored rows cannot be deleted; undefined when they can. */
  deleteRefusal: string | undefined
  onDelete: (rows: readonly Line[]) => void
  onRevert: (rows: readonly Line[]) => void
  onAllDeleted: () => Promise<unknown>
}) {
  const staged = selected.filter(isStaged).length
  const isRefused = deleteRefusal !== undefined && selected.some(({ state }) => state !== 'new')
  return (
    <>
      {selected.some(({ state }) => state !== 'deleted') && (
        <Button
          size="sm"
          icon={Trash2}
          onClick={() => {
            onDelete(selected)
            clear()
          }}
          {...(isRefused && { reason: deleteRefusal })}
        >
          Delete {rowsText(selected.length)}
        </Button>
      )}
      {staged > 0 && (
        <Button
          size="sm"
          icon={Undo2}
          onClick={() => {
            onRevert(selected)
            clear()
          }}
        >
          Revert {rowsText(staged)}
        </Button>
      )}
      {selected.length > 0 && hasMore && (
        <Button size="sm" variant="ghost" onClick={selectAll}>
          {filter.length > 0 ? 'Select all matching rows' : 'Select all rows in table'}
        </Button>
      )}
      {isAll && (
        <AllRows
          table={table}
          name={name}
          filter={filter}
          deleteRefusal={deleteRefusal ?? (hasChanges ? 'Save or discard your changes first' : undefined)}
          onClear={clearAll}
          onDeleted={async () => {
            clearAll()
            await onAllDeleted()
          }}
        />
      )}
    </>
  )
}

const rowsText = (count: number) => (count === 1 ? '1 row' : `${count} rows`)
