import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUploads } from '../uploads/upload-queue.queries.ts'
import { type ArrivingName, arrivingIn } from './arriving.rules.ts'
import { arrivingEntry } from './entry.rules.ts'
import { entriesIn, explorerQueries } from './explorer.queries.ts'
import { useExplorer } from './explorer-context.ts'

/** What is in a folder, as far as it has been loaded; `rows` begin with what is being uploaded into it. */
export function useFolder(path: string) {
  const { place, preference, search } = useExplorer()
  const sort = { column: preference.sortBy, order: preference.sortByOrder }
  const folder = useInfiniteQuery(explorerQueries.folder(place, path, { sort, search }))
  const { data, dataUpdatedAt, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = folder
  const entries = useMemo(() => (data ? entriesIn(data) : []), [data])
  const { items } = useUploads()
  // As text: progress changes the uploads all the time, and their names hardly ever.
  const arriving = JSON.stringify(search === '' ? arrivingIn(items, place, path, dataUpdatedAt) : [])
  const rows = useMemo(() => {
    const coming = JSON.parse(arriving) as ArrivingName[]
    if (coming.length === 0) return entries
    const known = new Set(entries.map(({ name }) => name))
    return [...coming.filter(({ name }) => !known.has(name)).map(arrivingEntry), ...entries]
  }, [arriving, entries])
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  return { folder, entries, rows, loadMore: mayLoad ? () => void fetchNextPage() : undefined }
}

/** Whether a folder is known not to exist. */
export function useIsMissing(path: string): boolean {
  const { place, preference, search } = useExplorer()
  const sort = { column: preference.sortBy, order: preference.sortByOrder }
  const { data } = useInfiniteQuery({
    ...explorerQueries.folder(place, path, { sort, search }),
    select: ({ pages }) => pages[0]?.isThere === false,
  })
  return data === true
}

export type Folder = ReturnType<typeof useFolder>
