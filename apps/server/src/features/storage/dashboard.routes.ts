import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { dashboardBucketRoutes } from './buckets/dashboard-buckets.routes.ts'
import { dashboardDownloadRoutes } from './downloads/dashboard-downloads.routes.ts'
import { dashboardObjectRoutes } from './objects/dashboard-objects.routes.ts'
import { policyRoutes } from './policies/policies.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import type { StorageService } from './storage.service.ts'

interface Deps extends StorageService {
  gates: Gates
  publicUrl: string | undefined
}

/** Storage endpoints of the dashboard, for members of a project. */
export const dashboardStorageRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  await app.register(settingsRoutes(deps))
  await app.register(dashboardBucketRoutes(deps))
  await app.register(dashboardObjectRoutes(deps))
  await app.register(dashboardDownloadRoutes(deps))
  await app.register(policyRoutes(deps))
}
