import { lookup as ask } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'

type Lookup = (host: string) => Promise<readonly { address: string }[]>

const system: Lookup = (host) => ask(host, { all: true })

/** Whether every address of a host is one of this machine's own. A name that leads nowhere is nobody's. */
export async function isOurs(host: string, lookup: Lookup = system): Promise<boolean> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
  )
  const found = await lookup(host).catch(() => [])
  return found.length > 0 && found.every(({ address }) => own.has(address) || isLoopback(address))
}

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'
