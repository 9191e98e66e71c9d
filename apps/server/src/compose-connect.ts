import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Poolers } from './compose-poolers.ts'
import type { Config } from './config.ts'
import { connectRoutes } from './features/connect/connect.routes.ts'
import { databasePasswords } from './features/instances/database-passwords.ts'
import { DATABASE, type InstanceAccess, USER_ROLE } from './features/instances/instance-access.ts'
import { instanceRoutes } from './features/instances/instances.routes.ts'
import { databaseNamed } from './features/instances/project-databases.ts'
import type { Gates } from './http/gate.ts'
import { EVERY_ADDRESS, reachableHost } from './http/reachable-host.ts'
import type { ProjectSecrets } from './platform/secrets/project-secrets.ts'

interface Deps {
  gates: Gates
  config: Config
  engine: Engine
  access: InstanceAccess
  secrets: ProjectSecrets
  poolers: Pick<Poolers, 'disconnect' | 'placeOf'>
}

/** The host that the caller connects to for a database that the server reaches at `host`. */
const directHostOf = (config: Config) => (request: FastifyRequest, host: string) =>
  // Where the server listens on every address, so do the databases.
  EVERY_ADDRESS.includes(config.host)
    ? reachableHost(request, { publicUrl: config.publicUrl, listensOn: config.host })
    : host

/** The address of a project's database as a URI with a placeholder for the password; null before its first start. */
export const connectionStrings = ({ engine, config }: Pick<Deps, 'engine' | 'config'>) => {
  const directHost = directHostOf(config)
  return async (request: FastifyRequest, ref: string) => {
    // A project whose database is still being made, or was just removed, has no address.
    const place = await engine.whereabouts(ref).catch(unlessMissing)
    if (!place) return null
    const host = directHost(request, place.host)
    return connectionUri({ host, port: place.port, database: DATABASE, user: USER_ROLE })
  }
}

function unlessMissing(error: unknown) {
  if (!(error instanceof EngineError && error.code === 'no_such_instance')) throw error
  return undefined
}

/** Where a project's database answers, as whom one logs in there, and what it says of itself. */
export async function composeConnect(
  app: FastifyInstance,
  { gates, config, engine, access, secrets, poolers }: Deps,
) {
  const disconnect = (ref: string, role: string) => poolers.disconnect(ref, { role })
  const directHost = directHostOf(config)
  const passwords = databasePasswords({ access, secrets, disconnect })
  await app.register(instanceRoutes({ gates, engine, access, passwords, directHost }))
  await app.register(
    connectRoutes({
      gates,
      publicUrl: config.publicUrl,
      database: { name: DATABASE, user: USER_ROLE },
      endpointOf: (ref) => engine.endpoint(ref),
      whereaboutsOf: (ref) => engine.whereabouts(ref),
      loginOf: (ref) => access.publicTarget(ref, USER_ROLE),
      databaseOf: databaseNamed,
      directHost,
      poolerFor: poolers.placeOf,
    }),
  )
}
