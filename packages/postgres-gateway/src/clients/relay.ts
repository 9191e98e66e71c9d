import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { errorFields, PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { Timer } from '../clock.ts'
import { onChunks } from '../reading.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import { connectionLost, type ServerConnection, type ServerUser } from '../servers/server-connection.ts'
import type { ClientConnection, ClientState } from './client-connection.ts'
import { Outbox } from './outbox.ts'

/**
 * What both modes share: bytes flow only as fast as the slower side takes them, and when one side ends, the other
 * is told and left clean.
 */
export abstract class Relay implements ServerUser {
  readonly client: ClientConnection
  readonly pool: LoginPool
  readonly toClient = new Outbox()
  readonly toServer = new Outbox()
  protected isEnded = false
  #isServerFull = false
  #isHeldBack = false
  #isPaused = false
  #sawFarewell = false
  /** Part of a message has been sent to the client, so nothing else may be sent before its rest. */
  #isInsideAnswer = false
  /** Grows with every message from either side. */
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

  /** Starts to read, first what came behind the login. */
  start(rest: Buffer) {
    const { socket } = this.client
    onChunks(socket, (memory, length) => this.#read(memory, length))
    socket.on('drain', () => this.#clientDrained())
    socket.once('close', () => this.#clientClosed())
    socket.resume()
    if (rest.length > 0) this.#read(rest, rest.length)
    if (socket.destroyed) this.#clientClosed()
  }

  abstract get state(): ClientState
  /** Whether the client is between transactions, so that it may be sent away without losing any. */
  abstract get isBetweenTransactions(): boolean
  /** The client's bytes are lent for the length of the call. */
  protected abstract onClientData(memory: Buffer, length: number): void
  protected abstract onServerPieces(server: ServerConnection): void
  /** The client reads again, or nobody waits for it to. */
  protected onClientDrained() {}
  /** The client is gone, or being sent away. */
  protected abstract onEnded(): void
  /**
   * Whether the client has said goodbye behind messages that are still to be sent to a server. A direct connection
   * would still run them, so its socket may close before they are sent.
   */
  protected abstract get isFinishing(): boolean
  /** Whether it holds an idle server connection although no session state ties it to that connection. */
  abstract get isHoldingIdly(): boolean
  /** Leaves a server connection that the client has gone from. */
  protected abstract abandon(server: ServerConnection): void

  onServerData(memory: Buffer, length: number) {
    const { server } = this.client
    if (!server) return
    const { reader } = server
    this.#activity += 1
    reader.feed(memory, length)
    try {
      this.onServerPieces(server)
      this.#isInsideAnswer = reader.isInsideMessage
    } catch (error) {
      this.dismiss(asPostgresError(error))
    }
    reader.keep()
  }

  onServerDrain() {
    this.#isServerFull = false
    this.#letClientSend()
  }

  onServerClosed() {
    this.client.server = undefined
    if (this.#sawFarewell) {
      this.client.socket.end()
    } else this.#tell(connectionLost())
    this.end()
  }

  /** Asks the server to cancel what it does for this client right now. Resolves when it has been told. */
  async cancel(): Promise<void> {
    if (this.client.server) await this.pool.cancel(this.client.server)
  }

  /** When traffic from either side was last seen; has to be polled. */
  quietSince(now: number): number {
    if (this.#activity !== this.#seenActivity) {
      this.#seenActivity = this.#activity
      this.#quietSince = now
    }
    return this.#quietSince
  }

  /** Tells the client why and hangs up. */
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
   * Nothing of what the client sends can be passed on until it is let go on. Most clients send nothing more before
   * they are answered, so reading ends only when one does.
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
    // In session mode the connection is nobody else's, and a slow reader keeps only itself waiting.
    if (this.pool.mode === 'transaction')
      this.#stalled ??= this.pool.clock.after(this.pool.limits.stalledClientMs, () => this.#cutOff())
  }

  /** Must be told of the server connection's return to the pool. */
  protected serverLeft() {
    this.#isServerFull = false
    this.#stalled?.cancel()
    this.#stalled = undefined
  }

  /** An ErrorResponse is at hand: is it the last that comes? */
  protected noteError(server: ServerConnection): Buffer {
    const { type, buffer, start, end } = server.reader
    const message = buffer.subarray(start, end)
    if (type === FromServer.errorResponse && errorFields(message).get('V') !== 'ERROR')
      this.#sawFarewell = true
    return message
  }

  #clientClosed() {
    if (!this.isFinishing) return this.end()
    // Nobody wants the answers now, but they have to be read for the rest to run.
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

  /** A peer that breaks the protocol loses its connection, and nobody else theirs. */
  #read(memory: Buffer, length: number) {
    if (this.isEnded) return
    this.#activity += 1
    if (this.#isHeldBack) this.#pauseClient()
    try {
      this.onClientData(memory, length)
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

/** What went wrong, in terms a client understands. */
export const asPostgresError = (error: unknown): PostgresError =>
  error instanceof PostgresError
    ? error
    : new PostgresError('XX000', 'The pooler failed at something it should not have.')
