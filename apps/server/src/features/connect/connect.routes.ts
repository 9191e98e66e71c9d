import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import type { CheckedWay, Database } from '@basalt/contract/connect/connect.schema.ts'
import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { COMPUTE_SIZE } from '@basalt/contract/projects/projects.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { isOurs } from './own-machine.ts'
import { type Login, notTried, tryLogin } from './try-login.ts'

interface Place {
  host: string
  port: number
}

interface Deps {
  gates: Gates
  /** BASALT_PUBLIC_URL. */
  publicUrl: string | undefined
  /** What people connect to, and as whom. */
  database: { name: string; user: string }
  /** Where a project's database answers; undefined while it does not run. */
  endpointOf(ref: string): Promise<Place | undefined>
  /** Where it answers whenever it runs. */
  whereaboutsOf(ref: string): Promise<Place | undefined>
  loginOf(ref: string): Promise<Login>
  /** The database that is named by its identifier. Throws `not_found`. */
  databaseOf(ref: string, identifier: string): Promise<string>
  /** The host that this request's client connects to for a database that the server reaches at this one. */
  directHost(request: FastifyRequest, host: string): string
  /** The address and login of a pooler for this request's client; undefined when there is none. */
  poolerFor(
    request: FastifyRequest,
    ref: string,
    way: CheckedWay,
  ): Promise<{ host: string; port: number; user: string } | undefined>
}

export const connectRoutes =
  ({
    gates,
    publicUrl,
    database,
    endpointOf,
    whereaboutsOf,
    loginOf,
    databaseOf,
    directHost,
    poolerFor,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.seeProjects)

    mount(app, listDatabases, gate, async ({ project }, request): Promise<Database[]> => {
      const place = await (project.asleep_since === null ? endpointOf : whereaboutsOf)(project.ref)
      if (!place) throw new AppError('instance_unavailable', 'The database of this project is not running')
      const host = directHost(request, place.host)
      const parameters = { host, port: place.port, database: database.name, user: database.user }
      return [
        {
          identifier: project.ref,
          database_type: 'PRIMARY',
          region: project.region,
          status: project.status,
          db_host: host,
          db_port: place.port,
          db_name: database.name,
          db_user: database.user,
          infra_compute_size: COMPUTE_SIZE,
          connection_string: connectionUri(parameters),
          connectionString: connectionUri(parameters),
          restUrl: `${publicOrigin(request, publicUrl)}/p/${project.ref}`,
          inserted_at: project.created_at,
        },
      ]
    })

    mount(app, checkConnection, gate, async ({ project, params: { identifier }, query }, request) => {
      await databaseOf(project.ref, identifier)
      const login = await loginOf(project.ref)
      const place =
        query.method === 'direct'
          ? { host: directHost(request, login.host) }
          : await poolerFor(request, project.ref, query)
      if (!place) throw notFound('Pooler', query.pooler)
      // A name from a request could belong to anyone, who would then see the password.
      if (!publicUrl && !(await isOurs(place.host))) return notTried(place.host)
      return tryLogin({ ...login, ...place })
    })
  }
