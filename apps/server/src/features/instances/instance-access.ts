import { createHmac } from 'node:crypto'
import type { Endpoint, Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import { AUTHENTICATOR_ROLE } from '../../platform/project-databases.ts'
import type { ProjectSecrets } from '../../platform/project-secrets.ts'
import type { ConnectionTarget } from './admin-connection.ts'

export const DATABASE = 'postgres'
export const ADMIN_ROLE = 'basalt_admin'
export const USER_ROLE = 'postgres'

/** For members who may only read. */
export const READ_ONLY_ROLE = 'basalt_read_only'

export type LoginRole =
  | typeof ADMIN_ROLE
  | typeof USER_ROLE
  | typeof READ_ONLY_ROLE
  | typeof AUTHENTICATOR_ROLE

export type InstanceAccess = ReturnType<typeof instanceAccess>

/** Where a project's database answers to the platform and to everybody else, and with which password a role logs in. */
export function instanceAccess(engine: Engine, secrets: ProjectSecrets) {
  const endpoints = new Map<string, Endpoint>()
  engine.subscribe(({ id, state }) => {
    // A restart after a crash may have moved to another port.
    if (state !== 'running') endpoints.delete(id)
  })
  const endpointOf = async (database: string) => {
    const endpoint = endpoints.get(database) ?? (await engine.facts(database)).endpoint
    if (!endpoint) throw new AppError('instance_unavailable', 'The database of this project is not running')
    endpoints.set(database, endpoint)
    return endpoint
  }
  const loginOf = async (ref: string, role: LoginRole) => ({
    user: role,
    password: await passwordOf(secrets, ref, role),
    database: DATABASE,
  })
  return {
    /**
     * The platform's own way in, which no rule about who may connect closes; to the primary unless another database
     * of the project is named. Throws `instance_unavailable` when it does not run.
     */
    async target(ref: string, role: LoginRole, database = ref): Promise<ConnectionTarget> {
      const { host, port, socket } = await endpointOf(database)
      return { host: socket ?? host, port, ...(await loginOf(ref, role)) }
    },

    /** The way in that everybody has. Throws `instance_unavailable` when the database does not run. */
    async publicTarget(ref: string, role: LoginRole): Promise<ConnectionTarget> {
      const { host, port } = await endpointOf(ref)
      return { host, port, ...(await loginOf(ref, role)) }
    },
  }
}

/** The read-only role's password follows from another, so that projects made before there was that role have it too. */
export async function passwordOf(secrets: ProjectSecrets, ref: string, role: LoginRole) {
  if (role === USER_ROLE) return secrets.read(ref, 'database_password')
  if (role === AUTHENTICATOR_ROLE) return secrets.read(ref, 'authenticator_password')
  const superuserPassword = await secrets.read(ref, 'superuser_password')
  if (role === ADMIN_ROLE) return superuserPassword
  return createHmac('sha256', superuserPassword).update(role).digest('base64url')
}
