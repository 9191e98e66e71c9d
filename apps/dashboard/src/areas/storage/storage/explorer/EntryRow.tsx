import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, use } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { RowCheckbox } from '../../../../ui/controls/RowCheckbox.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { startDrag } from './dragged-entries.ts'
import { CorruptedMark, EntryIcon } from './EntryIcon.tsx'
import { displayName, type Entry } from './entry.rules.ts'
import { EntryMenuContext } from './entry-menu-context.ts'
import { useExplorer } from './explorer-context.ts'
import { NameEditor } from './NameEditor.tsx'
import { nameOf, parentOf } from './path.rules.ts'
import { allSelected, isSelectable, nothingSelected, ranged, toggled } from './selection.rules.ts'
import { useDropTarget } from './use-drop-target.ts'

/**
 * One file or folder. A click opens it, the checkbox selects it, the menu has further actions. Memoized for scrolling.
 */
export const EntryRow = memo(function EntryRow({
  entry,
  entries,
  isOpen,
  cells,
  onContextMenu,
}: {
  entry: Entry
  /** All entries of its folder, for range selection. */
  entries: readonly Entry[]
  /** Whether its column or preview is open. */
  isOpen: boolean
  /** Further columns after the name. */
  cells?: (entry: Entry) => ReactNode
  /** Makes the folder's context menu that of this entry. */
  onContextMenu?: (entry: Entry) => void
}) {
  const explorer = useExplorer()
  const { selection, select, naming, busy, writeRefusal } = explorer
  const { path, name, isFolder } = entry
  const openMenu = use(EntryMenuContext)
  const drop = useDropTarget(path)
  const isSelected = selection.has(path)
  const isUploading = entry.state === 'uploading'
  const isBusy = isUploading || entry.state === 'loading' || busy.has(path)
  const isNaming = naming?.kind === 'rename' && naming.entry.path === path

  const open = () => {
    if (isBusy || isOpen) return
    if (isFolder) explorer.openFolder(path)
    else explorer.openFile(entry)
  }
  /** Opens a folder, with the focus on its first entry, or previews a file. */
  const goRight = () => {
    if (isFolder) explorer.pendingFocus.current = { folder: path }
    if (isFolder) explorer.openFolder(path)
    else open()
  }
  /** Leaves the folder, with the focus on it in its parent. */
  const goLeft = () => {
    const folder = parentOf(path)
    if (folder === '') return
    explorer.pendingFocus.current = { folder: parentOf(folder), name: nameOf(folder) }
    explorer.openFolder(parentOf(folder))
  }
  const changeSelection = (isRange: boolean) =>
    select(isRange ? ranged(selection, entries, entry) : toggled(selection, entry))
  const click = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const isSelecting = shiftKey || ctrlKey || metaKey
    if (isSelecting && isSelectable(entry)) changeSelection(shiftKey)
    else open()
  }
  const press = (event: KeyboardEvent) => {
    const mayWrite = writeRefusal === undefined && !isBusy
    if (event.key === 'F2' && mayWrite) explorer.startNaming({ kind: 'rename', entry })
    else if (event.key === 'Delete' && mayWrite)
      explorer.openDialog({ kind: 'delete', entries: isSelected ? [...selection.values()] : [entry] })
    else if (event.key === 'ArrowRight' && !isBusy) goRight()
    else if (event.key === 'ArrowLeft') goLeft()
    else if (event.key === ' ' && isSelectable(entry)) changeSelection(event.shiftKey)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      openMenu?.({ entry, button: event.currentTarget as HTMLElement })
    else if (event.key === 'Escape' && selection.size > 0) select(nothingSelected)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) select(allSelected(selection, entries))
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the mouse; keyboards use menus
    <div
      draggable={writeRefusal === undefined && !isNaming && !isUploading}
      onDragStart={(event) => startDrag(event, isSelected ? [...selection.values()] : [entry])}
      onContextMenu={() => onContextMenu?.(entry)}
      {...(isFolder && !isUploading && drop.handlers)}
      className={cx(
        'group flex h-full items-center gap-2 border-line border-b pr-1 pl-3 text-sm',
        isSelected || isOpen ? 'bg-brand-subtle' : 'hover:bg-surface-2',
        isUploading && 'text-ink-muted',
        drop.over && isFolder && 'ring-2 ring-brand ring-inset',
      )}
    >
      <span className="relative grid size-4 shrink-0 place-items-center">
        {isFolder || isUploading ? (
          <EntryIcon entry={entry} />
        ) : (
          <>
            <span
              className={cx(
                'group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:opacity-0',
                isSelected && 'opacity-0',
              )}
            >
              <EntryIcon entry={entry} />
            </span>
            <span
              className={cx(
                'absolute inset-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
                !isSelected && 'opacity-0',
              )}
            >
              <RowCheckbox label={`Select ${name}`} checked={isSelected} onChoose={changeSelection} />
            </span>
          </>
        )}
      </span>
      {isNaming ? (
        <NameEditor naming={naming} entries={entries} />
      ) : (
        <button
          type="button"
          data-row-target
          title={name}
          onClick={click}
          onKeyDown={press}
          // The space bar selects a file; on release it would also press the button.
          onKeyUp={(event) => event.key === ' ' && isSelectable(entry) && event.preventDefault()}
          aria-current={isOpen ? 'true' : undefined}
          className="focus-visible:-outline-offset-2 flex h-full min-w-0 flex-1 items-center rounded-sm text-left"
        >
          <bdi className="truncate">{displayName(name)}</bdi>
          {isFolder && <span className="sr-only"> (folder)</span>}
          {isUploading && <span className="sr-only"> (uploading)</span>}
        </button>
      )}
      {entry.state === 'corrupted' && <CorruptedMark />}
      {cells?.(entry)}
      <span className="flex w-7 shrink-0 justify-center">
        {isBusy ? <Spinner /> : <EntryMenuButton entry={entry} />}
      </span>
    </div>
  )
})

function EntryMenuButton({ entry }: { entry: Entry }) {
  const open = use(EntryMenuContext)
  return (
    <IconButton
      size="sm"
      icon={Ellipsis}
      label={`Actions for ${entry.name}`}
      aria-haspopup="menu"
      // A row is one tab stop; Shift+F10 opens its menu.
      tabIndex={-1}
      className="size-6"
      onClick={({ currentTarget }) => open?.({ entry, button: currentTarget })}
    />
  )
}
