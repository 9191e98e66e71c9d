import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { platformBucketRoutes } from './buckets/platform-buckets.routes.ts'
import { platformDownloadRoutes } from './downloads/platform-downloads.routes.ts'
import { platformObjectRoutes } from './objects/platform-objects.routes.ts'
import { platformPolicyRoutes } from './policies/platform-policies.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import type { Storage } from './storage.service.ts'

interface Deps extends Storage {
  gates: Gates
  publicUrl: string | undefined
}

/** What members of a project do with its storage. */
export const platformStorageRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  await app.register(settingsRoutes(deps))
  await app.register(platformBucketRoutes(deps))
  await app.register(platformObjectRoutes(deps))
  await app.register(platformDownloadRoutes(deps))
  await app.register(platformPolicyRoutes(deps))
}
