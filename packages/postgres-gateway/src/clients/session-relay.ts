import type { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import { FromClient, FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { ClientState } from './client-connection.ts'
import { Relay } from './relay.ts'
import { ReplyQueue } from './reply-queue.ts'

/** Session mode: one server connection from login to disconnect. Messages pass unchanged. */
export class SessionRelay extends Relay {
  readonly #reader = new MessageReader(() => true, 0)
  readonly #replies = new ReplyQueue()
  /** Did the client cancel its last statement? */
  #isCancelled = false

  /** Connects the client to its server connection. */
  attach(server: ServerConnection) {
    this.client.server = server
    server.use(this)
  }

  get state(): ClientState {
    return this.isBetweenTransactions ? 'idle' : 'active'
  }

  get isBetweenTransactions() {
    return this.#replies.isSettled && this.client.server?.status === TransactionStatus.idle
  }

  protected onClientData(chunk: BorrowedChunk) {
    this.#reader.feed(chunk)
    while (this.#reader.next()) {
      const { type, buffer, start, end, isBeginning } = this.#reader
      if (type === FromClient.terminate) return this.#leave()
      if (isBeginning) this.#note(type)
      this.toServer.pass(buffer, start, end)
    }
    this.flushToServer()
  }

  protected onServerPieces(server: ServerConnection) {
    const { reader } = server
    while (reader.next()) {
      if (reader.type === FromServer.readyForQuery) this.#replies.ready()
      else if (reader.type === FromServer.copyInResponse && reader.isBeginning) this.#replies.startCopy()
      else if (reader.type === FromServer.errorResponse) {
        this.noteError(server)
        this.#replies.fail(false)
      }
      server.observe()
      this.toClient.pass(reader.buffer, reader.start, reader.end)
    }
    this.flushToClient()
  }

  protected abandon(server: ServerConnection) {
    this.serverLeft()
    const { isInsideMessage } = this.#reader
    // A client that cancels and disconnects may wait for its backend to end, as it would without a pooler.
    const isSettled = this.#replies.isSettled && !this.#isCancelled
    void this.pool.reclaim(server, { isSettled, isDirty: true, isInsideMessage })
  }

  override cancel() {
    this.#isCancelled = true
    return super.cancel()
  }

  /** Nothing is ever left to send. */
  protected get isFinishing() {
    return false
  }

  /** No other client shares its server connection. */
  get isHoldingIdly() {
    return false
  }

  protected onEnded() {
    // There is no state besides the server connection.
  }

  #leave() {
    this.flushToServer()
    this.end()
  }

  #note(type: number) {
    this.#isCancelled = false
    if (type === FromClient.query || type === FromClient.functionCall) this.#replies.query()
    else if (type === FromClient.sync) this.#replies.sync()
    else if (type === FromClient.copyDone || type === FromClient.copyFail) this.#replies.endCopy()
    else if (type !== FromClient.copyData && type !== FromClient.flush) this.#replies.isBatchOpen = true
  }
}
