import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import type { Entry } from './entry.rules.ts'

export function DeleteEntriesDialog({
  entries,
  onClose,
  onConfirm,
}: {
  /** Undefined while nothing is asked. */
  entries: readonly Entry[] | undefined
  onClose: () => void
  onConfirm: (entries: readonly Entry[]) => Promise<void>
}) {
  // What was asked stays in words while the dialog goes away.
  const [asked, setAsked] = useState<readonly Entry[]>([])
  if (entries && entries !== asked) setAsked(entries)
  const [only] = asked
  const what = asked.length === 1 && only ? only.name : `${asked.length} items`
  const kind =
    asked.length > 1 ? `${asked.length} items` : only?.isFolder ? 'folder with everything in it' : 'file'
  return (
    <ConfirmDialog
      open={entries !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Confirm deletion of ${what}`}
      confirmLabel="Delete"
      onConfirm={() => onConfirm(asked)}
    >
      This action cannot be undone. Are you sure you want to delete the selected {kind}?
    </ConfirmDialog>
  )
}
