import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { accessQueries, forgetSession } from '../areas/account/access/access.queries.ts'
import { routeTree } from '../routeTree.gen.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { RouteError } from './RouteError.tsx'

/** Beyond this a page that is not there yet shows that it is coming. */
const PENDING_MS = 300
/** A link that the pointer rests on for so long is about to be followed. */
const PREFETCH_HOVER_MS = 75

/** The router and the cache, which need each other: a session that ends leads to the sign-in page. */
export function createDashboard({ history }: { history?: RouterHistory } = {}) {
  const queryClient = createQueryClient({
    onSignedOut: () => {
      // Nobody is signed in as it is: this was the sign-in form's own refusal.
      if (queryClient.getQueryData(accessQueries.profile().queryKey) === null) return
      forgetSession(queryClient)
      // The guard of the page that is open finds nobody there.
      router.invalidate()
    },
  })
  // Asking who is there would only be refused, which browsers report as an error.
  if (cameWithoutSession()) queryClient.setQueryData(accessQueries.profile().queryKey, null)
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadDelay: PREFETCH_HOVER_MS,
    // The query cache knows better what is fresh.
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

/** Whether the browser sent no session with the request for this page. */
const cameWithoutSession = () =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboard>['router']
  }
}
