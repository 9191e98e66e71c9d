import { lookup as dnsLookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'

type Lookup = (host: string) => Promise<readonly { address: string }[]>

const systemLookup: Lookup = (host) => dnsLookup(host, { all: true })

/** Whether every address of a host belongs to this machine. False for a name without addresses. */
export async function isThisMachine(host: string, lookup: Lookup = systemLookup): Promise<boolean> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
  )
  const found = await lookup(host).catch(() => [])
  return found.length > 0 && found.every(({ address }) => own.has(address) || isLoopback(address))
}

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'
