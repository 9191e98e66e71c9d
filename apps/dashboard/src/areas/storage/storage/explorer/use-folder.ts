import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUploads } from '../uploads/upload-queue.queries.ts'
import { uploadingEntry } from './entry.rules.ts'
import { entriesIn, explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'
import { type PendingEntry, pendingEntriesIn } from './pending-entries.rules.ts'

/** The loaded entries of a folder; `rows` also include pending uploads, which come first. */
export function useFolder(path: string) {
  const { bucketKey, preference, search } = useExplorer()
  const sort = { column: preference.sortBy, order: preference.sortByOrder }
  const folder = useInfiniteQuery(explorerQueries.folder(bucketKey, path, { sort, search }))
  const { data, dataUpdatedAt, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = folder
  const entries = useMemo(() => (data ? entriesIn(data) : []), [data])
  const { items } = useUploads()
  // Serialized for comparison: progress changes the uploads all the time, but hardly ever their names.
  const pendingJson = JSON.stringify(
    search === '' ? pendingEntriesIn(items, bucketKey, path, dataUpdatedAt) : [],
  )
  const rows = useMemo(() => {
    const pending = JSON.parse(pendingJson) as PendingEntry[]
    if (pending.length === 0) return entries
    const listed = new Set(entries.map(({ name }) => name))
    return [...pending.filter(({ name }) => !listed.has(name)).map(uploadingEntry), ...entries]
  }, [pendingJson, entries])
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  return { folder, entries, rows, loadMore: mayLoad ? () => void fetchNextPage() : undefined }
}

/** Whether a folder is known not to exist. */
export function useIsMissing(path: string): boolean {
  const { bucketKey, preference, search } = useExplorer()
  const sort = { column: preference.sortBy, order: preference.sortByOrder }
  const { data } = useInfiniteQuery({
    ...explorerQueries.folder(bucketKey, path, { sort, search }),
    select: ({ pages }) => pages[0]?.exists === false,
  })
  return data === true
}

export type Folder = ReturnType<typeof useFolder>
