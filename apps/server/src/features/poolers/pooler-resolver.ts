import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import type { Resolver } from '@basalt/postgres-gateway/resolver.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import { AppError } from '../../http/app-error.ts'
import { noDedicatedPooler } from './dedicated-poolers.ts'
import { countedAs, type PoolerLogin, readPoolerLogin } from './pooler-login.ts'
import type { PoolerSettings } from './pooler-settings.store.ts'
import { gatewayTimes } from './pooler-times.ts'
import { DIRECT_CONNECTIONS, DIRECT_PLACES, PLATFORM_CONNECTIONS } from './poolers.rules.ts'

interface Deps {
  projectOf(ref: string): Promise<Project | undefined>
  settingsOf(ref: string): Promise<PoolerSettings | undefined>
  /** Looks at where a connection comes from and how. Throws PostgresError when it may not go on. */
  mayConnect(connection: { ref: string; remoteAddress: string; isEncrypted: boolean }): Promise<void>
  /** What the project's database stores for the password of a role that may log in from outside. */
  verifierOf(ref: string, role: string): Promise<string | undefined>
  endpointOf(ref: string): Promise<ServerEndpoint>
}

/**
 * Leads a login to the database of its project. A project that does not run says so, and so does one whose pool mode
 * is session when it is asked for transactions.
 */
export function poolerResolver(deps: Deps): Resolver {
  const { projectOf, settingsOf, mayConnect, verifierOf, endpointOf } = deps
  return async ({ user, database, mode, listener, remoteAddress, isEncrypted, isReplication }) => {
    const login = readPoolerLogin({ user, listener })
    // This reveals no project or role: only the form of the name is wrong.
    if (!login)
      throw new PostgresError('28000', `The user name "${user}" does not name a project.`, {
        hint: 'Log in to the pooler as role.project, such as postgres.abcdefghijklmnopqrst.',
      })
    const { ref, role, way } = login
    const [project, settings] = await Promise.all([projectOf(ref), settingsOf(ref)])
    if (!project || !settings) return undefined
    await mayConnect({ ref, remoteAddress, isEncrypted })
    if (!can('query', project.status))
      throw new PostgresError('57P03', `The database cannot be reached: ${statusWords[project.status]}.`, {
        hint: 'Look at the project in the dashboard.',
      })
    if (way === 'dedicated' && !settings.hasDedicated) throw noDedicatedPooler(ref)
    if (mode === 'transaction' && way === 'shared' && settings.mode === 'session')
      throw new PostgresError('0A000', 'The pool mode of this project is session.', {
        hint: 'Connect to the port of the session pooler, or change the pool mode in the database settings.',
      })
    if (isReplication && way === 'direct') {
      await orUnavailable(endpointOf(ref))
      throw new PostgresError('57P03', 'The database slept and is awake now.', {
        hint: 'Connect again, to the database itself.',
      })
    }
    return {
      group: ref,
      countedAs: countedAs(ref, way),
      role,
      // Clients that name no database ask for one of the user's name.
      database: database === user ? 'postgres' : database,
      verifier: await orUnavailable(verifierOf(ref, role)),
      ...placesOf(way, settings),
      // They go to the port they came by, where PostgreSQL itself listens by then.
      cancelsAtServer: way === 'direct',
      endpoint: () => orUnavailable(endpointOf(ref)),
    }
  }
}

function placesOf(way: PoolerLogin['way'], { shared, dedicated }: PoolerSettings) {
  // Clients of the direct port use the connections reserved for direct clients.
  if (way === 'direct') return { ...DIRECT_PLACES, leavesToOthers: PLATFORM_CONNECTIONS }
  const leavesToOthers = PLATFORM_CONNECTIONS + DIRECT_CONNECTIONS
  return way === 'shared'
    ? { ...shared, leavesToOthers }
    : { ...dedicated, leavesToOthers, times: gatewayTimes(dedicated.times) }
}

/** A database that does not answer, in the words that drivers know for one that may answer soon. */
const orUnavailable = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new PostgresError('57P03', error.message, { hint: 'Try again in a moment.' })
  })
