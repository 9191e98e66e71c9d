import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/**
 * The password just set for a new project. It is stored in the query cache only, so signing out or reloading clears it.
 */
export const freshPassword = (ref: string) =>
  queryOptions<string | null>({
    queryKey: ['projects', 'fresh-password', ref],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const storeFreshPassword = (client: QueryClient, ref: string, password: string) =>
  client.setQueryData(freshPassword(ref).queryKey, password)

export const clearFreshPassword = (client: QueryClient, ref: string) =>
  client.setQueryData(freshPassword(ref).queryKey, null)
