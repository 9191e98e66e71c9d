import { isIPv6 } from 'node:net'

/** A client with one IPv6 address usually has the whole /64, and could use a new one for each guess. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.') || !isIPv6(address)) return address
  const [left = '', right] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? 0 : right.split(':').length
  const zeros = right === undefined ? 0 : 8 - groups.length - after
  const whole = [...groups, ...Array<string>(zeros).fill('0'), ...(right ? right.split(':') : [])]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
