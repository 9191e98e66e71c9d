import type { DragEvent } from 'react'
import { ColumnsView } from './ColumnsView.tsx'
import { CustomExpiryDialog } from './CustomExpiryDialog.tsx'
import { DeleteEntriesDialog } from './DeleteEntriesDialog.tsx'
import { DropHint } from './DropHint.tsx'
import { isOfFiles } from './dragged-entries.ts'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { ExplorerContext } from './explorer-context.ts'
import { ListView } from './ListView.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { type ExplorerPlace, useExplorerState } from './use-explorer-state.ts'
import { WithEntryMenu } from './WithEntryMenu.tsx'

/** Files that are dropped beside what takes them: the browser would leave the page to open them. */
const leadsNowhere = {
  onDragOver(event: DragEvent) {
    if (!isOfFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  },
  onDrop: (event: DragEvent) => isOfFiles(event) && event.preventDefault(),
}

/** The files and folders of a bucket. Give it the bucket as key. */
export function Explorer(place: ExplorerPlace) {
  const { state, question, closeQuestion, remove, fileInput } = useExplorerState(place)
  const { selection, preference, path, previewed } = state
  return (
    <ExplorerContext value={state}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way; menus and dialogs are the keyboard's */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        {...leadsNowhere}
        // A cancelled drag ends without a target.
        onDragEnd={() => state.aim.set(undefined)}
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
        entries={question?.kind === 'delete' ? question.entries : undefined}
        onClose={closeQuestion}
        onConfirm={remove}
      />
      <MoveDialog
        entries={question?.kind === 'move' ? question.entries : undefined}
        onClose={closeQuestion}
      />
      <CustomExpiryDialog
        entry={question?.kind === 'expiry' ? question.entry : undefined}
        onClose={closeQuestion}
      />
    </ExplorerContext>
  )
}
