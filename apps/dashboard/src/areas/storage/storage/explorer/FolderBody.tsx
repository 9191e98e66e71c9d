import { Folder as FolderIcon, FolderPlus, FolderX, SearchX, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
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
import { dropTargetClass } from './DropHint.tsx'
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

/** The contents of one folder, in either view. Accepts drops. */
export function FolderBody({
  path,
  content: { folder, entries, rows, loadMore },
  renderRow,
}: {
  path: string
  content: Folder
  /** `onContextMenu` must be called when a row is right-clicked. */
  renderRow: (entry: Entry, onContextMenu: (entry: Entry) => void) => ReactNode
}) {
  const { bucketKey, naming, pendingFocus } = useExplorer()
  const body = useRef<HTMLDivElement>(null)
  const drop = useDropTarget(path)
  const name = path === '' ? bucketKey.bucket : nameOf(path)
  const [menuEntry, setMenuEntry] = useState<Entry>()
  const isNaming = naming?.kind === 'new-folder' && naming.folder === path
  useEffect(() => {
    const { current: focus } = pendingFocus
    if (focus?.folder !== path || rows.length === 0) return
    const targets = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])]
    const target = focus.name === undefined ? targets[0] : targets.find(({ title }) => title === focus.name)
    if (!target) return
    pendingFocus.current = undefined
    target.focus()
  })

  const content = () => {
    if (folder.isPending) return <FolderSkeleton />
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
      return folder.data?.pages[0]?.exists === false ? <MissingFolder path={path} /> : <Empty path={path} />
    return (
      <VirtualRows
        label={`Contents of ${name}`}
        rows={rows}
        rowKey={(entry) => (entry.isFolder ? `${entry.path}/` : entry.path)}
        rowHeight={ROW_HEIGHT}
        renderRow={(entry) => renderRow(entry, setMenuEntry)}
        onNearEnd={loadMore}
        footer={
          folder.hasNextPage && (
            <LoadMore
              {...loadMoreProps(folder)}
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
          // Runs first; a right-clicked row then sets itself.
          onContextMenuCapture={() => setMenuEntry(undefined)}
          ref={body}
          className={cx('relative flex min-h-0 flex-1 flex-col', drop.over && dropTargetClass)}
        />
      }
      items={
        menuEntry ? <EntryMenuItems entry={menuEntry} /> : <FolderMenuItems path={path} entries={entries} />
      }
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

function FolderSkeleton() {
  return (
    <div role="status" aria-label="Loading folder" className="flex flex-col gap-2 p-3">
      <Skeleton className="h-5" />
      <Skeleton className="h-5 opacity-70" />
      <Skeleton className="h-5 opacity-40" />
    </div>
  )
}

function Empty({ path }: { path: string }) {
  const {
    search,
    setSearch,
    writeRefusal,
    startNaming,
    chooseFiles,
    path: deepest,
    bucketKey,
  } = useExplorer()
  if (search !== '')
    return (
      <EmptyState
        frame={false}
        icon={SearchX}
        title="No results found in this folder"
        action={<Button onClick={() => setSearch('')}>Clear search</Button>}
      >
        Nothing here starts with “{search}”.
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
      Files are uploaded to “{path === '' ? bucketKey.bucket : nameOf(path)}”.
    </EmptyState>
  )
}

function MissingFolder({ path }: { path: string }) {
  const { bucketKey, openFolder } = useExplorer()
  return (
    <EmptyState
      frame={false}
      icon={FolderX}
      title="This folder does not exist"
      action={<Button onClick={() => openFolder('')}>Open {bucketKey.bucket}</Button>}
    >
      “{nameOf(path)}” may have been renamed, moved or deleted.
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
