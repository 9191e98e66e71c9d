import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/** The user whom snippets call the API as. */
export interface DocsUser {
  /** The email address, or what else is known. */
  readonly name: string
  readonly access_token: string
  /** ISO 8601. */
  readonly expires_at: string
}

/** Never stored: a token must not outlive the page. */
const userOptions = (ref: string) =>
  queryOptions<DocsUser | null>({
    queryKey: ['docs-user', ref],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The user of the snippets, null for nobody, and how to change it. */
export function useDocsUser(ref: string): [DocsUser | null, (user: DocsUser | null) => void] {
  const client = useQueryClient()
  const { data = null } = useQuery(userOptions(ref))
  return [data, (user) => client.setQueryData(userOptions(ref).queryKey, user)]
}
