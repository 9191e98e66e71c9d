import { BlockList, isIP } from 'node:net'

/** Networks that are not the Internet's (RFC 6890), in which a server finds what strangers must not reach. */
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

const listed = new BlockList()
for (const [network, bits] of networks)
  listed.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address belongs to a private network, this machine included. An IPv4 address mapped into IPv6 is judged as such. */
export const isPrivate = (address: string) => listed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
