import type { Socket } from 'node:net'
import type { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import type { ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import type { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { PostgresError, serverError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
import type { Clock, Timer } from '../clock.ts'
import { SocketWriter } from '../socket-writer.ts'
import type { PreparedStatement } from '../statements/prepared-statements.ts'
import type { ClosingReason } from './closing-reason.ts'
import type { ServerStream } from './network.ts'
import { NO_PARAMETERS, type Parameters, withParameter } from './parameters.ts'
import { NO_SETTINGS, type Settings } from './server-settings.ts'

/** The current user of a server connection. */
export interface ServerUser {
  onServerData: ChunkListener
  onServerDrain(): void
  /** The connection is closed; nothing more arrives. */
  onServerClosed(): void
}

/** Rows as text, null for SQL's null. */
type Rows = (string | null)[][]

/** How long closing a server connection may take, in milliseconds. */
export interface ServerLimits {
  serverTaskMs: number
  serverCloseMs: number
}

/** One logged-in connection to PostgreSQL, and the known state of its session. */
export class ServerConnection {
  readonly stream: ServerStream
  readonly socket: Socket
  readonly writer: SocketWriter
  readonly endpoint: ServerEndpoint
  /** On the gateway's clock, in milliseconds. */
  readonly openedAt: number
  readonly pid: number
  readonly secret: Buffer
  /** The settings it was opened with, which RESET restores. */
  readonly startupSettings: Settings
  /** On the gateway's clock, in milliseconds. */
  idleSince: number
  parameters: Parameters = NO_PARAMETERS
  /** Settings that were applied since it was opened. */
  applied: Settings = NO_SETTINGS
  /** By their names on this connection, least recently used first. */
  readonly prepared = new Map<string, PreparedStatement>()
  unnamed: PreparedStatement | undefined
  status: number = TransactionStatus.idle
  isClosed = false
  /** It must not be reused. */
  isSpoiled = false
  /** Why it is being closed; `lost` unless a reason was given. */
  closingReason: ClosingReason = 'lost'
  /** Cancel requests in flight. It must not be reused before they have arrived. */
  cancels = new Set<Promise<void>>()
  readonly reader: MessageReader
  readonly #clock: Clock
  readonly #limits: ServerLimits
  #user: ServerUser | undefined
  #onIdleClose: (() => void) | undefined
  #closeTimer: Timer | undefined

  constructor(options: {
    stream: ServerStream
    endpoint: ServerEndpoint
    pid: number
    secret: Buffer
    startupSettings: Settings
    parameters: Parameters
    reader: MessageReader
    clock: Clock
    limits: ServerLimits
  }) {
    this.stream = options.stream
    this.socket = options.stream.socket
    this.writer = new SocketWriter(this.socket)
    this.endpoint = options.endpoint
    this.pid = options.pid
    this.secret = options.secret
    this.startupSettings = options.startupSettings
    this.parameters = options.parameters
    this.reader = options.reader
    this.#clock = options.clock
    this.#limits = options.limits
    this.openedAt = this.#clock.now()
    this.idleSince = this.openedAt
    this.stream.onData = (chunk) => {
      try {
        if (this.#user) this.#user.onServerData(chunk)
        else this.#idleData(chunk)
      } catch {
        // The rest cannot be parsed; the connection's user is notified by `onServerClosed`.
        this.socket.destroy()
      }
    }
    this.socket.on('drain', () => this.#user?.onServerDrain())
    this.socket.on('error', () => undefined)
    this.socket.once('close', () => this.#closed())
  }

  /** Hands the connection to a user, or to none. */
  use(user: ServerUser | undefined) {
    this.#user = user
    if (user === undefined) this.stream.resume()
  }

  onClose(listener: () => void) {
    this.#onIdleClose = listener
  }

  /**
   * Ends the session with Terminate, and by force when the server has not closed it within `serverCloseMs`. Until then
   * the connection counts at the server.
   */
  close(reason: ClosingReason) {
    this.#retire(reason)
    this.#end(clientMessages.terminate(), this.#limits.serverCloseMs)
  }

  /** Sends Terminate and closes at once: the server is stopping, or the session must not continue. */
  cutOff() {
    this.#retire('shut_down')
    if (this.socket.writable) this.socket.end(clientMessages.terminate())
    this.socket.destroySoon()
  }

  /**
   * Ends the session as the client's own connection would have ended: the server still runs what it was sent before, and
   * then rolls back an open transaction. Its replies are read and dropped; after too many of them the connection is
   * broken, as a direct one would be. `isInsideMessage`: the last message was sent incompletely, so no other may follow.
   */
  finish({ isInsideMessage }: { isInsideMessage: boolean }) {
    this.#retire('abandoned')
    this.#end(isInsideMessage ? undefined : clientMessages.terminate())
  }

  /**
   * Runs a statement of the gateway and returns its rows, within `serverTaskMs`.
   * @throws PostgresError the server's error, or that it did not answer; then the connection is closed
   */
  run(sql: string): Promise<Rows> {
    const before = this.#user
    return new Promise<Rows>((resolve, reject) => {
      const rows: Rows = []
      /** The pieces of an incomplete row. */
      let pieces: Buffer[] = []
      let failure: PostgresError | undefined
      const deadline = this.#clock.after(this.#limits.serverTaskMs, () => {
        failure = noAnswer()
        this.#retire('timed_out')
        this.socket.destroy()
      })
      this.use({
        onServerData: (chunk) => {
          this.reader.feed(chunk)
          while (this.reader.next()) {
            const { type, buffer, start, end, isEnd } = this.reader
            if (type === FromServer.dataRow) {
              pieces.push(Buffer.from(buffer.subarray(start, end)))
              if (!isEnd) continue
              rows.push(readRow(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)))
              pieces = []
            } else if (type === FromServer.errorResponse) failure = serverError(buffer.subarray(start, end))
            else if (this.observe() && type === FromServer.readyForQuery) {
              deadline.cancel()
              this.use(before)
              if (failure) reject(failure)
              else resolve(rows)
              break
            }
          }
        },
        onServerDrain: () => undefined,
        onServerClosed: () => {
          deadline.cancel()
          reject(failure ?? connectionLost())
          before?.onServerClosed()
        },
      })
      // The reply is not for a client that may be slow to read.
      this.stream.resume()
      this.unnamed = undefined
      this.socket.write(clientMessages.query(sql))
    })
  }

  /** Records what the current message states about the session; call it for every message of the server. */
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

  /** Resets the known state after DISCARD ALL. */
  forget() {
    this.applied = NO_SETTINGS
    this.prepared.clear()
    this.unnamed = undefined
  }

  #retire(reason: ClosingReason) {
    if (!this.isSpoiled || this.closingReason === 'lost') this.closingReason = reason
    this.isSpoiled = true
  }

  /** Sends the final message, drops what still arrives, and waits for the server to close. */
  #end(finalMessage: Buffer | undefined, timeoutMs?: number) {
    if (this.isClosed) return
    let dropped = 0
    const user = this.#user
    this.use({
      onServerData: (chunk) => {
        dropped += chunk.length
        if (dropped > DROPPED_ANSWER_MAX_BYTES) this.socket.destroy()
      },
      onServerDrain: () => undefined,
      onServerClosed: () => user?.onServerClosed(),
    })
    this.stream.resume()
    if (!this.socket.writable) return this.socket.destroy()
    if (finalMessage) this.socket.end(finalMessage)
    else this.socket.end()
    this.#closeTimer?.cancel()
    if (timeoutMs !== undefined) this.#closeTimer = this.#clock.after(timeoutMs, () => this.socket.destroy())
  }

  #idleData(chunk: BorrowedChunk) {
    this.reader.feed(chunk)
    while (this.reader.next()) {
      // For example a reload of the server's settings. An error is followed by the end of the connection.
      if (this.reader.type === FromServer.errorResponse) this.isSpoiled = true
      this.observe()
    }
  }

  #closed() {
    this.isClosed = true
    this.isSpoiled = true
    this.#closeTimer?.cancel()
    const user = this.#user
    this.#user = undefined
    this.#onIdleClose?.()
    user?.onServerClosed()
  }
}

/** More bytes than this without a reader are an abandoned result, and not the end of a statement. */
const DROPPED_ANSWER_MAX_BYTES = 1024 * 1024

const noAnswer = () =>
  new PostgresError('08006', 'The database server did not answer the pooler in time.', {
    hint: 'Connect again in a moment.',
  })

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
