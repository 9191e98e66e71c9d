import type { DragEvent } from 'react'
import { ColumnsView } from './ColumnsView.tsx'
import { CustomExpiryDialog } from './CustomExpiryDialog.tsx'
import { DeleteEntriesDialog } from './DeleteEntriesDialog.tsx'
import { DropHint } from './DropHint.tsx'
import { hasFiles } from './dragged-entries.ts'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { ExplorerContext } from './explorer-context.ts'
import { ListView } from './ListView.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type ExplorerProps, useExplorerState } from './use-explorer-state.ts'
import { WithEntryMenu } from './WithEntryMenu.tsx'

/** Ignores files dropped outside a drop target; by default the browser would leave the page to open them. */
const ignoreDrops = {
  onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  },
  onDrop: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
}

/** The files and folders of a bucket. Key it by the bucket. */
export function Explorer(props: ExplorerProps) {
  const { state, dialog, closeDialog, remove, fileInput } = useExplorerState(props)
  const { selection, preference, path, previewed } = state
  return (
    <ExplorerContext value={state}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the mouse; the keyboard uses menus and dialogs */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        {...ignoreDrops}
        // A cancelled drag ends without a target.
        onDragEnd={() => state.dropTarget.set(undefined)}
      >
        {selection.size > 0 ? <SelectionBar /> : <ExplorerToolbar />}
        <div className="relative flex min-h-0 flex-1">
          <WithEntryMenu>{preference.view === 'COLUMNS' ? <ColumnsView /> : <ListView />}</WithEntryMenu>
          {previewed !== undefined && <PreviewPane path={previewed} />}
          <DropHint />
        </div>
      </div>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].map((file) => ({ file, path: file.name }))
          target.value = ''
          state.upload(Promise.resolve({ files, unreadable: [] }), path)
        }}
      />
      <DeleteEntriesDialog
        entries={dialog?.kind === 'delete' ? dialog.entries : undefined}
        onClose={closeDialog}
        onConfirm={remove}
      />
      <MoveDialog entries={dialog?.kind === 'move' ? dialog.entries : undefined} onClose={closeDialog} />
      <CustomExpiryDialog
        entry={dialog?.kind === 'expiry' ? dialog.entry : undefined}
        onClose={closeDialog}
      />
    </ExplorerContext>
  )
}
