import type { ConnectMethod, PoolerKind } from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import type { ConnectionParameters } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { DedicatedPooler, SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'

/** One way to a database. */
export interface Way {
  method: ConnectMethod
  /** Undefined for the direct connection. */
  pooler?: PoolerKind
  parameters: ConnectionParameters
}

export interface Ways {
  direct: Way
  /** Undefined while the pool mode is session, and for a database that the poolers do not lead to. */
  transaction?: Way
  session?: Way
  /** The shared pooler's, where `transaction` is dedicated. */
  sharedTransaction?: Way
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

/** What the project's poolers say of themselves; nothing where only the direct connection is offered. */
export interface Poolers {
  shared: readonly SharedPooler[]
  dedicated: DedicatedPooler
}

/** The ways to a database: paid plans have their transactions through a pooler of their own once that listens. */
export function waysOf(database: Database, poolers: Poolers | undefined): Ways {
  const sslRequired = poolers?.dedicated.ssl_enforced ?? false
  const direct: Way = { method: 'direct', parameters: parametersOf(database, sslRequired) }
  if (!poolers) return { direct }
  const sharedWay = (method: 'transaction' | 'session'): Way | undefined => {
    const row = poolers.shared.find(
      ({ identifier, pool_mode }) => identifier === database.identifier && pool_mode === method,
    )
    return row && { method, pooler: 'shared', parameters: parametersOf(row, sslRequired) }
  }
  const transaction = sharedWay('transaction')
  const session = sharedWay('session')
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

/** Why there is no such way, and whether a change of the pool mode would open it. */
export function closedWay(method: ConnectMethod, ways: Ways): { text: string; isModes: boolean } | undefined {
  if (ways[method]) return undefined
  return method === 'transaction' && ways.session
    ? { text: 'The pool mode of this project is session.', isModes: true }
    : { text: 'The poolers do not lead to this database.', isModes: false }
}
