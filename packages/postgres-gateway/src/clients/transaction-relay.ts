import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient, FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Waiter } from '../servers/waiting-line.ts'
import type { ClientConnection, ClientState } from './client-connection.ts'
import { asPostgresError, Relay } from './relay.ts'
import { TransactionDialogue } from './transaction-dialogue.ts'
import { answerAlone, answerRefusal, needsNoServer } from './without-server.ts'

const FAREWELL = clientMessages.terminate()

/**
 * Transaction mode: a server connection for the length of a transaction. What a client can tell apart from a session
 * of its own follows it from connection to connection, holds its connection for it, or is refused.
 */
export class TransactionRelay extends Relay implements Waiter {
  readonly #reader: MessageReader
  readonly #dialogue: TransactionDialogue
  /** A message has been read that waits to be sent. */
  #isHeld = false
  /** Something of the gateway's own is under way. */
  #isBusy = false
  #isWaiting = false
  /** The server has been sent the beginning of a message, and not its end. */
  #isPassing = false
  /** The server became idle meanwhile, so the connection can be released once the message has ended. */
  #isOverdue = false
  /** Nothing was sent on this connection in this transaction yet. */
  #isFresh = false

  constructor(client: ClientConnection, pool: LoginPool, onEnd: () => void) {
    super(client, pool, onEnd)
    this.#dialogue = new TransactionDialogue(pool, client.startupSettings, this)
    this.#reader = new MessageReader((type) => type === FromClient.copyData, pool.limits.heldMessageMaxBytes)
  }

