import type { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient, FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Waiter } from '../servers/wait-queue.ts'
import type { ClientConnection, ClientState } from './client-connection.ts'
import { needsNoServer, replyLocally, replyRefused } from './local-replies.ts'
import { asPostgresError, Relay } from './relay.ts'
import { TransactionRewriter } from './transaction-rewriter.ts'

const TERMINATE_MESSAGE = clientMessages.terminate()

/**
 * Transaction mode: a server connection for the length of a transaction. Session state follows the client from
 * connection to connection, pins it to its connection, or is refused.
 */
export class TransactionRelay extends Relay implements Waiter {
  readonly #reader: MessageReader
  readonly #rewriter: TransactionRewriter
  /** A message has been read and waits to be sent. */
  #isHeld = false
  /** A task of the gateway itself is running. */
  #isBusy = false
  #isWaiting = false
  /** The server has been sent the start of a message, and not its end. */
  #isPassing = false
  /** The server became idle before the message ended; the connection can be released after its end. */
  #isOverdue = false
  /** Nothing was sent on this connection in the current transaction. */
  #isFresh = false

  constructor(client: ClientConnection, pool: LoginPool, onEnd: () => void) {
    super(client, pool, onEnd)
    this.#rewriter = new TransactionRewriter(pool, client.startupSettings, this)
    this.#reader = new MessageReader((type) => type === FromClient.copyData, pool.limits.heldMessageMaxBytes)
  }

