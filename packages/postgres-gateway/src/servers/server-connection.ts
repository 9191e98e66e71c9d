import type { Socket } from 'node:net'
import { clientMessages } from '../protocol/client-messages.ts'
import { FromServer, TransactionStatus } from '../protocol/message-codes.ts'
import type { MessageReader } from '../protocol/message-reader.ts'
import { PostgresError, serverError } from '../protocol/postgres-error.ts'
import type { ServerEndpoint } from '../resolver.ts'
import type { PreparedStatement } from '../statements/prepared-statements.ts'
import { NO_PARAMETERS, type Parameters, withParameter } from './parameters.ts'
import { NO_SETTINGS, type Settings } from './server-settings.ts'
import type { ServerSocket } from './server-socket.ts'

/** Who a server connection works for at the moment. */
export interface ServerUser {
  onServerData(chunk: Buffer): void
  onServerDrain(): void
  /** The connection is gone; nothing more will come. */
  onServerClosed(): void
}

/** Rows as text, null for SQL's null. */
type Rows = (string | null)[][]

/** One logged-in connection to PostgreSQL, and what is known of the session behind it. */
export class ServerConnection {
  readonly stream: ServerSocket
  /** To write to. */
  readonly socket: Socket
  readonly endpoint: ServerEndpoint
  readonly openedAt = Date.now()
  readonly pid: number
  readonly secret: Buffer
  /** With which settings it was opened: what RESET leads back to. */
  readonly startupSettings: Settings
  idleSince = Date.now()
  parameters: Parameters = NO_PARAMETERS
  /** What was set on it since it was opened. */
  applied: Settings = NO_SETTINGS
  /** By their names on this connection, the one used longest ago first. */
  readonly prepared = new Map<string, PreparedStatement>()
  unnamed: PreparedStatement | undefined
  status: number = TransactionStatus.idle
  isClosed = false
  /** It may not serve anybody else. */
  isSpoiled = false
  /** Cancel requests on their way to it. It may serve nobody else before they have arrived. */
  cancels = new Set<Promise<void>>()
  readonly reader: MessageReader
  #user: ServerUser | undefined
  #onIdleClose: (() => void) | undefined

  constructor(options: {
    stream: ServerSocket
    endpoint: ServerEndpoint
    pid: number
    secret: Buffer
    startupSettings: Settings
    parameters: Parameters
    reader: MessageReader
  }) {
    this.stream = options.stream
    this.socket = options.stream.socket
    this.endpoint = options.endpoint
    this.pid = options.pid
    this.secret = options.secret
    this.startupSettings = options.startupSettings
    this.parameters = options.parameters
    this.reader = options.reader
    this.stream.onData = (chunk) => {
      try {
        if (this.#user) this.#user.onServerData(chunk)
        else this.#idleData(chunk)
      } catch {
        // Nothing that follows can be understood.
        this.socket.destroy()
      }
    }
    this.socket.on('drain', () => this.#user?.onServerDrain())
    this.socket.on('error', () => undefined)
    this.socket.once('close', () => this.#closed())
  }

  /** Lets one work with it, or none. */
  use(user: ServerUser | undefined) {
    this.#user = user
    if (user === undefined) this.stream.resume()
  }

  onClose(listener: () => void) {
    this.#onIdleClose = listener
  }

  /** Ends the session, politely when the server listens. */
  close() {
    this.isSpoiled = true
    if (this.socket.writable) this.socket.end(clientMessages.terminate())
    this.socket.destroySoon()
  }

  /** Runs statements of the gateway's own and waits for them. @throws PostgresError what the server said */
  run(sql: string): Promise<Rows> {
    const before = this.#user
    return new Promise<Rows>((resolve, reject) => {
      const rows: Rows = []
      let failure: PostgresError | undefined
      this.use({
        onServerData: (chunk) => {
          this.reader.feed(chunk)
          while (this.reader.next()) {
            const { type, buffer, start, end } = this.reader
            if (type === FromServer.dataRow) rows.push(readRow(buffer.subarray(start, end)))
            else if (type === FromServer.errorResponse) failure = serverError(buffer.subarray(start, end))
            else if (this.observe() && type === FromServer.readyForQuery) {
              this.use(before)
              if (failure) reject(failure)
              else resolve(rows)
              return
            }
          }
        },
        onServerDrain: () => undefined,
        onServerClosed: () => {
          reject(failure ?? connectionLost())
          before?.onServerClosed()
        },
      })
      this.unnamed = undefined
      this.socket.write(clientMessages.query(sql))
    })
  }

  /** Remembers what the message at hand says of the session: call it for every message of the server. */
  observe(): true {
    const { type, buffer, start, end } = this.reader
    if (type === FromServer.readyForQuery) this.status = buffer[start + 5]!
    else if (type === FromServer.parameterStatus) {
      const nameEnd = buffer.indexOf(0, start + 5)
      const name = buffer.toString('utf8', start + 5, nameEnd)
      this.parameters = withParameter(this.parameters, name, buffer.toString('latin1', nameEnd + 1, end - 1))
    }
    return true
  }

  /** What DISCARD ALL leaves: nothing. */
  forget() {
    this.applied = NO_SETTINGS
    this.prepared.clear()
    this.unnamed = undefined
  }

  #idleData(chunk: Buffer) {
    this.reader.feed(chunk)
    while (this.reader.next()) {
      // A reload of the server's settings, say. A farewell is followed by the end of the connection.
      if (this.reader.type === FromServer.errorResponse) this.isSpoiled = true
      this.observe()
    }
  }

  #closed() {
    this.isClosed = true
    this.isSpoiled = true
    const user = this.#user
    this.#user = undefined
    this.#onIdleClose?.()
    user?.onServerClosed()
  }
}

export const connectionLost = () =>
  new PostgresError('08006', 'The database server closed the connection unexpectedly.', {
    detail: 'It crashed, was stopped or was restarted while the connection was in use.',
    hint: 'Connect again; a transaction that was open has been rolled back.',
  })

function readRow(message: Buffer): (string | null)[] {
  const columns = message.readInt16BE(5)
  const row: (string | null)[] = []
  let at = 7
  for (let column = 0; column < columns; column += 1) {
    const length = message.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : message.toString('latin1', at, at + Math.max(length, 0)))
    at += Math.max(length, 0)
  }
  return row
}
