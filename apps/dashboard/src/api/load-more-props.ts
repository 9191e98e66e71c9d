import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

type Paged = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Props for the end of an infinite list. The next page waits for a refetch of the earlier ones: fetching it at once
 * would cancel the refetch and leave stale pages marked as fresh.
 */
export const loadMoreProps = ({
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
