import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { callPath, type Entry } from './entry.rules.ts'
import { explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'
import { contentWords } from './preview.rules.ts'

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
  const kind = asked.length > 1 ? `${asked.length} items` : only?.isFolder ? 'folder' : 'file'
  const hasFolder = asked.some(({ isFolder }) => isFolder)
  return (
    <ConfirmDialog
      open={entries !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Confirm deletion of ${what}`}
      confirmLabel="Delete"
      onConfirm={() => onConfirm(asked)}
    >
      <p>This action cannot be undone. Are you sure you want to delete the selected {kind}?</p>
      {hasFolder && entries && <Content entries={asked} />}
    </ConfirmDialog>
  )
}

/** How much is deleted along with the folders, whose names do not tell. */
function Content({ entries }: { entries: readonly Entry[] }) {
  const { place } = useExplorer()
  const { data, error } = useQuery(explorerQueries.count(place, entries.map(callPath)))
  return (
    <p role="status" className="mt-2 font-medium text-ink">
      {data ? contentWords(data) : error ? 'All files in it are deleted too.' : 'Counting its files…'}
    </p>
  )
}
