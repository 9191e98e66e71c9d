import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'

/** Asks before another page is opened, which clears the selection. */
export function LeaveSelection({
  count,
  onLeave,
  onClose,
  onConfirm,
}: {
  /** Selected rows. */
  count: number
  /** Opens the page; undefined while nothing is asked. */
  onLeave: (() => void) | undefined
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      open={onLeave !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Clear the selection?"
      confirmLabel="Clear and go to page"
      tone="primary"
      onConfirm={onConfirm}
    >
      {count === 1 ? '1 row is selected' : `${count} rows are selected`}. Going to another page clears the
      selection. Scrolling keeps it.
    </ConfirmDialog>
  )
}
