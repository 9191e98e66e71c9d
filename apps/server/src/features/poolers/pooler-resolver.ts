import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import type { Resolver } from '@basalt/postgres-gateway/resolver.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import { AppError } from '../../http/app-error.ts'
import { noDedicatedPooler } from './dedicated-poolers.ts'
import { type PoolerLogin, quotaGroup, readPoolerLogin } from './pooler-login.ts'
import type { PoolerSettings } from './pooler-settings.store.ts'
import { gatewayTimes } from './pooler-times.ts'
import {
  DIRECT_CONNECTIONS,
  DIRECT_LIMITS,
  INTERNAL_CONNECTIONS,
  READ_CONNECTION_MS,
} from './poolers.rules.ts'

interface Deps {
  projectOf(ref: string): Promise<Project | undefined>
  settingsOf(ref: string): Promise<PoolerSettings | undefined>
  /** Checks the origin and encryption of a connection. Throws PostgresError when it is refused. */
  mayConnect(connection: { ref: string; remoteAddress: string; isEncrypted: boolean }): Promise<void>
  /** The stored verifier of a role that may log in from outside. */
  verifierOf(ref: string, role: string): Promise<string | undefined>
  endpointOf(ref: string): Promise<ServerEndpoint>
  /** Of a read replica that is recent enough, or of the primary. */
  readEndpointOf(ref: string): Promise<ServerEndpoint>
}

/**
 * Resolves a login to the database of its project. Refuses with the reason when the project does not run, or when its
 * pool mode is session and the client connects to the transaction port.
 */
export function poolerResolver(deps: Deps): Resolver {
  const { projectOf, settingsOf, mayConnect, verifierOf, endpointOf, readEndpointOf } = deps
  return async ({ user, database, mode, listener, remoteAddress, isEncrypted, isReplication }) => {
    const login = readPoolerLogin({ user, listener })
    // This reveals no project or role: only the format of the name is wrong.
    if (!login)
      throw new PostgresError('28000', `The user name "${user}" does not name a project.`, {
        hint: 'Log in to the pooler as role.project, such as postgres.abcdefghijklmnopqrst.',
      })
    const { ref, role, via, isReading } = login
    const [project, settings] = await Promise.all([projectOf(ref), settingsOf(ref)])
    if (!project || !settings) return undefined
    await mayConnect({ ref, remoteAddress, isEncrypted })
    if (!can('query', project.status))
      throw new PostgresError('57P03', `The database cannot be reached: ${statusLabels[project.status]}.`, {
        hint: 'Check the project in the dashboard.',
      })
    if (via === 'dedicated' && !settings.hasDedicated) throw noDedicatedPooler(ref)
    if (mode === 'transaction' && via === 'shared' && settings.mode === 'session')
      throw new PostgresError('0A000', 'The pool mode of this project is session.', {
        hint: 'Connect to the port of the session pooler, or change the pool mode in the database settings.',
      })
    if (isReplication && via === 'direct') {
      await orUnavailable(endpointOf(ref))
      throw new PostgresError('57P03', 'The database slept and is awake now.', {
        hint: 'Connect again, to the database itself.',
      })
    }
    return {
      group: ref,
      quotaGroup: quotaGroup(login),
      role,
      // Clients that name no database request one with the user's name.
      database: database === user ? 'postgres' : database,
      verifier: await orUnavailable(verifierOf(ref, role)),
      ...limitsOf(via, settings),
      ...(isReading && READING),
      // Cancel requests go to the port of the connection, where PostgreSQL itself listens by then.
      cancelsAtServer: via === 'direct',
      endpoint: () => orUnavailable(isReading ? readEndpointOf(ref) : endpointOf(ref)),
    }
  }
}

/** Also the primary, when it takes the place of replicas. Connections move on when replicas fall behind. */
const READING = {
  serverSettings: { default_transaction_read_only: 'on' },
  times: { serverIdleMs: READ_CONNECTION_MS, serverLifetimeMs: READ_CONNECTION_MS },
}

function limitsOf(via: PoolerLogin['via'], { shared, dedicated }: PoolerSettings) {
  // Clients of the direct port use the connections that are reserved for direct clients.
  if (via === 'direct') return { ...DIRECT_LIMITS, reservedConnections: INTERNAL_CONNECTIONS }
  const reservedConnections = INTERNAL_CONNECTIONS + DIRECT_CONNECTIONS
  return via === 'shared'
    ? { ...shared, reservedConnections }
    : { ...dedicated, reservedConnections, times: gatewayTimes(dedicated.times) }
}

/** Turns an unavailable database into the error that drivers know as worth a retry. */
const orUnavailable = <T>(pending: Promise<T>): Promise<T> =>
  pending.catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new PostgresError('57P03', error.message, { hint: 'Try again in a moment.' })
  })
