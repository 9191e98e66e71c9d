import './lib/zod-without-eval.ts'
import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDashboard } from './app/dashboard.ts'
import { urgently } from './lib/when-idle.ts'
import { UiProvider } from './ui/UiProvider.tsx'

const dashboard = createDashboard()
hurryFirstPage(dashboard.router)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App {...dashboard} />
  </StrictMode>,
)

function App({ queryClient, router }: ReturnType<typeof createDashboard>) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  )
}

/** Asks at once for the program of the page that is open, and not only once it is known who is there. */
function hurryFirstPage(router: AnyRouter): void {
  // What could not be loaded is asked for again, and told, when the page is shown.
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined)
  urgently(
    new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', () => {
        stop()
        resolve()
      })
    }),
  )
}
