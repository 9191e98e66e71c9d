import type { ConnectMethod, PoolerKind } from '@basalt/contract/connect/connect.rules.ts'

/** The links of a compatibility box. */
export type CompatibilityLink = 'ipv4-add-on' | 'ipv4-settings' | 'pooler-settings'

export interface Compatibility {
  isCompatible: boolean
  note: string
  links: readonly CompatibilityLink[]
}

/** Hosting platforms with IPv4-only networks. */
export const ipv4OnlyPlatforms = ['Vercel', 'GitHub Actions', 'Render', 'Retool'] as const

interface Situation {
  method: ConnectMethod
  /** The pooler of the transaction method. */
  pooler: PoolerKind
  /** Whether the IPv4 add-on is on. */
  hasIpv4: boolean
  isPaid: boolean
}

const works = (note: string, links: readonly CompatibilityLink[] = []): Compatibility => ({
  isCompatible: true,
  note,
  links,
})

/** Whether clients on IPv4 networks can connect with a method, with a remedy if not. */
export function compatibilityOf({ method, pooler, hasIpv4, isPaid }: Situation): Compatibility {
  if (method === 'session' || (method === 'transaction' && pooler === 'shared'))
    return works('The pooler listens on IPv4 as well.')
  if (hasIpv4) return works('The database listens on an IPv4 address of this machine.', ['ipv4-settings'])
  return {
    isCompatible: false,
    note:
      method === 'direct' && !isPaid
        ? 'The database listens on IPv6 alone. Use the session pooler, or let the database listen on IPv4.'
        : 'It listens on IPv6 alone. Let it listen on IPv4, or use the shared pooler.',
    links: ['ipv4-add-on', 'pooler-settings'],
  }
}
