import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { Clock } from '../clock.ts'
import { changedParameters, NO_PARAMETERS, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Settings } from '../servers/server-settings.ts'
import { SocketWriter } from '../socket-writer.ts'

/** Lengths of cancel keys: four bytes before protocol 3.2. */
const SECRET_BYTES = 4
const LONG_SECRET_BYTES = 32

/** The states that statistics count. */
export type ClientState = 'idle' | 'active' | 'waiting'

/** A client that has logged in, in either mode. */
export class ClientConnection {
  readonly socket: Socket
  readonly writer: SocketWriter
  /** The process id in its BackendKeyData: in session mode that of its server. */
  pid = 0
  readonly secret: Buffer
  /** The settings of its startup packet, which RESET restores. */
  readonly startupSettings: Settings
  /** Aborted when it disconnects. */
  readonly gone = new AbortController()
  /** The server parameters that it was last sent. */
  seen: Parameters = NO_PARAMETERS
  /** The server connection that it uses right now. */
  server: ServerConnection | undefined

  constructor(options: { socket: Socket; minor: number; startupSettings: Settings }) {
    this.socket = options.socket
    this.writer = new SocketWriter(options.socket)
    this.secret = randomBytes(options.minor >= 2 ? LONG_SECRET_BYTES : SECRET_BYTES)
    this.startupSettings = options.startupSettings
  }

  /** Sends the parameters that differ from those it was last sent. */
  report(parameters: Parameters) {
    if (parameters === this.seen) return
    for (const [name, value] of changedParameters(this.seen, parameters))
      this.socket.write(serverMessages.parameterStatus(name, value))
    this.seen = parameters
  }

  /** Sends the error and closes the connection. */
  refuse(error: PostgresError) {
    if (this.socket.writable) this.socket.end(serverMessages.error(error))
  }

  /** Closes the connection once the client has read what was sent, or after a time limit. */
  hangUp({ clock, limits }: { clock: Clock; limits: { clientCloseMs: number } }) {
    const { socket } = this
    socket.destroySoon()
    if (socket.destroyed) return
    const timer = clock.after(limits.clientCloseMs, () => socket.destroy())
    socket.once('close', () => timer.cancel())
  }
}
