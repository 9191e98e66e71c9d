import { FolderPlus, SearchX, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { furtherPages } from '../../../api/further-pages.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { VirtualRows } from '../../../ui/grid/VirtualRows.tsx'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { DropHint } from './DropHint.tsx'
import { EntryMenuItems } from './EntryMenuItems.tsx'
import type { Entry } from './entry.rules.ts'
import { useExplorer } from './explorer-context.ts'
import { NameEditor } from './NameEditor.tsx'
import { nameOf } from './path.rules.ts'
import { allToggled } from './selection.rules.ts'
import { useDropTarget } from './use-drop-target.ts'
import type { Folder } from './use-folder.ts'
import { ViewMenuItems } from './ViewMenuItems.tsx'

export const ROW_HEIGHT = 37

/** The files and folders of one folder, whichever way it is shown; it takes what is dropped on it. */
export function FolderBody({
  path,
  content: { folder, entries, rows, loadMore },
  renderRow,
}: {
  path: string
  content: Folder
  /** `aim` is told of a row whose menu is asked for by the other button of the mouse. */
  renderRow: (entry: Entry, aim: (entry: Entry) => void) => ReactNode
}) {
  const { place, naming } = useExplorer()
  const drop = useDropTarget(path)
  const name = path === '' ? place.bucket : nameOf(path)
  const [aimed, aim] = useState<Entry>()
  const isNaming = naming?.kind === 'new-folder' && naming.folder === path

  const content = () => {
    if (folder.isPending) return <Shimmer />
    if (folder.isError && !folder.data)
      return (
        <div className="p-3">
          <ErrorPanel
            title={`Failed to retrieve folder contents from "${name}"`}
            message={folder.error.message}
            requestId={requestIdOf(folder.error)}
            retrying={folder.isFetching}
            onRetry={() => folder.refetch()}
          />
        </div>
      )
    if (rows.length === 0 && !isNaming && !folder.hasNextPage) return <Empty path={path} />
    return (
      <VirtualRows
        label={`Contents of ${name}`}
        rows={rows}
        rowKey={(entry) => (entry.isFolder ? `${entry.path}/` : entry.path)}
        rowHeight={ROW_HEIGHT}
        renderRow={(entry) => renderRow(entry, aim)}
        onNearEnd={loadMore}
        footer={
          folder.hasNextPage && (
            <LoadMore
              {...furtherPages(folder)}
              failure="Failed to retrieve more folder contents"
              size="sm"
              className="py-3"
            />
          )
        }
      />
    )
  }
  return (
    <ContextMenu
      trigger={
        <div
          {...drop.handlers}
          // A row says afterwards that it was the one.
          onContextMenuCapture={() => aim(undefined)}
          className="relative flex min-h-0 flex-1 flex-col"
        />
      }
      items={aimed ? <EntryMenuItems entry={aimed} /> : <FolderMenuItems path={path} entries={entries} />}
    >
      {isNaming && (
        <div className="flex items-center border-line border-b px-3" style={{ minHeight: ROW_HEIGHT }}>
          <NameEditor naming={naming} entries={rows} />
        </div>
      )}
      {content()}
      {drop.over && <DropHint dragged={drop.over} />}
    </ContextMenu>
  )
}

function Shimmer() {
  return (
    <div role="status" aria-label="Loading folder" className="flex flex-col gap-2 p-3">
      <Skeleton className="h-5" />
      <Skeleton className="h-5 opacity-70" />
      <Skeleton className="h-5 opacity-40" />
    </div>
  )
}

function Empty({ path }: { path: string }) {
  const { search, setSearch, writeRefusal, startNaming, chooseFiles, path: deepest } = useExplorer()
  if (search !== '')
    return (
      <EmptyState
        frame={false}
        icon={SearchX}
        title="No results found in this folder"
        action={<Button onClick={() => setSearch('')}>Clear search</Button>}
      >
        Nothing here begins with “{search}”.
      </EmptyState>
    )
  return (
    <EmptyState
      frame={false}
      icon={Upload}
      title="Drop your files here"
      action={
        writeRefusal === undefined && path === deepest ? (
          <>
            <Button size="sm" icon={Upload} onClick={chooseFiles}>
              Choose files
            </Button>
            <Button
              size="sm"
              icon={FolderPlus}
              onClick={() => startNaming({ kind: 'new-folder', folder: path })}
            >
              New folder
            </Button>
          </>
        ) : undefined
      }
    >
      Or upload them via the “Upload files” button above.
    </EmptyState>
  )
}

function FolderMenuItems({ path, entries }: { path: string; entries: readonly Entry[] }) {
  const { writeRefusal, startNaming, select, selection } = useExplorer()
  return (
    <>
      {writeRefusal === undefined && (
        <>
          <MenuItem icon={FolderPlus} onSelect={() => startNaming({ kind: 'new-folder', folder: path })}>
            New folder
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem onSelect={() => select(allToggled(selection, entries))}>Select all items</MenuItem>
      <ViewMenuItems isNested />
    </>
  )
}
