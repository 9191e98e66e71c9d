import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks for a list again because something in it has changed. A reading under way may be older than the change: one of
 * known data is begun again; the first one, for which the page waits, ends before it is.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const state = client.getQueryState(queryKey)
  if (state?.fetchStatus === 'fetching' && state.data === undefined)
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
  await client.invalidateQueries({ queryKey, exact: true })
}

/** Whether a reading is under way, which may be older than what is known. */
export const isBeingRead = (client: QueryClient, queryKey: QueryKey): boolean =>
  client.getQueryState(queryKey)?.fetchStatus === 'fetching'
