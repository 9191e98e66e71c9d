import type { QueryClient } from '@tanstack/react-query'

/** What every route's loader and guard can reach. */
export interface RouterContext {
  queryClient: QueryClient
}
