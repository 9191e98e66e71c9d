import type { FastifyInstance } from 'fastify'
import type { MountedRoute } from './mount.ts'
import type { MountedRawRoute } from './mount-raw.ts'

/** A route as the server answers it, with who may call it. */
export interface Route {
  method: string
  url: string
  mounted: MountedRoute | undefined
  raw: MountedRawRoute | undefined
}

/** Fills while routes are added, so that tests can walk every one. */
export function routeTable(app: FastifyInstance) {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config: { mounted, raw } = {} }) => {
    // HEAD comes by itself with every GET.
    if (method !== 'HEAD') routes.push({ method: String(method), url, mounted, raw })
  })
  return routes
}
