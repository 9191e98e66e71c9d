import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { UiProvider } from '../ui/UiProvider.tsx'

// The router scrolls to the top after navigation; jsdom has no layout to scroll and complains.
window.scrollTo = () => undefined

/**
 * Renders part of a page in the providers it needs. `seed` fills the query cache; other queries are fetched, without
 * retries. Returns the view with its query client and the history that links and navigation write to.
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
