import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { PostgresError } from '@basalt/postgres-gateway/protocol/postgres-error.ts'
import type { Resolver } from '@basalt/postgres-gateway/resolver.ts'
import type { PoolerSettings } from './pooler-settings.store.ts'
import { readPoolerUser } from './poolers.rules.ts'

interface Deps {
  projectOf(ref: string): Promise<Project | undefined>
  settingsOf(ref: string): Promise<PoolerSettings | undefined>
  /** What the project's database stores for the password of a role that may log in from outside. */
  verifierOf(ref: string, role: string): Promise<string | undefined>
  endpointOf(ref: string): Promise<{ host: string; port: number }>
}

/**
 * Leads `{role}.{ref}` to the database of that project. A project that does not run says so, and so does one whose
 * pool mode is session when it is asked for transactions.
 */
export function poolerResolver({ projectOf, settingsOf, verifierOf, endpointOf }: Deps): Resolver {
  return async ({ user, database, mode }) => {
    const parts = readPoolerUser(user)
    const [project, settings] = parts ? await Promise.all([projectOf(parts.ref), settingsOf(parts.ref)]) : []
    if (!parts || !project || !settings) return undefined
    if (!can('query', project.status))
      throw new PostgresError('57P03', `The database cannot be reached: ${statusWords[project.status]}.`, {
        hint: 'Look at the project in the dashboard.',
      })
    if (mode === 'transaction' && settings.mode === 'session')
      throw new PostgresError('0A000', 'The pool mode of this project is session.', {
        hint: 'Connect to the port of the session pooler, or change the pool mode in the database settings.',
      })
    return {
      group: parts.ref,
      role: parts.role,
      // Clients that name no database ask for one of the user's name.
      database: database === user ? 'postgres' : database,
      verifier: await verifierOf(parts.ref, parts.role),
      ...settings.shared,
      endpoint: () => endpointOf(parts.ref),
    }
  }
}
