import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { UiProvider } from '../ui/UiProvider.tsx'

// The router scrolls to the top after navigation; jsdom has no layout to scroll and complains.
window.scrollTo = () => undefined

/**
 * Shows part of a page with what it needs around it. `seed` puts into the cache what the server would have said; what
 * is not seeded is asked for and not tried again. Answers with the client and with where links and navigation led.
 */
export async function renderPage(page: ReactNode, seed: (client: QueryClient) => void = () => undefined) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  seed(client)
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page, notFoundComponent: () => page }),
    history,
  })
  await router.load()
  const view = render(
    <QueryClientProvider client={client}>
      <UiProvider>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </UiProvider>
    </QueryClientProvider>,
  )
  return { ...view, client, history }
}