  get state(): ClientState {
    if (this.#isWaiting) return 'waiting'
    return this.client.server ? 'active' : 'idle'
  }

  protected get isFinishing() {
    return (this.#isHeld || this.#reader.unreadBytes > 0) && this.#reader.endsWith(TERMINATE_MESSAGE)
  }

  get isHoldingIdly() {
    const { replies, isPinned } = this.#rewriter
    return this.client.server !== undefined && !isPinned && !this.#isBusy && !replies.owesReady
  }

  get isBetweenTransactions() {
    const { server } = this.client
    return server ? this.#rewriter.isPinned && this.#rewriter.isSettled(server) : !this.#isHeld
  }

  protected onClientData(chunk: BorrowedChunk) {
    this.#reader.feed(chunk)
    this.#pump()
  }

  protected onServerPieces(server: ServerConnection) {
    const { reader } = server
    let isReady = false
    const rewriter = this.#rewriter
    while (reader.next()) {
      if (reader.type === FromServer.readyForQuery) isReady = true
      else if (reader.type === FromServer.errorResponse) this.noteError(server)
      rewriter.answer(server)
    }
    this.flushToClient()
    const mayContinue = rewriter.stopWaiting()
    if (!isReady || !rewriter.replies.isSettled) {
      if (mayContinue) this.#resume()
    } else if (this.#isPassing) this.#isOverdue = true
    else this.#becameIdle(server)
  }

  /** The server has answered everything and waits for the next message. */
  #becameIdle(server: ServerConnection) {
    const rewriter = this.#rewriter
    if (server.status === TransactionStatus.idle) this.#settle(server)
    else if (rewriter.named.resets.size > 0 && server.status === TransactionStatus.open)
      this.#restoreSettings(server)
    else this.#resume()
  }

  protected abandon(server: ServerConnection) {
    this.serverLeft()
    // The task that is using the connection finds the client gone, and abandons it then.
    if (this.#isBusy) return
    const { replies, isPinned, named } = this.#rewriter
    void this.pool.reclaim(server, {
      isSettled: replies.isSettled,
      isDirty: isPinned || !named.isEmpty,
      isInsideMessage: this.#isPassing,
    })
  }

  protected onEnded() {
    if (this.#isWaiting) {
      this.pool.pool.leave(this)
      this.#stopWaiting()
    }
    if (!this.#isBusy) this.#rewriter.end()
  }

  /** Passes on what the client sent, until it has to wait for something. */
  #pump() {
    while (!this.#mustWait() && !this.isEnded && (this.#isHeld || this.#next())) {
      this.#isHeld = false
      if (this.#reader.type === FromClient.terminate) {
        this.flushToServer()
        return this.end()
      }
      const { server } = this.client
      if (server && this.#isFresh && this.#rewriter.readsSequence(this.#reader)) this.#forgetSequences(server)
      else if (server) {
        this.#isFresh = false
        this.#isHeld = !this.#rewriter.send(this.#reader, server)
        this.#isPassing = !this.#reader.isEnd
        if (this.#isOverdue && !this.#isPassing) this.#passed(server)
      } else if (this.#rewriter.isSkipping || needsNoServer(this.#reader))
        replyLocally(this.#reader, this.#rewriter, this.client.socket)
      else {
        this.#isHeld = true
        this.#attach()
      }
    }
    this.flushToServer()
    // Only after what was read is passed on: otherwise each statement that gets its turn would let in a whole chunk.
    this.hold(this.#mustWait())
  }

  /** The end of a message that the server had started to read before it became idle. */
  #passed(server: ServerConnection) {
    this.#isOverdue = false
    if (!this.#rewriter.replies.isSettled) return
    this.flushToServer()
    this.#becameIdle(server)
  }

  #next() {
    if (!this.#reader.next()) return false
    this.#rewriter.read(this.#reader)
    return true
  }

  /** A method, because V8 is slow at looking up private getters. */
  #mustWait() {
    return this.#isBusy || this.#rewriter.mustWait || this.#mustDrain()
  }

  /** A client that does not read its replies gets no connection for more of them: they would pile up here. */
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
    const { wanted } = this.#rewriter
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

  /** As a waiter: the settings that a connection should have, if possible. */
  get settings() {
    return this.#rewriter.wanted
  }

  /** As a waiter: called with the connection. */
  give(server: ServerConnection) {
    this.#stopWaiting()
    if (server.applied !== this.#rewriter.wanted) return void this.#attachLater(server)
    this.#attached(server)
    this.#resume()
  }

  /** As a waiter: called when there will be no connection. */
  refuse(error: Error) {
    this.#stopWaiting()
    this.#fail(asPostgresError(error))
  }

  async #attachLater(server: ServerConnection) {
    const { wanted } = this.#rewriter
    this.#isBusy = true
    try {
      await this.pool.apply(server, wanted)
    } catch (error) {
      this.#isBusy = false
      void this.pool.reclaim(server, { isSettled: true, isDirty: false })
      return this.isEnded ? this.#rewriter.end() : this.#fail(asPostgresError(error))
    }
    this.#isBusy = false
    if (this.isEnded) {
      this.#rewriter.end()
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
    this.#rewriter.checkReadable(server.parameters)
  }

  /** A statement that waits for a connection counts as running, so it can be cancelled. */
  override async cancel() {
    if (this.#isWaiting) {
      this.pool.pool.leave(this)
      this.refuse(canceled())
    }
    // The gateway's own task is not the client's to cancel.
    else if (!this.#isBusy) await super.cancel()
  }

  /** After an ERROR the client may continue; any other error ends the connection. */
  #fail(error: PostgresError) {
    if (error.severity === 'FATAL') return this.dismiss(error)
    replyRefused(error, this.#reader, this.#rewriter, this.client.socket)
    this.#isHeld = false
    this.#resume()
  }

  /** `currval` and `lastval` at the start of a transaction would read another client's value, so it is discarded. */
  #forgetSequences(server: ServerConnection) {
    this.#isHeld = true
    this.#isFresh = false
    void this.#runOwn(server, () => server.run('discard sequences'))
  }

  /** Restores startup settings after a RESET inside a transaction. */
  #restoreSettings(server: ServerConnection) {
    const sql = this.#rewriter.restoreStatement()
    if (sql !== undefined) void this.#runOwn(server, () => server.run(sql))
    else this.#resume()
  }

  /** Runs a task of the gateway's own between two messages of the client. */
  async #runOwn(server: ServerConnection, work: () => Promise<unknown>) {
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

  /** A transaction has ended and nothing else is running: the connection goes back, unless the client is pinned. */
  #settle(server: ServerConnection) {
    this.#rewriter.checkReadable(server.parameters)
    this.pool.totals.transactions += 1
    if (!this.#rewriter.named.isEmpty || server.parameters !== this.client.seen) void this.#follow(server)
    else this.#releaseServer(server)
  }

  async #follow(server: ServerConnection) {
    this.#isBusy = true
    this.hold(true)
    await this.#rewriter.follow(server, this.client.seen)
    this.#isBusy = false
    this.client.seen = server.parameters
    if (this.isEnded) this.#endLate(server)
    else this.#releaseServer(server)
  }

  #releaseServer(server: ServerConnection) {
    this.#rewriter.named.isCertain = true
    if (!this.#rewriter.isPinned) {
      this.serverLeft()
      this.client.server = undefined
      this.pool.putBack(server)
    }
    this.#resume()
  }

  /** The client disconnected during a task of the gateway. */
  #endLate(server: ServerConnection) {
    this.abandon(server)
    this.#rewriter.end()
  }
}

const canceled = () =>
  new PostgresError('57014', 'canceling statement due to user request', { severity: 'ERROR' })
