import { BlockList, isIP } from 'node:net'

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
