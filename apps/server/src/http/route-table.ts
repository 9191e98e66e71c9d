import type { FastifyInstance } from 'fastify'
import type { MountedRoute } from './mount.ts'
import type { MountedRawRoute } from './mount-raw.ts'

/** A route, and who may call it. */
export interface Route {
  method: string
  url: string
  mounted: MountedRoute | undefined
  raw: MountedRawRoute | undefined
}

/** Fills while routes are added, so that tests can call every one. */
export function routeTable(app: FastifyInstance) {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config: { mounted, raw } = {} }) => {
    // Every GET has a HEAD.
    if (method !== 'HEAD') routes.push({ method: String(method), url, mounted, raw })
  })
  return routes
}
