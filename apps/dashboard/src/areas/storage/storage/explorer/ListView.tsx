import { formatBytes } from '../../../../lib/bytes.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { EntryRow } from './EntryRow.tsx'
import { type Entry, totalOf } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { FolderBody } from './FolderBody.tsx'
import { allToggled, selectionStateOf } from './selection.rules.ts'
import { useFolder } from './use-folder.ts'

const cell = 'truncate text-ink-muted tabular-nums'
const widths = {
  size: 'w-[11%] shrink-0 max-lg:hidden',
  type: 'w-[14%] shrink-0 max-lg:hidden',
  created: 'w-[15%] shrink-0 max-xl:hidden',
  updated: 'w-[15%] shrink-0 max-sm:hidden',
}

/** The open folder as a list, with the details of each file. */
export function ListView() {
  const { path, previewed, selection, select } = useExplorer()
  const content = useFolder(path)
  const { entries, folder } = content
  const share = selectionStateOf(selection, entries)
  const total = totalOf(entries)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b bg-surface-1 pr-1 pl-3 text-ink-muted text-xs">
        <Checkbox
          aria-label="Select all files"
          checked={share === 'all'}
          indeterminate={share === 'some'}
          disabled={entries.every(({ isFolder }) => isFolder)}
          onCheckedChange={() => select(allToggled(selection, entries))}
        />
        <span className="min-w-0 flex-1">Name</span>
        <span className={widths.size}>Size</span>
        <span className={widths.type}>Type</span>
        <span className={widths.created}>Created at</span>
        <span className={widths.updated}>Last modified at</span>
        <span className="w-7 shrink-0" />
      </div>
      <FolderBody
        path={path}
        content={content}
        renderRow={(entry, onContextMenu) => (
          <EntryRow
            entry={entry}
            entries={entries}
            isOpen={previewed === entry.path}
            cells={cellsOf}
            onContextMenu={onContextMenu}
          />
        )}
      />
      {folder.data && (
        <p className="shrink-0 border-line border-t px-3 py-1.5 text-ink-muted text-xs" role="status">
          {formatBytes(total.bytes)} for {total.count} {total.count === 1 ? 'item' : 'items'}
          {folder.hasNextPage && ' loaded so far'}
        </p>
      )}
    </div>
  )
}

const cellsOf = (entry: Entry) => <Cells entry={entry} />

function Cells({ entry }: { entry: Entry }) {
  return (
    <>
      <span className={`${cell} ${widths.size}`}>{entry.size === null ? '–' : formatBytes(entry.size)}</span>
      <span className={`${cell} ${widths.type}`} title={entry.mimeType ?? undefined}>
        {entry.mimeType ?? '–'}
      </span>
      <When time={entry.createdAt} className={`${cell} ${widths.created}`} />
      <When time={entry.updatedAt} className={`${cell} ${widths.updated}`} />
    </>
  )
}
