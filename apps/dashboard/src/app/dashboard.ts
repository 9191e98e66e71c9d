import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { accessQueries, clearSession } from '../areas/account/access/access.queries.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { RouteError } from './RouteError.tsx'
import { searchText } from './search-text.ts'

/** A page that takes longer shows a placeholder. */
const PENDING_MS = 300
/** A link is preloaded once the pointer has rested on it for this long. */
const PREFETCH_HOVER_MS = 75

/**
 * Creates the router and the query cache, which need each other: when the session ends, the router opens the sign-in
 * page.
 */
export function createDashboard({ history }: { history?: RouterHistory } = {}) {
  const queryClient = createQueryClient({
    onSignedOut: () => {
      // Already signed out: this is a failed sign-in.
      if (queryClient.getQueryData(accessQueries.profile().queryKey) === null) return
      clearSession(queryClient)
      // The open page's guard then redirects to the sign-in page.
      router.invalidate()
    },
  })
  // Without a session the profile request would fail, which browsers report as an error.
  if (hasNoSession()) queryClient.setQueryData(accessQueries.profile().queryKey, null)
  const router = createRouter({
    routeTree,
    stringifySearch: searchText,
    context: { queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadDelay: PREFETCH_HOVER_MS,
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
  })
  return { queryClient, router }
}

/** Whether the browser sent no session cookie with the request for this page. */
const hasNoSession = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboard>['router']
  }
}
