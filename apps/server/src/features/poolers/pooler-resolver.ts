import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { PostgresError } from '@basalt/postgres-gateway/protocol/postgres-error.ts'
import type { Resolver } from '@basalt/postgres-gateway/resolver.ts'
import { POOL_SIZE, POOLER_CLIENTS_MAX, readPoolerUser } from './poolers.rules.ts'

interface Deps {
  projectOf(ref: string): Promise<Project | undefined>
  /** What the project's database stores for the password of a role that may log in from outside. */
  verifierOf(ref: string, role: string): Promise<string | undefined>
  endpointOf(ref: string): Promise<{ host: string; port: number }>
}

/** Leads `{role}.{ref}` to the database of that project. A project that does not run says so. */
export function poolerResolver({ projectOf, verifierOf, endpointOf }: Deps): Resolver {
  return async ({ user, database }) => {
    const parts = readPoolerUser(user)
    const project = parts && (await projectOf(parts.ref))
    if (!parts || !project) return undefined
    if (!can('query', project.status))
      throw new PostgresError('57P03', `The database cannot be reached: ${statusWords[project.status]}.`, {
        hint: 'Look at the project in the dashboard.',
      })
    return {
      group: parts.ref,
      role: parts.role,
      // Clients that name no database ask for one of the user's name.
      database: database === user ? 'postgres' : database,
      verifier: await verifierOf(parts.ref, parts.role),
      poolSize: POOL_SIZE,
      maxClients: POOLER_CLIENTS_MAX,
      endpoint: () => endpointOf(parts.ref),
    }
  }
}
