import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { EditedTable } from './edits.queries.ts'
import type { EditsOfTable } from './use-edits.ts'

const SqlDialog = lazyLayer(
  () => import('./SqlDialog.tsx').then((module) => module.SqlDialog),
  ({ open }) => open,
)

/** The staged changes of a table: how many, and what to do with them. */
export function ChangesBar({
  table,
  changes: { edits, canUndo, canRedo, isSaving, error, undo, redo, discard, save },
}: {
  table: EditedTable
  changes: EditsOfTable
}) {
  const [isSqlOpen, setSqlOpen] = useState(false)
  const { length } = edits
  if (length === 0 && !canRedo) return null
  return (
    <section
      aria-label="Changes"
      className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t bg-surface-2 px-3 py-1.5"
    >
      <p role="status" className="font-medium text-sm tabular-nums">
        {length === 0 ? 'No changes' : length === 1 ? '1 change' : `${length.toLocaleString('en')} changes`}
      </p>
      <IconButton
        size="sm"
        icon={Undo2}
        label="Undo"
        shortcut="Z"
        disabled={!canUndo || isSaving}
        onClick={undo}
      />
      <IconButton size="sm" icon={Redo2} label="Redo" disabled={!canRedo || isSaving} onClick={redo} />
      {error && (
        <p role="alert" className="wrap-anywhere min-w-0 flex-1 basis-60 text-critical-ink text-xs">
          {isUnknown(error)
            ? 'It is not known whether the changes were saved: refresh the rows before you save again.'
            : 'Nothing was saved.'}{' '}
          {error.message}
        </p>
      )}
      {length > 0 && (
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setSqlOpen(true)}>
            View SQL
          </Button>
          <Button size="sm" disabled={isSaving} onClick={discard}>
            Discard
          </Button>
          <Button size="sm" variant="primary" loading={isSaving} onClick={save}>
            Save
          </Button>
        </div>
      )}
      <SqlDialog
        table={table}
        edits={edits.map(({ edit }) => edit)}
        open={isSqlOpen}
        onClose={() => setSqlOpen(false)}
      />
    </section>
  )
}

/** No answer arrived, or it was not the server's. */
const isUnknown = (error: Error) =>
  !(error instanceof ApiError) || error.status === 0 || error.code === 'internal'
