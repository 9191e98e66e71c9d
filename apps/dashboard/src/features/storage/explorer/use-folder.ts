import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entriesOf } from './entry.rules.ts'
import { explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'

/** What is in a folder, as far as it has been loaded. */
export function useFolder(path: string) {
  const { place, preference, search } = useExplorer()
  const sort = { column: preference.sortBy, order: preference.sortByOrder }
  const folder = useInfiniteQuery(explorerQueries.folder(place, path, { sort, search }))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = folder
  const entries = useMemo(() => (data ? entriesOf(data.pages.flat(), path, Date.now()) : []), [data, path])
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  return { folder, entries, loadMore: mayLoad ? () => void fetchNextPage() : undefined }
}

export type Folder = ReturnType<typeof useFolder>
