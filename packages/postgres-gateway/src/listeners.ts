import { once } from 'node:events'
import net from 'node:net'
import { readByChunks } from './accepted-socket.ts'
import { KEEP_ALIVE_MS } from './gateway.rules.ts'
import type { Listener } from './gateway-options.ts'

/** The open listeners, by name. */
export class Listeners {
  readonly #servers = new Map<string, net.Server>()
  readonly #ports = new Map<string, number>()
  readonly #onConnection: (socket: net.Socket, listener: Listener) => void
  readonly #closing: Promise<unknown>[] = []

  constructor(onConnection: (socket: net.Socket, listener: Listener) => void) {
    this.#onConnection = onConnection
  }

  /** The ports of all listeners that `close` was not called for. */
  get ports(): Record<string, number> {
    return Object.fromEntries(this.#ports)
  }

  /** Returns the port. @throws Error of Node when it is not available */
  async open(listener: Listener): Promise<number> {
    const server = net.createServer({
      noDelay: true,
      pauseOnConnect: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    })
    server.on('connection', (accepted) => {
      const socket = readByChunks(accepted)
      // Readers see the close; this only keeps a reset from ending the process.
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

  /** Resolves when the last accepted connection has ended. */
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
