import type { ConnectMethod, PoolerKind } from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import type { ConnectionParameters } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { DedicatedPooler, SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'
import { READ_SUFFIX, readIdentifierOf } from '@basalt/contract/replicas/replica-lag.rules.ts'

/** One connection to a database. */
export interface Connection {
  method: ConnectMethod
  /** Undefined for the direct connection. */
  pooler?: PoolerKind
  parameters: ConnectionParameters
}

export interface Connections {
  /** Undefined for replicas in turn, which only the shared pooler serves. */
  direct?: Connection
  /** Undefined in session pool mode, and for a database that the poolers do not serve. */
  transaction?: Connection
  session?: Connection
  /** The shared pooler's, where `transaction` is dedicated. */
  sharedTransaction?: Connection
}

interface Place {
  db_host: string
  db_port: number
  db_name: string
  db_user: string
}

const parametersOf = (
  { db_host: host, db_port: port, db_name: database, db_user: user }: Place,
  sslRequired: boolean,
) => ({ host, port, database, user, ...(sslRequired && { sslRequired }) })

/** The project's poolers. */
export interface Poolers {
  shared: readonly SharedPooler[]
  dedicated: DedicatedPooler
}

/**
 * The source of a project with replicas that stands for all of them: connections go to one that is recent enough, or to
 * the primary. Undefined without replicas.
 */
export function readSourceOf(databases: readonly Database[]): Database | undefined {
  const primary = databases.find(({ database_type }) => database_type === 'PRIMARY')
  if (!primary || databases.length === 1) return undefined
  return { ...primary, identifier: readIdentifierOf(primary.identifier), database_type: 'READ_REPLICA' }
}

/** Those of the shared pooler, with the user name that only reads. */
function readConnectionsOf(ref: string, { shared, dedicated }: Poolers): Connections {
  const found = (['transaction', 'session'] as const).flatMap((method) => {
    const row = shared.find(({ identifier, pool_mode }) => identifier === ref && pool_mode === method)
    if (!row) return []
    const parameters = parametersOf(row, dedicated.ssl_enforced)
    return [
      [
        method,
        { method, pooler: 'shared', parameters: { ...parameters, user: `${row.db_user}${READ_SUFFIX}` } },
      ],
    ]
  })
  return Object.fromEntries(found)
}

/** The connections to a database. Paid plans use the dedicated pooler for transactions once it is enabled. */
export function connectionsOf(database: Database, poolers: Poolers | undefined): Connections {
  const sslRequired = poolers?.dedicated.ssl_enforced ?? false
  const direct: Connection = { method: 'direct', parameters: parametersOf(database, sslRequired) }
  if (!poolers) return { direct }
  if (database.identifier.endsWith(READ_SUFFIX))
    return readConnectionsOf(database.identifier.slice(0, -READ_SUFFIX.length), poolers)
  const sharedConnection = (method: 'transaction' | 'session'): Connection | undefined => {
    const row = poolers.shared.find(
      ({ identifier, pool_mode }) => identifier === database.identifier && pool_mode === method,
    )
    return row && { method, pooler: 'shared', parameters: parametersOf(row, sslRequired) }
  }
  const transaction = sharedConnection('transaction')
  const session = sharedConnection('session')
  const hasOwn =
    transaction !== undefined &&
    poolers.dedicated.pgbouncer_status === 'ENABLED' &&
    database.database_type === 'PRIMARY'
  return {
    direct,
    ...(session && { session }),
    ...(hasOwn
      ? {
          transaction: {
            method: 'transaction',
            pooler: 'dedicated',
            parameters: parametersOf(poolers.dedicated, sslRequired),
          } as const,
          sharedTransaction: transaction,
        }
      : transaction && { transaction }),
  }
}

/** Why a method is unavailable, and whether the pool mode causes it; undefined when it is available. */
export function unavailableMethod(
  method: ConnectMethod,
  connections: Connections,
): { text: string; isPoolMode: boolean } | undefined {
  if (connections[method]) return undefined
  return method === 'transaction' && connections.session
    ? { text: 'The pool mode of this project is session.', isPoolMode: true }
    : { text: 'The poolers do not serve this database.', isPoolMode: false }
}
