/** Allowed CIDR blocks per project. */
export const CIDRS_MAX = 50

/** Consecutive wrong passwords from one address until a project bans it. */
export const FAILURES_UNTIL_BAN = 20
/** How long a wrong password counts. */
export const FAILURE_WINDOW_MS = 10 * 60_000
/** How long a ban lasts, unless a member lifts it sooner. */
export const BAN_MS = 30 * 60_000

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const IPV4_BITS = 32
const IPV6_BITS = 128

/** The address as 32 or 128 bits; undefined if invalid. Takes no zone, and an IPv4 tail only in mapped addresses. */
export function addressBits(address: string): { family: 4 | 6; bits: bigint } | undefined {
  if (IPV4.test(address)) return { family: 4, bits: ipv4Bits(address) }
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return IPV4.test(mapped) ? { family: 4, bits: ipv4Bits(mapped) } : undefined
  const groups = ipv6Groups(address)
  return groups && { family: 6, bits: groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n) }
}

const ipv4Bits = (address: string) =>
  address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(Number(part)), 0n)

function ipv6Groups(address: string): number[] | undefined {
  if (!/^[\da-f:]+$/i.test(address)) return undefined
  const halves = address.split('::')
  if (halves.length > 2) return undefined
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - left.length - right.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right]
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}

interface Block {
  family: 4 | 6
  bits: bigint
  prefix: number
}

/** Parses a CIDR block such as `10.0.0.0/8`, or one address; undefined if invalid or if host bits are set. */
export function readCidr(text: string): Block | undefined {
  const [address = '', prefixText, ...more] = text.split('/')
  const read = more.length === 0 ? addressBits(address) : undefined
  if (!read || address.toLowerCase().startsWith('::ffff:')) return undefined
  const size = read.family === 4 ? IPV4_BITS : IPV6_BITS
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined
  const prefix = prefixText === undefined ? size : Number(prefixText)
  if (prefix > size) return undefined
  const isExact = read.bits % (1n << BigInt(size - prefix)) === 0n
  return isExact ? { ...read, prefix } : undefined
}

/** The CIDR with an explicit prefix length. `cidr` must be valid for `readCidr`. */
export const withPrefix = (cidr: string) => {
  if (cidr.includes('/')) return cidr
  return `${cidr}/${cidr.includes(':') ? IPV6_BITS : IPV4_BITS}`
}

/** Whether an address lies in one of the blocks; an IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, cidrs: readonly string[]): boolean {
  const read = addressBits(address.split('%')[0] ?? '')
  return (
    read !== undefined &&
    cidrs.some((cidr) => {
      const block = readCidr(cidr)
      if (block?.family !== read.family) return false
      const rest = BigInt((read.family === 4 ? IPV4_BITS : IPV6_BITS) - block.prefix)
      return read.bits >> rest === block.bits >> rest
    })
  )
}
