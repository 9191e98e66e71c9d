import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { Clock } from '../clock.ts'
import { changedParameters, NO_PARAMETERS, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Settings } from '../servers/server-settings.ts'
import { SocketWriter } from '../socket-writer.ts'

/** Of cancel keys: four bytes until protocol 3.2 allowed more. */
const SECRET_BYTES = 4
const LONG_SECRET_BYTES = 32

/** What a client is doing, as statistics count it. */
export type ClientState = 'idle' | 'active' | 'waiting'

/** A client that has logged in, whatever mode it is in. */
export class ClientConnection {
  readonly socket: Socket
  readonly writer: SocketWriter
  /** The process id that the client is told: in session mode the server's own. */
  pid = 0
  readonly secret: Buffer
  /** What it asked for when it connected; RESET leads back to it. */
  readonly startupSettings: Settings
  /** Aborted when it is gone. */
  readonly gone = new AbortController()
  /** What it has been told of the server's settings. */
  seen: Parameters = NO_PARAMETERS
  /** At work for it right now. */
  server: ServerConnection | undefined

  constructor(options: { socket: Socket; minor: number; startupSettings: Settings }) {
    this.socket = options.socket
    this.writer = new SocketWriter(options.socket)
    this.secret = randomBytes(options.minor >= 2 ? LONG_SECRET_BYTES : SECRET_BYTES)
    this.startupSettings = options.startupSettings
  }

  /** Tells it what the server's settings are, as far as it does not know. */
  report(parameters: Parameters) {
    if (parameters === this.seen) return
    for (const [name, value] of changedParameters(this.seen, parameters))
      this.socket.write(serverMessages.parameterStatus(name, value))
    this.seen = parameters
  }

  /** Sends the error and ends the connection. */
  refuse(error: PostgresError) {
    if (this.socket.writable) this.socket.end(serverMessages.error(error))
  }

  /** Closes the connection once the client has read the last words, or has had the time to. */
  hangUp({ clock, limits }: { clock: Clock; limits: { farewellMs: number } }) {
    const { socket } = this
    socket.destroySoon()
    if (socket.destroyed) return
    const timer = clock.after(limits.farewellMs, () => socket.destroy())
    socket.once('close', () => timer.cancel())
  }
}