  get state(): ClientState {
    if (this.#isWaiting) return 'waiting'
    return this.client.server ? 'active' : 'idle'
  }

  protected get isFinishing() {
    return (this.#isHeld || this.#reader.unreadBytes > 0) && this.#reader.endsWith(FAREWELL)
  }

  get isHoldingIdly() {
    const { ledger, isPinned } = this.#dialogue
    return this.client.server !== undefined && !isPinned && !this.#isBusy && !ledger.owesReady
  }

  get isBetweenTransactions() {
    const { server } = this.client
    return server ? this.#dialogue.isPinned && this.#dialogue.isSettled(server) : !this.#isHeld
  }

  protected onClientData(memory: Buffer, length: number) {
    this.#reader.feed(memory, length)
    this.#pump()
    this.#reader.keep()
  }

  protected onServerPieces(server: ServerConnection) {
    const { reader } = server
    let isReady = false
    const dialogue = this.#dialogue
    while (reader.next()) {
      if (reader.type === FromServer.readyForQuery) isReady = true
      else if (reader.type === FromServer.errorResponse) this.noteError(server)
      dialogue.answer(server)
    }
    this.flushToClient()
    const mayGoOn = dialogue.stopWaiting()
    if (!isReady || !dialogue.ledger.isSettled) {
      if (mayGoOn) this.#resume()
    } else if (this.#isPassing) this.#isOverdue = true
    else this.#rested(server)
  }

  /** The server has answered everything and waits for the next message. */
  #rested(server: ServerConnection) {
    const dialogue = this.#dialogue
    if (server.status === TransactionStatus.idle) this.#settle(server)
    else if (dialogue.named.resets.size > 0 && server.status === TransactionStatus.open) this.#lead(server)
    else this.#resume()
  }

  protected abandon(server: ServerConnection) {
    this.serverLeft()
    // The code that is using the connection finds the client gone, and comes here again.
    if (this.#isBusy) return
    const { ledger, isPinned, named } = this.#dialogue
    void this.pool.giveBack(server, {
      isSettled: ledger.isSettled,
      isDirty: isPinned || !named.isEmpty,
      isInsideMessage: this.#isPassing,
    })
  }

  protected onEnded() {
    if (this.#isWaiting) {
      this.pool.pool.leave(this)
      this.#stopWaiting()
    }
    if (!this.#isBusy) this.#dialogue.end()
  }

  /** Passes on what the client sent, until something has to be waited for. */
  #pump() {
    while (!this.#mustWait() && !this.isEnded && (this.#isHeld || this.#next())) {
      this.#isHeld = false
      if (this.#reader.type === FromClient.terminate) {
        this.flushToServer()
        return this.end()
      }
      const { server } = this.client
      if (server && this.#isFresh && this.#dialogue.asksSequence(this.#reader)) this.#forgetSequences(server)
      else if (server) {
        this.#isFresh = false
        this.#isHeld = !this.#dialogue.send(this.#reader, server)
        this.#isPassing = !this.#reader.isEnd
        if (this.#isOverdue && !this.#isPassing) this.#passed(server)
      } else if (this.#dialogue.isSkipping || needsNoServer(this.#reader))
        answerAlone(this.#reader, this.#dialogue, this.client.socket)
      else {
        this.#isHeld = true
        this.#attach()
      }
    }
    this.flushToServer()
    // Not before what was read is passed on: each statement that gets its turn would let in a whole chunk.
    this.hold(this.#mustWait())
  }

  /** The end of a message that the server had begun to read before it became idle. */
  #passed(server: ServerConnection) {
    this.#isOverdue = false
    if (!this.#dialogue.ledger.isSettled) return
    this.flushToServer()
    this.#rested(server)
  }

  #next() {
    if (!this.#reader.next()) return false
    this.#dialogue.read(this.#reader)
    return true
  }

  /** A method, because V8 looks a private getter up slowly each time. */
  #mustWait() {
    return this.#isBusy || this.#dialogue.mustWait || this.#mustDrain()
  }

  /** A client that does not read its answers gets no connection for more of them: they would pile up here. */
  #mustDrain() {
    return this.client.server === undefined && this.client.socket.writableNeedDrain
  }

  protected override onClientDrained() {
    if (!this.#mustWait()) this.#resume()
  }

  #resume() {
    if (this.isEnded || !(this.#isHeld || this.#reader.unreadBytes > 0)) return this.hold(false)
    try {
      this.#pump()
    } catch (error) {
      this.dismiss(asPostgresError(error))
    }
  }

  #attach() {
    const { wanted } = this.#dialogue
    const server = this.pool.pool.take(wanted)
    if (!server) return this.#wait()
    if (server.applied === wanted) this.#attached(server)
    else void this.#attachLater(server)
  }

  #wait() {
    this.#isBusy = true
    this.#isWaiting = true
    this.pool.pool.enter(this)
  }

  #stopWaiting() {
    this.#isBusy = false
    this.#isWaiting = false
  }

  /** As one who waits: for a connection that has these, if there is one. */
  get settings() {
    return this.#dialogue.wanted
  }

  /** As one who waits: the connection has come. */
  give(server: ServerConnection) {
    this.#stopWaiting()
    if (server.applied !== this.#dialogue.wanted) return void this.#attachLater(server)
    this.#attached(server)
    this.#resume()
  }

  /** As one who waits: none will come. */
  refuse(error: Error) {
    this.#stopWaiting()
    this.#fail(asPostgresError(error))
  }

  async #attachLater(server: ServerConnection) {
    const { wanted } = this.#dialogue
    this.#isBusy = true
    try {
      await this.pool.apply(server, wanted)
    } catch (error) {
      this.#isBusy = false
      void this.pool.giveBack(server, { isSettled: true, isDirty: false })
      return this.isEnded ? this.#dialogue.end() : this.#fail(asPostgresError(error))
    }
    this.#isBusy = false
    if (this.isEnded) {
      this.#dialogue.end()
      return this.pool.putBack(server)
    }
    this.#attached(server)
    this.#resume()
  }

  #attached(server: ServerConnection) {
    this.client.server = server
    this.#isFresh = true
    server.use(this)
    this.client.report(server.parameters)
    this.#dialogue.checkReadable(server.parameters)
  }

  /** A statement that waits for a connection is under way as well, as far as its client can tell. */
  override async cancel() {
    if (this.#isWaiting) {
      this.pool.pool.leave(this)
      this.refuse(canceled())
    }
    // What the gateway does for itself meanwhile is not the client's to cancel.
    else if (!this.#isBusy) await super.cancel()
  }

  /** An error with which the client may go on: it waited in vain. Any other ends the connection. */
  #fail(error: PostgresError) {
    if (error.severity === 'FATAL') return this.dismiss(error)
    answerRefusal(error, this.#reader, this.#dialogue, this.client.socket)
    this.#isHeld = false
    this.#resume()
  }

  /** Which value of a sequence was last seen is asked in a transaction of its own: it would be another client's. */
  #forgetSequences(server: ServerConnection) {
    this.#isHeld = true
    this.#isFresh = false
    void this.#meanwhile(server, () => server.run('discard sequences'))
  }

  /** Inside a transaction too, RESET leads back to what the client began with. */
  #lead(server: ServerConnection) {
    const sql = this.#dialogue.takeLead()
    if (sql !== undefined) void this.#meanwhile(server, () => server.run(sql))
    else this.#resume()
  }

  /** Does something of the gateway's own between two messages of the client. */
  async #meanwhile(server: ServerConnection, work: () => Promise<unknown>) {
    this.#isBusy = true
    this.hold(true)
    let failure: unknown
    try {
      await work()
    } catch (error) {
      failure = error
      server.isSpoiled = true
    }
    this.#isBusy = false
    if (this.isEnded) this.#endLate(server)
    else if (failure) this.dismiss(asPostgresError(failure))
    else this.#resume()
  }

  /** A transaction is over and nothing else under way: the connection goes back, unless the client needs this one. */
  #settle(server: ServerConnection) {
    this.#dialogue.checkReadable(server.parameters)
    this.pool.totals.transactions += 1
    if (!this.#dialogue.named.isEmpty || server.parameters !== this.client.seen) void this.#follow(server)
    else this.#letGo(server)
  }

  async #follow(server: ServerConnection) {
    this.#isBusy = true
    this.hold(true)
    await this.#dialogue.follow(server, this.client.seen)
    this.#isBusy = false
    this.client.seen = server.parameters
    if (this.isEnded) this.#endLate(server)
    else this.#letGo(server)
  }

  #letGo(server: ServerConnection) {
    this.#dialogue.named.isCertain = true
    if (!this.#dialogue.isPinned) {
      this.serverLeft()
      this.client.server = undefined
      this.pool.putBack(server)
    }
    this.#resume()
  }

  /** The client left while the gateway was working for it. */
  #endLate(server: ServerConnection) {
    this.abandon(server)
    this.#dialogue.end()
  }
}

const canceled = () =>
  new PostgresError('57014', 'canceling statement due to user request', { severity: 'ERROR' })
