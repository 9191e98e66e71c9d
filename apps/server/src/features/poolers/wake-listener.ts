import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { directListener } from './pooler-login.ts'

interface Deps {
  /** The address of a database whenever it runs. */
  addressOf(ref: string): Promise<{ port: number; addresses: readonly string[] } | undefined>
}

/**
 * Listens on the direct ports of sleeping databases, as a session pooler that wakes the database and relays the client's
 * connection until it ends. Later clients reach the database itself.
 */
export function createWakeListener({ addressOf }: Deps) {
  let gateway: GatewayControl | undefined
  /** Listener names by ref. Empty lists until a gateway is attached. */
  const listeners = new Map<string, string[]>()

  const close = async (ref: string) => {
    const names = listeners.get(ref) ?? []
    listeners.delete(ref)
    await Promise.all(names.map((name) => gateway?.unlisten(name)))
  }
  const listen = async (ref: string) => {
    await close(ref)
    const names: string[] = []
    listeners.set(ref, names)
    const target = gateway && (await addressOf(ref))
    if (!gateway || !target) return
    for (const host of target.addresses) {
      const name = directListener(ref, host)
      names.push(name)
      await gateway.listen({ name, mode: 'session', host, port: target.port, ipv6Only: host.includes(':') })
    }
  }

  return {
    /** Opens the ports of databases that are asleep already. */
    async attach(attached: GatewayControl) {
      gateway = attached
      await Promise.all([...listeners.keys()].map(listen))
    },

    /** Listens in place of a database that has stopped. Throws Node's error when the port is taken. */
    listen,

    /** Frees the port at once, for the database that starts. Its clients stay connected. */
    close,
  }
}
