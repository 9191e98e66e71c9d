import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import type { ConnectionMethodQuery, Database } from '@basalt/contract/connect/connect.schema.ts'
import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { CLOUD_PROVIDER, COMPUTE_SIZE } from '@basalt/contract/projects/projects.rules.ts'
import { READ_SUFFIX, readIdentifierOf } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { Replicas } from '../replicas/replicas.port.ts'
import { isThisMachine } from './own-machine.ts'
import { type Login, notTried, tryLogin } from './try-login.ts'

interface Endpoint {
  host: string
  port: number
}

interface Deps {
  gates: Gates
  /** BASALT_PUBLIC_URL. */
  publicUrl: string | undefined
  /** The database and role that connection strings name. */
  database: { name: string; user: string }
  /** The address of a project's database; undefined while it does not run. */
  endpointOf(ref: string): Promise<Endpoint | undefined>
  /** The same address, also while the database does not run; undefined before it has one. */
  addressOf(ref: string): Promise<Endpoint | undefined>
  loginOf(ref: string, database: string): Promise<Login>
  /** The read replicas of a project. */
  replicasOf: Replicas['listOf']
  /** The database with the identifier. Throws `not_found`. */
  databaseOf(ref: string, identifier: string): Promise<string>
  /** Maps the host where the server reaches a database to the one where this request's client does. */
  directHost(request: FastifyRequest, host: string): string
  /** The address and login of a pooler for this request's client; undefined when there is none. */
  poolerFor(
    request: FastifyRequest,
    ref: string,
    way: ConnectionMethodQuery,
  ): Promise<{ host: string; port: number; user: string } | undefined>
}

export const connectRoutes =
  ({
    gates,
    publicUrl,
    database,
    endpointOf,
    addressOf,
    loginOf,
    replicasOf,
    databaseOf,
    directHost,
    poolerFor,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const gate = gates.project(needs.seeProjects)

    mount(app, listDatabases, gate, async ({ project }, request): Promise<Database[]> => {
      const endpoint = await (project.asleep_since === null ? endpointOf : addressOf)(project.ref)
      if (!endpoint) throw new AppError('instance_unavailable', 'The database of this project is not running')
      const restUrl = `${publicOrigin(request, publicUrl)}/p/${project.ref}`
      const at = (address: Endpoint) => {
        const host = directHost(request, address.host)
        const parameters = { host, port: address.port, database: database.name, user: database.user }
        return {
          db_host: host,
          db_port: address.port,
          db_name: database.name,
          db_user: database.user,
          infra_compute_size: COMPUTE_SIZE,
          size: COMPUTE_SIZE,
          cloud_provider: CLOUD_PROVIDER,
          connection_string: connectionUri(parameters),
          connectionString: connectionUri(parameters),
          restUrl,
        }
      }
      const followers = await replicasOf(project.ref)
      const reading =
        followers.length > 0
          ? await poolerFor(request, project.ref, { method: 'session', pooler: 'shared' })
          : undefined
      const primary = {
        identifier: project.ref,
        database_type: 'PRIMARY' as const,
        region: project.region,
        status: project.status,
        ...at(endpoint),
        ...(reading && {
          connection_string_read_only: connectionUri({
            ...reading,
            user: `${reading.user}${READ_SUFFIX}`,
            database: database.name,
          }),
        }),
        inserted_at: project.created_at,
      }
      const replicas = followers.map(async ({ identifier, region, status, created_at: inserted_at }) => {
        const address = await addressOf(identifier)
        // One that is being set up has no address yet.
        if (!address) return []
        return [
          {
            identifier,
            database_type: 'READ_REPLICA' as const,
            region,
            status,
            ...at(address),
            inserted_at,
          },
        ]
      })
      return [primary, ...(await Promise.all(replicas)).flat()]
    })

    mount(app, checkConnection, gate, async ({ project, params: { identifier }, query }, request) => {
      const isReading = identifier === readIdentifierOf(project.ref)
      const database = isReading ? project.ref : await databaseOf(project.ref, identifier)
      const login = await loginOf(project.ref, database)
      const address =
        query.method === 'direct' && !isReading
          ? { host: directHost(request, login.host) }
          : await poolerFor(request, project.ref, isReading ? { ...query, pooler: 'shared' } : query)
      if (!address) throw notFound('Pooler', query.pooler)
      // A client chooses the host of a request, and the check would send the password there.
      if (!publicUrl && !(await isThisMachine(address.host))) return notTried(address.host)
      const user = 'user' in address ? address.user : login.user
      return tryLogin({ ...login, ...address, user: isReading ? `${user}${READ_SUFFIX}` : user })
    })
  }
