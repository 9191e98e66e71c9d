import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { accessRules } from './access-rules.ts'
import { connectionCheck, plainAddress } from './connection-check.ts'
import type { NetworkAccess } from './network-access.port.ts'
import { networkAccessRoutes } from './network-access.routes.ts'
import { networkAccessStore } from './network-access.store.ts'
import { networkBanStore } from './network-bans.store.ts'
import { networkBans } from './network-bans.ts'

interface Needs {
  /** Whether a project's database listens on IPv4. */
  hasIpv4(ref: string): Promise<boolean>
  /** Ends the connections of clients that came through the poolers. */
  disconnect(ref: string): void
}

/** Who may connect to a project's database: addresses, encryption, and bans after wrong passwords. */
export function networkAccessSlice(platform: Platform, { hasIpv4, disconnect }: Needs) {
  const { gates, metadata, engine, databases, now, log } = platform
  const store = networkAccessStore(metadata)
  const bans = networkBans({ store: networkBanStore(metadata), now, log: (line) => log.error(line) })
  const rulesOf = async (ref: string) => {
    const [ipv4, { ssl_enforced, allowed_cidrs }] = await Promise.all([hasIpv4(ref), store.of(ref)])
    return { ipv4, isEncryptedOnly: ssl_enforced, ...(allowed_cidrs && { allowedCidrs: allowed_cidrs }) }
  }
  const rules = accessRules({ engine, databases, disconnect, rulesOf })
  return {
    of: store.of,
    mayConnect: connectionCheck({ rulesOf: store.of, isBanned: bans.isBanned }),
    countLogin: (ref, remoteAddress, isIn) =>
      bans[isIn ? 'succeed' : 'fail'](ref, plainAddress(remoteAddress)),
    rulesOf,
    pushRules: rules.push,
    routes: (app) => app.register(networkAccessRoutes({ gates, store, bans, apply: rules.apply })),
    close: bans.close,
  } satisfies SliceWithPort<NetworkAccess>
}
