import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { callPath, type Entry } from './entry.rules.ts'
import { explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'
import { contentSummary } from './preview.rules.ts'

export function DeleteEntriesDialog({
  entries,
  onClose,
  onConfirm,
}: {
  /** Undefined while the dialog is closed. */
  entries: readonly Entry[] | undefined
  onClose: () => void
  onConfirm: (entries: readonly Entry[]) => Promise<void>
}) {
  // The dialog keeps its text while it closes.
  const [latest, setLatest] = useState<readonly Entry[]>([])
  if (entries && entries !== latest) setLatest(entries)
  const [only] = latest
  const what = latest.length === 1 && only ? only.name : `${latest.length} items`
  const kind = latest.length > 1 ? `${latest.length} items` : only?.isFolder ? 'folder' : 'file'
  const hasFolder = latest.some(({ isFolder }) => isFolder)
  return (
    <ConfirmDialog
      open={entries !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Confirm deletion of ${what}`}
      confirmLabel="Delete"
      onConfirm={() => onConfirm(latest)}
    >
      <p>This action cannot be undone. Are you sure you want to delete the selected {kind}?</p>
      {hasFolder && entries && <Content entries={latest} />}
    </ConfirmDialog>
  )
}

/** How much is deleted together with the folders. */
function Content({ entries }: { entries: readonly Entry[] }) {
  const { bucketKey } = useExplorer()
  const { data, error } = useQuery(explorerQueries.count(bucketKey, entries.map(callPath)))
  return (
    <p role="status" className="mt-2 font-medium text-ink">
      {data ? contentSummary(data) : error ? 'All files in it are also deleted.' : 'Counting its files…'}
    </p>
  )
}
