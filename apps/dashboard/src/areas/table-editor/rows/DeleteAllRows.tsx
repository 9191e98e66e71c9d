import { useMutation, useQuery } from '@tanstack/react-query'
import { formatAmount } from '../../../lib/amount.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { deleteMatching } from '../edits/edits.queries.ts'
import { rowQueries, type TableKey } from './rows.queries.ts'

const rowsOf = (count: number) => `${formatAmount('count', count)} ${count === 1 ? 'row' : 'rows'}`

/** Asks before all rows that match the filter are deleted, and says how many they are. */
export function DeleteAllRows({
  open,
  table,
  name,
  filter,
  onClose,
  onDeleted,
}: {
  open: boolean
  table: TableKey
  name: string
  filter: readonly string[]
  onClose: () => void
  /** Reads the rows that are left. */
  onDeleted: () => Promise<void>
}) {
  const estimate = useQuery({ ...rowQueries.estimate(table, filter), enabled: open })
  const exact = useQuery({ ...rowQueries.exact(table, filter), enabled: open, staleTime: 0 })
  const remove = useMutation(deleteMatching(table))
  const count = exact.data ?? estimate.data
  const all = filter.length > 0 ? 'all rows that match the filter' : 'all rows'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${all} of ${name}?`}
      confirmLabel="Delete rows"
      onConfirm={async () => {
        const { deleted } = await remove.mutateAsync(filter)
        toast({ tone: 'success', title: `${rowsOf(deleted)} deleted` })
        await onDeleted()
      }}
    >
      <p>
        {count === undefined
          ? 'The rows are being counted.'
          : `${count.is_estimate ? 'About ' : ''}${rowsOf(count.count)}, also those that are not loaded.`}{' '}
        They are deleted at once and cannot be brought back.
      </p>
    </ConfirmDialog>
  )
}
