import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches a list because something in it has changed. A fetch under way may predate the change: a refetch is
 * restarted, but the first fetch, which the page waits for, completes before the next one starts.
 */
export async function refetchAfterChange(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const state = client.getQueryState(queryKey)
  if (state?.fetchStatus === 'fetching' && state.data === undefined)
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
  await client.invalidateQueries({ queryKey, exact: true })
}

/** Whether a fetch is under way; its response may be older than the cached data. */
export const isFetching = (client: QueryClient, queryKey: QueryKey): boolean =>
  client.getQueryState(queryKey)?.fetchStatus === 'fetching'
