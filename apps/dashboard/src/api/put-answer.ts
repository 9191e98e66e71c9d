import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what the server answered to a change. A reading that is still on its way may be older, and would bring back what
 * the change replaced, so it is given up.
 */
export async function putAnswer<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: Parameters<typeof client.setQueryData<unknown, Key>>[1],
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
