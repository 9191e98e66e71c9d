import { useEffect, useRef } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { dropTargetClass } from './DropHint.tsx'
import { EntryRow } from './EntryRow.tsx'
import { useExplorer } from './explorer-context.ts'
import { FolderBody } from './FolderBody.tsx'
import { foldersTo, nameOf, parentOf } from './path.rules.ts'
import { allToggled, filesIn, selectionStateOf } from './selection.rules.ts'
import { useDropTarget } from './use-drop-target.ts'
import { useFolder, useIsMissing } from './use-folder.ts'

/** All open folders, from the root to the deepest, side by side. */
export function ColumnsView() {
  const { path, bucketKey } = useExplorer()
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the folder opened last
  useEffect(() => {
    const element = region.current
    if (element) element.scrollLeft = element.scrollWidth
  }, [path])
  return (
    <div ref={region} className="flex min-h-0 min-w-0 flex-1 overflow-x-auto">
      {foldersTo(path).map((folder, index, folders) => (
        <FolderColumn
          key={folder}
          folder={folder}
          name={folder === '' ? bucketKey.bucket : nameOf(folder)}
          openedIn={folders[index + 1]}
        />
      ))}
      <RemainingSpace />
    </div>
  )
}

/** The empty space beside the columns; files dropped there go into the deepest folder. */
function RemainingSpace() {
  const { path } = useExplorer()
  const drop = useDropTarget(path)
  return (
    <div
      {...drop.handlers}
      className={cx('relative min-w-0 flex-1 max-md:hidden', drop.over && dropTargetClass)}
    />
  )
}

function FolderColumn({
  folder,
  name,
  openedIn,
}: {
  folder: string
  name: string
  /** Its open subfolder, if any. */
  openedIn: string | undefined
}) {
  const { selection, select, previewed, openFolder } = useExplorer()
  const content = useFolder(folder)
  // The column of a missing folder says so; columns below it would add nothing.
  const isBelowMissing = useIsMissing(parentOf(folder))
  const { entries } = content
  const fileCount = selection.size > 0 ? filesIn(entries).length : 0
  const share = selectionStateOf(selection, entries)
  const isEmptyBucket =
    folder === '' && openedIn === undefined && content.folder.isSuccess && content.rows.length === 0
  return (
    <section
      aria-label={name}
      className={cx(
        'flex w-64 shrink-0 flex-col border-line border-r max-md:w-full max-md:border-r-0',
        // A small screen has room for one column; the toolbar navigates back.
        openedIn !== undefined && 'max-md:hidden',
        isBelowMissing && 'md:hidden',
        // An empty bucket has one column, so its whole width takes dropped files.
        isEmptyBucket && 'w-full border-r-0',
      )}
    >
      {selection.size > 0 && (
        <div className="flex h-9 shrink-0 items-center border-line border-b bg-surface-1 px-3 text-ink-muted text-sm">
          {fileCount > 0 ? (
            <Checkbox
              label={`Select all ${fileCount} files`}
              checked={share === 'all'}
              indeterminate={share === 'some'}
              onCheckedChange={() => select(allToggled(selection, entries))}
            />
          ) : (
            'No files available for selection'
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a mouse shortcut; the toolbar has a button for it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        // A click on the empty part of a column returns to its folder.
        onClick={(event) => {
          const isEmptyPart = !(event.target as Element).closest('li, button, a, input')
          if (isEmptyPart && event.currentTarget.contains(event.target as Node)) openFolder(folder)
        }}
      >
        <FolderBody
          path={folder}
          content={content}
          renderRow={(entry, onContextMenu) => (
            <EntryRow
              entry={entry}
              entries={entries}
              isOpen={entry.isFolder ? entry.path === openedIn : entry.path === previewed}
              onContextMenu={onContextMenu}
            />
          )}
        />
      </div>
    </section>
  )
}
