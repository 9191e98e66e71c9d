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

/** Where a project's database answers, and with which password a role logs in there. */
export function instanceAccess(engine: Engine, secrets: ProjectSecrets) {
  const endpoints = new Map<string, Endpoint & { socketDirectory: string | undefined }>()
  engine.subscribe(({ id, state }) => {
    // A restart after a crash may have moved to another port.
    if (state !== 'running') endpoints.delete(id)
  })
  const find = async (ref: string) => {
    const known = endpoints.get(ref)
    if (known) return known
    const { endpoint, socketDirectory } = await engine.facts(ref)
    if (!endpoint) throw new AppError('instance_unavailable', 'The database of this project is not running')
    const found = { ...endpoint, socketDirectory }
    endpoints.set(ref, found)
    return found
  }
  const login = async (ref: string, role: LoginRole) => ({
    user: role,
    password: await passwordOf(secrets, ref, role),
    database: DATABASE,
  })
  return {
    /** Throws `instance_unavailable` when the database does not run. */
    async target(ref: string, role: LoginRole): Promise<ConnectionTarget> {
      const { host, port } = await find(ref)
      return { host, port, ...(await login(ref, role)) }
    },

    /** The same by the shortest way, for what this very process asks often. Its `host` may be a folder with a socket. */
    async nearTarget(ref: string, role: LoginRole): Promise<ConnectionTarget> {
      const { host, port, socketDirectory } = await find(ref)
      return { host: socketDirectory ?? host, port, ...(await login(ref, role)) }
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
