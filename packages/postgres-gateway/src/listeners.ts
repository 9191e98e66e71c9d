import { once } from 'node:events'
import net from 'node:net'
import { KEEP_ALIVE_MS } from './gateway.rules.ts'
import type { Listener } from './gateway-options.ts'
import { readByChunks } from './reading.ts'

/** The ports that are listened on, each by its name. */
export class Listeners {
  readonly #servers = new Map<string, net.Server>()
  readonly #ports = new Map<string, number>()
  readonly #onConnection: (socket: net.Socket, listener: Listener) => void
  readonly #closing: Promise<unknown>[] = []

  constructor(onConnection: (socket: net.Socket, listener: Listener) => void) {
    this.#onConnection = onConnection
  }

  /** Of all but those that were closed by their name. */
  get ports(): Record<string, number> {
    return Object.fromEntries(this.#ports)
  }

  /** Answers the port. @throws Error of Node when it cannot be had */
  async open(listener: Listener): Promise<number> {
    const server = net.createServer({
      noDelay: true,
      pauseOnConnect: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    })
    server.on('connection', (accepted) => {
      const socket = readByChunks(accepted)
      // Readers see the end; this only keeps a reset from ending the process.
      socket.on('error', () => undefined)
      this.#onConnection(socket, listener)
    })
    const { host, port, ipv6Only = false } = listener
    server.listen({ host, port, ipv6Only })
    await once(server, 'listening')
    this.close(listener.name)
    this.#servers.set(listener.name, server)
    const opened = (server.address() as net.AddressInfo).port
    this.#ports.set(listener.name, opened)
    return opened
  }

  close(name: string) {
    this.#ports.delete(name)
    this.#stop(name)
  }

  /** Resolves when the last connection that came in by one of them has ended. */
  async closeAll(): Promise<void> {
    for (const name of [...this.#servers.keys()]) this.#stop(name)
    await Promise.all(this.#closing)
  }

  #stop(name: string) {
    const server = this.#servers.get(name)
    if (!server) return
    this.#servers.delete(name)
    this.#closing.push(once(server.close(), 'close'))
  }
}
