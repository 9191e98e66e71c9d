import type { AnyRouter } from '@tanstack/react-router'
import { urgently } from '../lib/when-idle.ts'

/** Asks at once for the program of the page that is open, and not only once it is known who is there. */
export function hurryFirstPage(router: AnyRouter): void {
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
