import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { directListener } from './pooler-login.ts'

interface Deps {
  /** Where a database is reached whenever it runs. */
  whereaboutsOf(ref: string): Promise<{ port: number; addresses: readonly string[] } | undefined>
}

/**
 * Answers at the direct ports of databases that sleep: by the session pooler, which wakes the database and relays the
 * client's connection until its end. Later clients reach the database itself.
 */
export function doormanOf({ whereaboutsOf }: Deps) {
  let gateway: GatewayControl | undefined
  /** Which listeners stand for whom; before there is a gateway, none. */
  const standing = new Map<string, string[]>()

  const leave = async (ref: string) => {
    const names = standing.get(ref) ?? []
    standing.delete(ref)
    await Promise.all(names.map((name) => gateway?.unlisten(name)))
  }
  const stand = async (ref: string) => {
    await leave(ref)
    const names: string[] = []
    standing.set(ref, names)
    const place = gateway && (await whereaboutsOf(ref))
    if (!gateway || !place) return
    for (const host of place.addresses) {
      const name = directListener(ref, host)
      names.push(name)
      await gateway.listen({ name, mode: 'session', host, port: place.port, ipv6Only: host.includes(':') })
    }
  }

  return {
    /** Opens the ports of those that sleep already. */
    async attach(opened: GatewayControl) {
      gateway = opened
      await Promise.all([...standing.keys()].map(stand))
    },

    /** Answers in the place of a database that has stopped. @throws Error of Node when the port cannot be had */
    stand,

    /** Frees the port at once, for the database that starts. Who came in by it stays. */
    leave,
  }
}
