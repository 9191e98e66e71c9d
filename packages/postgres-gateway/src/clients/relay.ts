import { FromServer } from '../protocol/message-codes.ts'
import { errorFields, PostgresError } from '../protocol/postgres-error.ts'
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
  #isPaused = false
  #sawFarewell = false
  #stalled: NodeJS.Timeout | undefined
  readonly #onEnd: () => void

  constructor(client: ClientConnection, pool: LoginPool, onEnd: () => void) {
    this.client = client
    this.pool = pool
    this.#onEnd = onEnd
  }

  /** Starts to read, first what came behind the login. */
  start(rest: Buffer) {
    const { socket } = this.client
    socket.on('data', (chunk) => this.guarded(() => this.onClientData(chunk)))
    socket.on('drain', () => this.#clientDrained())
    socket.once('close', () => this.end())
    socket.resume()
    if (socket.destroyed) this.end()
    else if (rest.length > 0) this.guarded(() => this.onClientData(rest))
  }

  abstract get state(): ClientState
  /** Whether the client is between transactions, so that it may be sent away without losing any. */
  abstract get isBetweenTransactions(): boolean
  protected abstract onClientData(chunk: Buffer): void
  protected abstract onServerPieces(server: ServerConnection): void
  /** The client is gone, or being sent away. */
  protected abstract onEnded(): void
  /** Leaves a server connection that the client has gone from. */
  protected abstract abandon(server: ServerConnection): void

  onServerData(chunk: Buffer) {
    const { server } = this.client
    if (!server) return
    server.reader.feed(chunk)
    this.guarded(() => this.onServerPieces(server))
  }

  onServerDrain() {
    this.#isServerFull = false
    this.#steerClient()
  }

  onServerClosed() {
    this.client.server = undefined
    if (this.#sawFarewell) {
      this.client.socket.end()
      this.client.socket.destroySoon()
    } else this.client.refuse(connectionLost())
    this.end()
  }

  /** Asks the server to cancel what it does for this client right now. */
  async cancel() {
    if (this.client.server) await this.pool.cancel(this.client.server)
  }

  /** Tells the client why and hangs up. */
  dismiss(error: PostgresError) {
    if (!this.isEnded) this.client.refuse(error)
    this.end()
  }

  protected end() {
    if (this.isEnded) return
    this.isEnded = true
    clearTimeout(this.#stalled)
    this.client.gone.abort()
    const { server } = this.client
    this.client.server = undefined
    this.client.socket.destroySoon()
    if (server) this.abandon(server)
    this.onEnded()
    this.#onEnd()
  }

  /** No more is read from the client until it is let go on. */
  protected hold(isPaused: boolean) {
    this.#isPaused = isPaused
    this.#steerClient()
  }

  protected flushToServer() {
    const { server } = this.client
    if (!server || this.toServer.flush(server.socket)) return
    this.#isServerFull = true
    this.#steerClient()
  }

  protected flushToClient() {
    const { server, socket } = this.client
    if (this.toClient.flush(socket) || !server) return
    server.socket.pause()
    // In session mode the connection is nobody else's, and a slow reader keeps only itself waiting.
    if (this.pool.mode === 'transaction')
      this.#stalled ??= setTimeout(() => this.#cutOff(), this.pool.limits.stalledClientMs)
  }

  /** Must be told of the server connection's return to the pool. */
  protected serverLeft() {
    this.#isServerFull = false
    clearTimeout(this.#stalled)
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

  /** A peer that breaks the protocol loses its connection, and nobody else theirs. */
  protected guarded(work: () => void) {
    if (this.isEnded) return
    try {
      work()
    } catch (error) {
      this.dismiss(asPostgresError(error))
    }
  }

  #clientDrained() {
    clearTimeout(this.#stalled)
    this.#stalled = undefined
    this.client.server?.socket.resume()
  }

  #cutOff() {
    this.client.socket.destroy()
    this.end()
  }

  #steerClient() {
    if (this.#isPaused || this.#isServerFull) this.client.socket.pause()
    else this.client.socket.resume()
  }
}

/** What went wrong, in terms a client understands. */
export const asPostgresError = (error: unknown): PostgresError =>
  error instanceof PostgresError
    ? error
    : new PostgresError('XX000', 'The pooler failed at something it should not have.')
