import { Folder as FolderIcon, FolderPlus, FolderX, SearchX, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { furtherPages } from '../../../../api/further-pages.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { VirtualRows } from '../../../../ui/grid/VirtualRows.tsx'
import { ContextMenu } from '../../../../ui/menu/ContextMenu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { aimedClass } from './DropHint.tsx'
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
  const { place, naming, landing } = useExplorer()
  const body = useRef<HTMLDivElement>(null)
  const drop = useDropTarget(path)
  const name = path === '' ? place.bucket : nameOf(path)
  const [aimed, aim] = useState<Entry>()
  const isNaming = naming?.kind === 'new-folder' && naming.folder === path
  useEffect(() => {
    const { current: wanted } = landing
    if (wanted?.folder !== path || rows.length === 0) return
    const targets = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])]
    const target = wanted.name === undefined ? targets[0] : targets.find(({ title }) => title === wanted.name)
    if (!target) return
    landing.current = undefined
    target.focus()
  })

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
    if (rows.length === 0 && !isNaming && !folder.hasNextPage)
      return folder.data?.pages[0]?.isThere === false ? <NoFolder path={path} /> : <Empty path={path} />
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
          ref={body}
          className={cx('relative flex min-h-0 flex-1 flex-col', drop.over && aimedClass)}
        />
      }
      items={aimed ? <EntryMenuItems entry={aimed} /> : <FolderMenuItems path={path} entries={entries} />}
    >
      {isNaming && (
        <div
          className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-3"
          style={{ minHeight: ROW_HEIGHT }}
        >
          <FolderIcon className="size-4 shrink-0 text-brand-ink" aria-hidden />
          <NameEditor naming={naming} entries={rows} />
        </div>
      )}
      {content()}
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
  const { search, setSearch, writeRefusal, startNaming, chooseFiles, path: deepest, place } = useExplorer()
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
      They are uploaded to “{path === '' ? place.bucket : nameOf(path)}”.
    </EmptyState>
  )
}

function NoFolder({ path }: { path: string }) {
  const { place, openFolder } = useExplorer()
  return (
    <EmptyState
      frame={false}
      icon={FolderX}
      title="This folder does not exist"
      action={<Button onClick={() => openFolder('')}>Open {place.bucket}</Button>}
    >
      There is no “{nameOf(path)}” here. It may have been renamed, moved or deleted.
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
