import type { CheckedWay } from '@basalt/contract/connect/connect.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { addonRoutes } from './features/addons/addons.routes.ts'
import { addonStore } from './features/addons/addons.store.ts'
import { DATABASE, type InstanceAccess, USER_ROLE } from './features/instances/instance-access.ts'
import { roleVerifiers } from './features/instances/role-verifiers.ts'
import { poolerResolver } from './features/poolers/pooler-resolver.ts'
import { poolerSettingsStore } from './features/poolers/pooler-settings.store.ts'
import { poolerRoutes } from './features/poolers/poolers.routes.ts'
import { runningPoolers } from './features/poolers/running-poolers.ts'
import type { Gates } from './http/gate.ts'
import { reachableHost } from './http/reachable-host.ts'
import type { Metadata } from './platform/metadata.ts'

interface Deps {
  config: Config
  metadata: Metadata
  access: InstanceAccess
  projectOf(ref: string): Promise<Project | undefined>
}

export type Poolers = ReturnType<typeof composePoolers>

/** Where the poolers lead those who log in to them, and what members set for them. They listen where the process starts. */
export function composePoolers({ config, metadata, access, projectOf }: Deps) {
  const settings = poolerSettingsStore(metadata)
  const verifiers = roleVerifiers(access)
  const running = runningPoolers(config.poolerPorts)
  const resolve = poolerResolver({
    projectOf,
    settingsOf: settings.find,
    verifierOf: verifiers.find,
    async endpointOf(ref) {
      const { host, port } = await access.target(ref, USER_ROLE)
      return { host, port }
    },
  })
  return {
    resolve,
    attach: running.attach,
    /** Ends what goes through the poolers to a project whose database is about to stop, or only as one of its roles. */
    disconnect: running.disconnect,

    /** Where a way through the poolers is reached by whoever sent this request, and as whom. */
    placeOf(request: FastifyRequest, ref: string, { method, pooler }: CheckedWay) {
      if (method === 'direct' || pooler === 'dedicated') return undefined
      const host = reachableHost(request, { publicUrl: config.publicUrl, listensOn: config.host })
      return { host, port: running.portOf(method), user: `${USER_ROLE}.${ref}` }
    },

    async register(app: FastifyInstance, gates: Gates) {
      await app.register(
        poolerRoutes({
          gates,
          settings,
          database: { name: DATABASE, user: USER_ROLE },
          hostFor: (request) =>
            reachableHost(request, { publicUrl: config.publicUrl, listensOn: config.host }),
          portOf: running.portOf,
          dedicatedPortOf: () => undefined,
          isSslEnforced: async () => false,
          disconnect: running.disconnect,
        }),
      )
      await app.register(
        addonRoutes({ gates, store: addonStore(metadata), applyIpv4: async () => undefined }),
      )
    },
  }
}
