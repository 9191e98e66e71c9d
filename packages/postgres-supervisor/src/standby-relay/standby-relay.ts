import { rm } from 'node:fs/promises'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { readStartupPacket } from '@basalt/postgres-wire/startup-packet.ts'
import { RelayedStream } from './relayed-stream.ts'

/** What a standby begins with is shorter. */
const STARTUP_BYTES_MAX = 10_000
/** How long it may take to send that, and the primary to be connected to, in milliseconds. */
const GREETING_MS = 10_000

/** Where a server listens: its socket, or its port on this machine. */
export type ServerAddress = { path: string } | { host: string; port: number }

export interface StandbyRelayOptions {
  /** The path of the socket that the standby connects to. */
  socket: string
  /** The role of the standby on its primary. Nobody else is passed on. */
  role: string
  /** Where the primary is now; undefined while it does not run. */
  primary: () => ServerAddress | undefined
}

/**
 * Passes the connections of one standby on to its primary, whose port may change. The primary sees this program's user on
 * its socket, which may log in as some roles without a password; only the standby's own role, for replication, is let through.
 */
export class StandbyRelay {
  readonly #options: StandbyRelayOptions
  readonly #server: net.Server
  readonly #connections = new Set<net.Socket>()
  readonly #streams = new Set<RelayedStream>()

  private constructor(options: StandbyRelayOptions) {
    this.#options = options
    this.#server = net.createServer((standby) => this.#accept(standby))
  }

  /** Listens. @throws the error of the socket */
  static async open(options: StandbyRelayOptions): Promise<StandbyRelay> {
    const relay = new StandbyRelay(options)
    // Of a program that was killed.
    await rm(options.socket, { force: true })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    relay.#server.once('error', reject)
    // Who may enter the folder may connect.
    relay.#server.listen({ path: options.socket, readableAll: true, writableAll: true }, resolve)
    await promise
    // A connection that cannot be accepted is tried again by the standby.
    relay.#server.on('error', () => undefined)
    return relay
  }

  /** The primary is about to stop: what it writes until its end is streamed. */
  hurry() {
    for (const stream of this.#streams) stream.hurry()
  }

  /** Resolves once the standby has what its primary has now, or after that time in milliseconds. */
  async settle(timeoutMs: number): Promise<void> {
    const stop = new AbortController()
    await Promise.race([
      Promise.all([...this.#streams].map((stream) => stream.settle())),
      delay(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined),
    ])
    stop.abort()
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.destroy()
    await closed
  }

  #accept(standby: net.Socket) {
    standby.on('error', () => undefined)
    this.#connections.add(standby)
    const late = setTimeout(() => standby.destroy(), GREETING_MS)
    standby.once('close', () => {
      clearTimeout(late)
      this.#connections.delete(standby)
    })
    let startup: Buffer = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      startup = Buffer.concat([startup, bytes])
      const length = startup.length < 4 ? undefined : startup.readUInt32BE(0)
      if (length !== undefined && (length < 8 || length > STARTUP_BYTES_MAX)) return standby.destroy()
      if (length === undefined || startup.length < length) return
      standby.off('data', read)
      standby.pause()
      try {
        this.#checkStartup(startup.subarray(4, length))
        this.#connect(standby, startup, late)
      } catch (error) {
        if (!(error instanceof PostgresError)) throw error
        standby.end(serverMessages.error(error))
      }
    }
    standby.on('data', read)
  }

  /** @throws PostgresError */
  #checkStartup(packet: Buffer) {
    const startup = readStartupPacket(packet)
    const { role } = this.#options
    if (
      startup.kind !== 'startup' ||
      startup.parameters.get('user') !== role ||
      startup.parameters.get('replication') !== 'true'
    )
      throw new PostgresError(
        '28000',
        'Only the replica of this folder may connect here, to follow its primary.',
      )
  }

  #connect(standby: net.Socket, startup: Buffer, late: NodeJS.Timeout) {
    const address = this.#options.primary()
    if (!address) throw new PostgresError('57P03', 'The primary does not run.')
    const primary = net.connect({ ...address, noDelay: true })
    const refuse = (error: Error) => {
      standby.end(
        serverMessages.error(new PostgresError('08006', `The primary is not reached: ${error.message}`)),
      )
    }
    const leave = () => primary.destroy()
    primary.once('error', refuse)
    standby.once('close', leave)
    primary.once('connect', () => {
      clearTimeout(late)
      primary.off('error', refuse)
      standby.off('close', leave)
      primary.write(startup)
      const stream = new RelayedStream(standby, primary)
      this.#streams.add(stream)
      standby.once('close', () => this.#streams.delete(stream))
      standby.resume()
    })
  }
}
