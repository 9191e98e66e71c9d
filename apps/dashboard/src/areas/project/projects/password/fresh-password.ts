import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/**
 * The password that was just chosen for a new project. It lives beside what the server said, in memory only: signing
 * out and reloading forget it.
 */
export const freshPassword = (ref: string) =>
  queryOptions<string | null>({
    queryKey: ['projects', 'fresh-password', ref],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const keepFreshPassword = (client: QueryClient, ref: string, password: string) =>
  client.setQueryData(freshPassword(ref).queryKey, password)

export const dropFreshPassword = (client: QueryClient, ref: string) =>
  client.setQueryData(freshPassword(ref).queryKey, null)
