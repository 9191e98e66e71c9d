import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { TableKey } from '../rows/rows.queries.ts'
import type { EditsOfTable } from './use-edits.ts'

const SqlDialog = lazyLayer(
  () => import('./SqlDialog.tsx').then((module) => module.SqlDialog),
  ({ open }) => open,
)

/** The staged changes of a table: how many, and what to do with them. */
export function ChangesBar({ table, changes }: { table: TableKey; changes: EditsOfTable }) {
  const { edits, canUndo, canRedo, isSaving, unanswered, savesAtOnce, setSavesAtOnce } = changes
  const [isSqlOpen, setSqlOpen] = useState(false)
  const { length } = edits
  if (length === 0 && !canRedo && !unanswered && !savesAtOnce) return null
  return (
    <section
      aria-label="Changes"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-t bg-surface-2 px-3 py-1.5"
    >
      <p role="status" className="font-medium text-sm tabular-nums">
        {isSaving ? 'Saving' : changesText(length, savesAtOnce)}
      </p>
      <span className="flex">
        <IconButton
          size="sm"
          icon={Undo2}
          label="Undo"
          shortcut="Z"
          disabled={!canUndo}
          onClick={changes.undo}
        />
        <IconButton size="sm" icon={Redo2} label="Redo" disabled={!canRedo} onClick={changes.redo} />
      </span>
      <label className="flex items-center gap-1.5 text-xs any-pointer-coarse:min-h-8">
        <input
          type="checkbox"
          checked={savesAtOnce}
          onChange={({ target }) => setSavesAtOnce(target.checked)}
          className="size-4 accent-brand"
        />
        Save each change at once
      </label>
      {!changes.isKept && (
        <p role="status" className="text-warning-ink text-xs">
          Too large to survive a reload: save the changes before you leave.
        </p>
      )}
      <Failure changes={changes} />
      {(length > 0 || unanswered) && (
        <div className="ml-auto flex flex-wrap gap-2">
          {length > 0 && (
            <>
              <Button size="sm" onClick={() => setSqlOpen(true)}>
                View SQL
              </Button>
              <Button size="sm" disabled={isSaving} onClick={changes.discard}>
                Discard
              </Button>
            </>
          )}
          <Button size="sm" variant="primary" loading={isSaving} onClick={changes.save}>
            {unanswered ? 'Save again' : 'Save'}
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

function Failure({ changes: { error, unanswered } }: { changes: EditsOfTable }) {
  if (!unanswered && !error) return null
  return (
    <p role="alert" className="wrap-anywhere min-w-0 flex-1 basis-60 text-critical-ink text-xs">
      {unanswered
        ? 'No answer arrived, so the changes may have been saved. Save again: nothing is saved twice.'
        : 'Nothing was saved.'}{' '}
      {error?.message}
    </p>
  )
}

const changesText = (count: number, savesAtOnce: boolean) => {
  if (count === 0) return savesAtOnce ? 'All changes are saved' : 'No changes'
  return count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`
}
