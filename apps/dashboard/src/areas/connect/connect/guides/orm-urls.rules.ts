import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import type { OrmUrls } from '@basalt/contract/connect/guides/orms.ts'
import type { Way, Ways } from '../strings/ways.rules.ts'

const uri = (way: Way) => connectionUri(way.parameters)

/**
 * Where an ORM connects: through the best pooler that any network reaches. A dedicated pooler without the IPv4
 * add-on is offered as a comment.
 */
export function ormUrls(ways: Ways, hasIpv4: boolean): OrmUrls {
  const { direct, transaction, session, sharedTransaction } = ways
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
