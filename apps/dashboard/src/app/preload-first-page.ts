import type { AnyRouter } from '@tanstack/react-router'
import { urgently } from '../lib/when-idle.ts'

/** Loads the open page's code at once instead of after the session is known. */
export function preloadFirstPage(router: AnyRouter): void {
  // A failed load is retried, and reported, when the page renders.
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
