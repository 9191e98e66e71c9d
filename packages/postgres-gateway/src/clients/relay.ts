import { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import type { ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { errorFields, PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { onChunks } from '../accepted-socket.ts'
import type { Timer } from '../clock.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import { connectionLost, type ServerConnection, type ServerUser } from '../servers/server-connection.ts'
import type { ClientConnection, ClientState } from './client-connection.ts'
import { OutputBuffer } from './output-buffer.ts'

/**
 * The common part of both modes: bytes flow only as fast as the slower side takes them, and when one side ends, the
 * other is notified and left in a clean state.
 */
export abstract class Relay implements ServerUser {
  readonly client: ClientConnection
  readonly pool: LoginPool
  readonly toClient = new OutputBuffer()
  readonly toServer = new OutputBuffer()
  protected isEnded = false
  #isServerFull = false
  #isHeldBack = false
  #isPaused = false
  #sawFatalError = false
  /** Part of a message was sent to the client, so nothing else may be sent before the rest of it. */
  #isInsideAnswer = false
  /** Counts messages from either side. */
  #activity = 0
  #seenActivity = -1
  #quietSince = 0
  #stalled: Timer | undefined
  readonly #onEnd: () => void

  constructor(client: ClientConnection, pool: LoginPool, onEnd: () => void) {
    this.client = client
    this.pool = pool
    this.#onEnd = onEnd
  }

  /** Starts reading, first the bytes that arrived behind the login. */
  start(rest: Buffer) {
    const { socket } = this.client
    const read: ChunkListener = (chunk) => this.#read(chunk)
    onChunks(socket, read)
    socket.on('drain', () => this.#clientDrained())
    socket.once('close', () => this.#clientClosed())
    socket.resume()
    if (rest.length > 0) BorrowedChunk.lend(rest, rest.length, read)
    if (socket.destroyed) this.#clientClosed()
  }

  abstract get state(): ClientState
  /** Whether the client is between transactions, so that disconnecting it loses none. */
  abstract get isBetweenTransactions(): boolean
  protected abstract onClientData(chunk: BorrowedChunk): void
  protected abstract onServerPieces(server: ServerConnection): void
  /** The client reads again, or has disconnected. */
  protected onClientDrained() {}
  /** The client has disconnected, or is being disconnected. */
  protected abstract onEnded(): void
  /**
   * Whether the client has sent Terminate behind messages that still wait for a server. Its socket may close before they
   * are sent, but a direct connection would still run them.
   */
  protected abstract get isFinishing(): boolean
  /** Whether it holds an idle server connection that no session state binds it to. */
  abstract get isHoldingIdly(): boolean
  /** Leaves the server connection of a client that has disconnected. */
  protected abstract abandon(server: ServerConnection): void

  onServerData(chunk: BorrowedChunk) {
    const { server } = this.client
    if (!server) return
    const { reader } = server
    this.#activity += 1
    reader.feed(chunk)
    try {
      this.onServerPieces(server)
      this.#isInsideAnswer = reader.isInsideMessage
    } catch (error) {
      this.dismiss(asPostgresError(error))
    }
  }

  onServerDrain() {
    this.#isServerFull = false
    this.#letClientSend()
  }

  onServerClosed() {
    this.client.server = undefined
    if (this.#sawFatalError) {
      this.client.socket.end()
    } else this.#tell(connectionLost())
    this.end()
  }

  /** Asks the server to cancel what it runs for this client. Resolves when the request has been delivered. */
  async cancel(): Promise<void> {
    if (this.client.server) await this.pool.cancel(this.client.server)
  }

  /** When traffic from either side was last observed; has to be polled. */
  quietSince(now: number): number {
    if (this.#activity !== this.#seenActivity) {
      this.#seenActivity = this.#activity
      this.#quietSince = now
    }
    return this.#quietSince
  }

  /** Sends the error to the client and disconnects it. */
  dismiss(error: PostgresError) {
    if (!this.isEnded) this.#tell(error)
    this.end()
  }

  #tell(error: PostgresError) {
    if (!this.#isInsideAnswer) this.client.refuse(error)
  }

  protected end() {
    if (this.isEnded) return
    this.isEnded = true
    this.#stalled?.cancel()
    this.client.gone.abort()
    const { server } = this.client
    this.client.server = undefined
    this.client.hangUp(this.pool)
    if (server) this.abandon(server)
    this.onEnded()
    this.#onEnd()
  }

  /**
   * While held back, nothing that the client sends can be passed on. Most clients send nothing more before they are
   * answered, so reading only stops when one does.
   */
  protected hold(isHeldBack: boolean) {
    this.#isHeldBack = isHeldBack
    if (!isHeldBack) this.#letClientSend()
  }

  protected flushToServer() {
    const { server } = this.client
    if (!server || this.toServer.flush(server.writer)) return
    this.#isServerFull = true
    this.#pauseClient()
  }

  protected flushToClient() {
    const { server, writer } = this.client
    if (this.toClient.flush(writer) || !server) return
    server.stream.pause()
    // In session mode no other client shares the connection, so a slow reader delays only itself.
    if (this.pool.mode === 'transaction')
      this.#stalled ??= this.pool.clock.after(this.pool.limits.stalledClientMs, () => this.#cutOff())
  }

  /** Has to be called when the server connection returns to the pool. */
  protected serverLeft() {
    this.#isServerFull = false
    this.#stalled?.cancel()
    this.#stalled = undefined
  }

  /** Checks whether the current ErrorResponse ends the connection; returns its bytes. */
  protected noteError(server: ServerConnection): Buffer {
    const { type, buffer, start, end } = server.reader
    const message = buffer.subarray(start, end)
    if (type === FromServer.errorResponse && errorFields(message).get('V') !== 'ERROR')
      this.#sawFatalError = true
    return message
  }

  #clientClosed() {
    if (!this.isFinishing) return this.end()
    // Nobody wants the replies now, but they have to be read for the remaining messages to run.
    this.#clientDrained()
  }

  #clientDrained() {
    this.#stalled?.cancel()
    this.#stalled = undefined
    this.client.server?.stream.resume()
    this.onClientDrained()
  }

  #cutOff() {
    this.client.socket.destroy()
    this.end()
  }

  /** A client that violates the protocol loses its own connection only. */
  #read(chunk: BorrowedChunk) {
    if (this.isEnded) return
    this.#activity += 1
    if (this.#isHeldBack) this.#pauseClient()
    try {
      this.onClientData(chunk)
    } catch (error) {
      this.dismiss(asPostgresError(error))
    }
  }

  #pauseClient() {
    this.#isPaused = true
    this.client.socket.pause()
  }

  #letClientSend() {
    if (!this.#isPaused || this.#isHeldBack || this.#isServerFull) return
    this.#isPaused = false
    this.client.socket.resume()
  }
}

/** An error in terms that a client understands. */
export const asPostgresError = (error: unknown): PostgresError =>
  error instanceof PostgresError ? error : new PostgresError('XX000', 'Internal error of the pooler.')
