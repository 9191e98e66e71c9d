import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, CornerLeftUp, Folder } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { displayName, type Entry } from './entry.rules.ts'
import { entriesIn, explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'
import { nameOf, parentOf } from './path.rules.ts'

const rowClass =
  'flex h-9 w-full items-center gap-2 px-3 text-left text-sm hover:bg-surface-2 disabled:text-ink-faint disabled:hover:bg-transparent'

/** Navigates a folder's subfolders and parent to pick one. */
export function FolderPicker({
  folder,
  moving,
  onPick,
}: {
  folder: string
  /** The entries being moved: a folder cannot be moved into itself. */
  moving: readonly Entry[]
  onPick: (folder: string) => void
}) {
  const { bucketKey } = useExplorer()
  const sort = { column: 'name', order: 'asc' } as const
  const listed = useInfiniteQuery(explorerQueries.folder(bucketKey, folder, { sort, search: '' }))
  const folders = listed.data ? entriesIn(listed.data).filter(({ isFolder }) => isFolder) : []
  const isMoving = (path: string) => moving.some((entry) => entry.isFolder && entry.path === path)
  // Folders are listed first, so there are no more after the first file.
  const hasMore = listed.hasNextPage && folders.length === (listed.data ? entriesIn(listed.data).length : 0)
  const content = () => {
    if (listed.isPending)
      return (
        <div role="status" aria-label="Loading folders" className="flex flex-col gap-2 p-3">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 opacity-60" />
        </div>
      )
    if (listed.isError && !listed.data)
      return (
        <div className="p-3">
          <ErrorPanel
            title="Failed to fetch folders"
            message={listed.error.message}
            requestId={requestIdOf(listed.error)}
            retrying={listed.isFetching}
            onRetry={() => listed.refetch()}
          />
        </div>
      )
    return (
      <ul aria-label={`Folders in ${folder === '' ? bucketKey.bucket : nameOf(folder)}`}>
        {folder !== '' && (
          <li>
            <button type="button" className={rowClass} onClick={() => onPick(parentOf(folder))}>
              <CornerLeftUp className="size-4 text-ink-faint" aria-hidden />
              Up to {parentOf(folder) === '' ? bucketKey.bucket : nameOf(parentOf(folder))}
            </button>
          </li>
        )}
        {folders.map(({ path, name }) => (
          <li key={path}>
            <button
              type="button"
              className={rowClass}
              disabled={isMoving(path)}
              onClick={() => onPick(path)}
              title={name}
            >
              <Folder className="size-4 shrink-0 text-brand-ink" aria-hidden />
              <bdi className="min-w-0 flex-1 truncate">{displayName(name)}</bdi>
              <ChevronRight className="size-4 text-ink-faint" aria-hidden />
            </button>
          </li>
        ))}
        {folders.length === 0 && !hasMore && (
          <li className="px-3 py-2 text-ink-muted text-sm">
            {listed.data?.pages[0]?.exists ? 'No subfolders' : 'This folder does not exist yet'}
          </li>
        )}
        {hasMore && (
          <li>
            <LoadMore
              {...loadMoreProps(listed)}
              failure="Failed to fetch folders"
              size="sm"
              className="py-3"
            />
          </li>
        )}
      </ul>
    )
  }
  return <div className="h-56 overflow-y-auto rounded-md border border-line bg-surface-0">{content()}</div>
}
