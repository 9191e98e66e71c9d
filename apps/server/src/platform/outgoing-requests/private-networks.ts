import { BlockList, isIP } from 'node:net'
import type { Network } from '../../config.ts'

/** Networks outside the public Internet (RFC 6890), where internal services may listen. */
const networks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const

const blockList = new BlockList()
for (const [network, bits] of networks)
  blockList.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address, IPv4-mapped IPv6 included, belongs to a private network or this machine. */
export const isPrivate = (address: string) => blockList.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The addresses that members can make this installation connect to. */
export interface Reach {
  /** Whether these are all. */
  readonly isUnlimited: boolean
  includes(address: string): boolean
}

export const EVERYWHERE: Reach = { isUnlimited: true, includes: () => true }

/** Public addresses and, of private ones, all or those in some networks. */
export function publicAnd(allowed: 'all' | readonly Network[]): Reach {
  if (allowed === 'all') return EVERYWHERE
  const list = new BlockList()
  for (const { address, prefix } of allowed)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return {
    isUnlimited: false,
    includes: (address) => !isPrivate(address) || list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

export const PUBLIC_ONLY = publicAnd([])
