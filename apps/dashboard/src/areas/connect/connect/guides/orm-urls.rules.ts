import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { OrmUrls } from '@basalt/contract/connect/guides/orms.ts'
import type { Connection, Connections } from '../strings/connections.rules.ts'

const uri = (connection: Connection) => connectionUri(connection.parameters)

/**
 * The connection URLs of an ORM: the best pooler reachable from any network. A dedicated pooler without the IPv4 add-on
 * becomes a comment.
 */
export function ormUrls(connections: Connections, hasIpv4: boolean): OrmUrls {
  const { direct, transaction, session, sharedTransaction } = connections
  const forMigrations = uri(session ?? direct)
  if (transaction?.pooler !== 'dedicated')
    return { pooled: transaction ? uri(transaction) : forMigrations, direct: forMigrations }
  const dedicated = { pooled: uri(transaction), direct: uri(direct) }
  if (hasIpv4 || !sharedTransaction) return dedicated
  return {
    pooled: uri(sharedTransaction),
    direct: forMigrations,
    dedicated: { ...dedicated, why: 'The dedicated pooler, on an IPv6 network or with the IPv4 add-on' },
  }
}
