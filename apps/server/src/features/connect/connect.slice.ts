import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { ignoreMissingInstance } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyRequest } from 'fastify'
import { directHostOf } from '../../http/reachable-host.ts'
import type { Platform } from '../../platform/platform.ts'
import { DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ResolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Poolers } from '../poolers/poolers.port.ts'
import type { Replicas } from '../replicas/replicas.port.ts'
import { connectRoutes } from './connect.routes.ts'

/** The addresses of a project's database, directly and through the poolers, and a check whether they work. */
export function connectSlice(
  { gates, config, engine, databases }: Platform,
  {
    addressOf,
    replicas,
    databaseOf,
  }: Pick<Poolers, 'addressOf'> & { replicas: Replicas; databaseOf: ResolveDatabase },
) {
  const directHost = directHostOf(config)
  return {
    /** A URI with a placeholder for the password; null before the project's first start. */
    async connectionStringOf(request: FastifyRequest, ref: string) {
      // A project whose database is still being created, or was just removed, has no address.
      const endpoint = await engine.networkAddress(ref).catch(ignoreMissingInstance)
      if (!endpoint) return null
      const host = directHost(request, endpoint.host)
      return connectionUri({ host, port: endpoint.port, database: DATABASE, user: USER_ROLE })
    },
    routes: (app) =>
      app.register(
        connectRoutes({
          gates,
          publicUrl: config.publicUrl,
          database: { name: DATABASE, user: USER_ROLE },
          endpointOf: (ref) => engine.endpoint(ref),
          addressOf: (ref) => engine.networkAddress(ref).catch(ignoreMissingInstance),
          loginOf: (ref, database) => databases.logins.public(ref, USER_ROLE, database),
          databaseOf,
          replicasOf: replicas.listOf,
          directHost,
          poolerFor: addressOf,
        }),
      ),
  } satisfies SliceWithPort
}
