import { FromClient, FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { ClientState } from './client-connection.ts'
import { Relay } from './relay.ts'
import { ReplyLedger } from './reply-ledger.ts'

/** Session mode: one server connection from log-in to the end. Everything passes as it is. */
export class SessionRelay extends Relay {
  readonly #reader = new MessageReader(() => true, 0)
  readonly #ledger = new ReplyLedger()

  /** Takes a client to whom the server connection has been given. */
  attach(server: ServerConnection) {
    this.client.server = server
    server.use(this)
  }

  get state(): ClientState {
    return this.isBetweenTransactions ? 'idle' : 'active'
  }

  get isBetweenTransactions() {
    return this.#ledger.isSettled && this.client.server?.status === TransactionStatus.idle
  }

  protected onClientData(memory: Buffer, length: number) {
    this.#reader.feed(memory, length)
    while (this.#reader.next()) {
      const { type, buffer, start, end, isBeginning } = this.#reader
      if (type === FromClient.terminate) return this.#leave()
      if (isBeginning) this.#note(type)
      this.toServer.pass(buffer, start, end)
    }
    this.flushToServer()
    this.#reader.keep()
  }

  protected onServerPieces(server: ServerConnection) {
    const { reader } = server
    while (reader.next()) {
      if (reader.type === FromServer.readyForQuery) this.#ledger.ready()
      else if (reader.type === FromServer.copyInResponse && reader.isBeginning) this.#ledger.startCopy()
      else if (reader.type === FromServer.errorResponse) {
        this.noteError(server)
        this.#ledger.fail(false)
      }
      server.observe()
      this.toClient.pass(reader.buffer, reader.start, reader.end)
    }
    this.flushToClient()
  }

  protected abandon(server: ServerConnection) {
    this.serverLeft()
    const { isInsideMessage } = this.#reader
    void this.pool.giveBack(server, { isSettled: this.#ledger.isSettled, isDirty: true, isInsideMessage })
  }

  /** Everything has been passed on already. */
  protected get isFinishing() {
    return false
  }

  /** The client has its connection to itself. */
  get isHoldingIdly() {
    return false
  }

  protected onEnded() {
    // Nothing is kept but the server connection.
  }

  #leave() {
    this.flushToServer()
    this.end()
  }

  #note(type: number) {
    if (type === FromClient.query || type === FromClient.functionCall) this.#ledger.query()
    else if (type === FromClient.sync) this.#ledger.sync()
    else if (type === FromClient.copyDone || type === FromClient.copyFail) this.#ledger.endCopy()
    else if (type !== FromClient.copyData && type !== FromClient.flush) this.#ledger.isBatchOpen = true
  }
}
