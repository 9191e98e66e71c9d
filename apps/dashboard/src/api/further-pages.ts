import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

type Paged = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * What a list's end needs to load on: the next page waits until the pages before it have been asked for again. Fetched
 * at once it would call that off, and what the list then holds would be taken for fresh.
 */
export const furtherPages = ({
  isFetching,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: Paged) => ({
  isLoading: isFetchingNextPage,
  isHeld: isFetching && !isFetchingNextPage,
  failed: isFetchNextPageError,
  onLoad: () => void fetchNextPage({ cancelRefetch: false }),
})
