import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { TableKey } from './rows.queries.ts'

const DeleteAllRows = lazyLayer(
  () => import('./DeleteAllRows.tsx').then((module) => module.DeleteAllRows),
  ({ open }) => open,
)

/** What can be done with all rows that match the filter, most of which are not loaded. */
export function AllRows({
  table,
  name,
  filter,
  deleteRefusal,
  onClear,
  onDeleted,
}: {
  table: TableKey
  name: string
  filter: readonly string[]
  /** Why rows cannot be deleted. */
  deleteRefusal: string | undefined
  /** Ends the selection. */
  onClear: () => void
  /** Reads the rows that are left. */
  onDeleted: () => Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={Trash2}
        onClick={() => setAsking(true)}
        {...(deleteRefusal !== undefined && { reason: deleteRefusal })}
      >
        {filter.length > 0 ? 'Delete all matching rows' : 'Delete all rows'}
      </Button>
      <Button size="sm" variant="ghost" icon={X} onClick={onClear}>
        Clear selection
      </Button>
      <DeleteAllRows
        open={isAsking}
        table={table}
        name={name}
        filter={filter}
        onClose={() => setAsking(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}
