import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { OrmUrls } from '@basalt/contract/connect/guides/orms.ts'
import type { Connection, Connections } from '../strings/connections.rules.ts'

/** The URL of the first connection that there is; every source has one. */
const uri = (...connections: readonly (Connection | undefined)[]) => {
  const found = connections.find((connection) => connection !== undefined)
  if (!found) throw new TypeError('A source without any connection')
  return connectionUri(found.parameters)
}

/**
 * The connection URLs of an ORM: the best pooler reachable from any network. A dedicated pooler without the IPv4 add-on
 * becomes a comment.
 */
export function ormUrls(connections: Connections, hasIpv4: boolean): OrmUrls {
  const { direct, transaction, session, sharedTransaction } = connections
  const forMigrations = uri(session, direct, transaction)
  if (transaction?.pooler !== 'dedicated')
    return { pooled: transaction ? uri(transaction) : forMigrations, direct: forMigrations }
  const dedicated = { pooled: uri(transaction), direct: uri(direct, session) }
  if (hasIpv4 || !sharedTransaction) return dedicated
  return {
    pooled: uri(sharedTransaction),
    direct: forMigrations,
    dedicated: { ...dedicated, why: 'The dedicated pooler, on an IPv6 network or with the IPv4 add-on' },
  }
}
