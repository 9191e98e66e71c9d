import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Caches the server's response to a change. A fetch under way may be older and would undo it, so it is cancelled. */
export async function replaceQueryData<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: Parameters<typeof client.setQueryData<unknown, Key>>[1],
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
