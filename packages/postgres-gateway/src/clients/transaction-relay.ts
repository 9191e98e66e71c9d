import { clientMessages } from '../protocol/client-messages.ts'
import { FromClient, FromServer, TransactionStatus } from '../protocol/message-codes.ts'
import { MessageReader } from '../protocol/message-reader.ts'
import type { PostgresError } from '../protocol/postgres-error.ts'
import { serverMessages } from '../protocol/server-messages.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import { NO_PARAMETERS, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import { areEqual, type Settings, settingsStatement } from '../servers/server-settings.ts'
import { type StatementTraits, traitsOf } from '../statements/statement-traits.ts'
import type { ClientConnection, ClientState } from './client-connection.ts'
import { ClientStatements, NotYet, type Rewriting, unfit } from './client-statements.ts'
import { followSettings, isReadable, NamedSettings } from './followed-settings.ts'
import { asPostgresError, Relay } from './relay.ts'
import { type Awaited, ReplyLedger } from './reply-ledger.ts'

/** A statement nobody has: asking for it makes the server fail, in order, where something is refused. */
const REFUSED = 'basalt_refused'

/** How the tags begin that say something of the session: DEALLOCATE ALL, DISCARD ALL, ROLLBACK. */
const TELLING = new Set([...'DR'].map((letter) => letter.charCodeAt(0)))

const ASKS_SEQUENCE = /\b(?:currval|lastval)\b/i

/** What may come when no transaction is open, and needs no server connection. */
const NEEDS_NO_SERVER = new Set<number>([
  FromClient.copyData,
  FromClient.copyDone,
  FromClient.copyFail,
  FromClient.flush,
  FromClient.sync,
])

/**
 * Transaction mode: a server connection for the length of a transaction. What a client can tell apart from a session
 * of its own follows it from connection to connection, holds its connection for it, or is refused.
 */
export class TransactionRelay extends Relay {
  wanted: Settings
  readonly #reader: MessageReader
  readonly #ledger = new ReplyLedger()
  readonly #statements: ClientStatements
  /** A message has been read that waits for a server connection. */
  #isHeld = false
  #isBusy = false
  #isWaiting = false
  /** Nothing was sent on this connection in this transaction yet. */
  #isFresh = false
  #isPinned = false
  /** Until the answer has come, nothing more is sent: it decides which statements are left. */
  #awaitsClear = false
  /** What is being sent may drop statements. */
  #clears = false
  /** Of a batch that was refused, everything until its Sync. */
  #isSkipping = false
  /** What the held message depends on, and is not answered yet. */
  #awaited: Awaited | undefined
  #named = new NamedSettings()
  #deallocated: string | undefined
  #readable: Parameters = NO_PARAMETERS

  constructor(client: ClientConnection, pool: LoginPool, onEnd: () => void) {
    super(client, pool, onEnd)
    this.wanted = client.startupSettings
    this.#statements = new ClientStatements(pool)
    this.#reader = new MessageReader((type) => type === FromClient.copyData, pool.limits.heldMessageMaxBytes)
  }

  get state(): ClientState {
    if (this.#isWaiting) return 'waiting'
    return this.client.server ? 'active' : 'idle'
  }

  get isBetweenTransactions() {
    const { server } = this.client
    return server ? this.#isPinned && this.#isSettled(server) : !this.#isHeld
  }

  protected onClientData(chunk: Buffer) {
    this.#reader.feed(chunk)
    this.#pump()
  }

  protected onServerPieces(server: ServerConnection) {
    const { reader } = server
    let isReady = false
    while (reader.next()) {
      this.#answer(server)
      isReady ||= reader.type === FromServer.readyForQuery
    }
    this.flushToClient()
    if (this.#awaited && !this.#ledger.has(this.#awaited)) {
      this.#awaited = undefined
      if (!this.#ledger.isSettled) return this.#resume()
    }
    if (!isReady || !this.#ledger.isSettled) return
    const awaitedClear = this.#awaitsClear
    this.#awaitsClear = false
    if (this.#isSettled(server)) this.#settle(server)
    else if (this.#named.resets.size > 0 && server.status === TransactionStatus.open) void this.#lead(server)
    else if (awaitedClear || this.#isHeld) this.#resume()
  }

  protected abandon(server: ServerConnection) {
    this.serverLeft()
    // Whoever is busy with the connection finds the client gone, and comes here again.
    if (this.#isBusy) return
    void this.pool.giveBack(server, {
      isSettled: this.#ledger.isSettled,
      isDirty: this.#isPinned || !this.#named.isEmpty,
    })
  }

  protected onEnded() {
    this.#statements.clear()
    if (this.#isPinned) this.pool.counts.pinned -= 1
  }

  #isSettled(server: ServerConnection) {
    return server.status === TransactionStatus.idle && this.#ledger.isSettled
  }

  #resume() {
    this.hold(false)
    if (this.#isHeld || this.#reader.unreadBytes > 0) this.#pump()
  }

  /** Passes on what the client sent, until a server connection has to be waited for. */
  #pump() {
    while (!this.#mustWait && !this.isEnded && (this.#isHeld || this.#reader.next())) {
      this.#isHeld = false
      if (this.#reader.type === FromClient.terminate) {
        this.flushToServer()
        return this.end()
      }
      const { server } = this.client
      if (server && this.#isFresh && this.#asksSequence()) void this.#forgetSequences(server)
      else if (server) this.#send(server)
      else if (this.#isSkipping || NEEDS_NO_SERVER.has(this.#reader.type)) this.#answerAlone()
      else {
        this.#isHeld = true
        this.#attach()
      }
    }
    this.flushToServer()
    if (this.#mustWait) this.hold(true)
  }

  get #mustWait() {
    return this.#isBusy || this.#awaitsClear || this.#awaited !== undefined
  }

  /** Without a transaction there is only one thing to answer. */
  #answerAlone() {
    if (this.#reader.type !== FromClient.sync) return
    this.#isSkipping = false
    this.client.socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
  }

  #attach() {
    const server = this.pool.pool.take(this.wanted)
    if (server && server.applied === this.wanted) this.#attached(server)
    else void this.#attachLater(server)
  }

  async #attachLater(free: ServerConnection | undefined) {
    this.#isBusy = true
    let server = free
    try {
      this.#isWaiting = !server
      server ??= await this.pool.wait(this.wanted, this.client.gone.signal)
      this.#isWaiting = false
      await this.pool.apply(server, this.wanted)
      if (this.isEnded) return this.pool.putBack(server)
      this.#isBusy = false
      this.#attached(server)
      this.#resume()
    } catch (error) {
      this.#isWaiting = false
      this.#isBusy = false
      if (server) void this.pool.giveBack(server, { isSettled: true, isDirty: false })
      this.#fail(asPostgresError(error))
    }
  }

  #attached(server: ServerConnection) {
    this.client.server = server
    this.#isFresh = true
    server.use(this)
    this.client.report(server.parameters)
    this.#checkReadable(server)
  }

  /** An error with which the client may go on: it waited in vain. Any other ends the connection. */
  #fail(error: PostgresError) {
    if (this.isEnded) return
    if (error.severity === 'FATAL') return this.dismiss(error)
    this.client.socket.write(serverMessages.error(error))
    const isWhole = this.#reader.type === FromClient.query || this.#reader.type === FromClient.functionCall
    if (isWhole) this.client.socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
    else this.#isSkipping = true
    this.#isHeld = false
    this.#resume()
  }

  #send(server: ServerConnection) {
    const { type, buffer, start, end, isBeginning } = this.#reader
    if (this.#isSkipping && type !== FromClient.sync) return
    const rewriting: Rewriting = { server, ledger: this.#ledger, out: this.toServer }
    try {
      this.#isFresh = false
      if (type === FromClient.query) this.#query(server)
      else if (type === FromClient.parse) this.#statements.parse(this.#reader, rewriting, this.wanted)
      else if (type === FromClient.bind) this.#note(this.#statements.bind(this.#reader, rewriting))
      else if (type === FromClient.describe) this.#statements.describe(this.#reader, rewriting)
      else if (type === FromClient.close) this.#statements.close(this.#reader, rewriting)
      else {
        if (isBeginning) this.#noteSent(type)
        this.toServer.pass(buffer, start, end)
      }
    } catch (error) {
      if (error instanceof NotYet) {
        this.#awaited = error.awaited
        this.#isHeld = true
        return
      }
      this.#refuse(asPostgresError(error))
      // The server will read no more of this batch either.
      this.#isSkipping = true
    }
  }

  #noteSent(type: number) {
    if (type === FromClient.sync) {
      this.#isSkipping = false
      this.#ledger.sync()
      this.#awaitsClear = this.#clears
      this.#clears = false
    } else if (type === FromClient.functionCall) this.#ledger.query()
    else if (type === FromClient.copyDone || type === FromClient.copyFail) this.#ledger.endCopy()
    else if (type === FromClient.execute) this.#ledger.isBatchOpen = true
  }

  #query(server: ServerConnection) {
    const { buffer, start, end } = this.#reader
    const traits = traitsOf(buffer.toString('latin1', start + 5, end - 1))
    if (traits.refused) {
      this.#refuse(unfit(traits.refused))
      this.#ledger.sync()
      this.toServer.add(clientMessages.sync())
      return
    }
    if (traits.clears && !this.#ledger.isSettled && !this.#ledger.isBatchOpen) {
      // What is dropped has to be certain first.
      this.#isHeld = true
      this.#awaitsClear = true
      return
    }
    this.#note(traits)
    this.#awaitsClear = this.#clears
    this.#clears = false
    this.#statements.dropUnnamed(server)
    this.#ledger.query()
    if (traits.deallocates !== undefined && this.#statements.has(traits.deallocates)) {
      // The server knows it by another name, and perhaps not at all.
      this.#deallocated = traits.deallocates
      this.toServer.add(clientMessages.query('deallocate all'))
    } else this.toServer.pass(buffer, start, end)
  }

  /** Whether the first message of a transaction asks what only an earlier one on this connection could know. */
  #asksSequence() {
    const { type, buffer, start, end } = this.#reader
    if (type === FromClient.query || type === FromClient.parse)
      return ASKS_SEQUENCE.test(buffer.toString('latin1', start + 5, end))
    return type === FromClient.bind && this.#statements.asksSequence(this.#reader)
  }

  /** Which value of a sequence was last seen is asked in a transaction of its own: it would be another client's. */
  #forgetSequences(server: ServerConnection) {
    this.#isHeld = true
    this.#isFresh = false
    return this.#meanwhile(server, () => server.run('discard sequences'))
  }

  /** Does something of the gateway's own between two messages of the client. */
  async #meanwhile(server: ServerConnection, work: () => Promise<unknown>) {
    this.#isBusy = true
    this.hold(true)
    try {
      await work()
      this.#isBusy = false
      if (this.isEnded) this.abandon(server)
      else this.#resume()
    } catch (error) {
      this.#isBusy = false
      server.isSpoiled = true
      if (this.isEnded) this.abandon(server)
      else this.dismiss(asPostgresError(error))
    }
  }

  #note(traits: StatementTraits) {
    this.#named.add(traits)
    if (traits.clears) this.#clears = true
    if (traits.isHolding) this.#pin()
  }

  #pin() {
    if (!this.#isPinned && !this.isEnded) this.pool.counts.pinned += 1
    this.#isPinned = true
  }

  #unpin() {
    if (this.#isPinned) this.pool.counts.pinned -= 1
    this.#isPinned = false
  }

  #checkReadable({ parameters }: ServerConnection) {
    if (this.#readable === parameters) return
    this.#readable = parameters
    if (!isReadable(parameters)) this.#pin()
  }

  /** Makes the server fail at this point, so that its transaction fails as it would have, and says why. */
  #refuse(error: PostgresError) {
    if (error.severity === 'FATAL') throw error
    this.#ledger.refuse(serverMessages.error(error))
    this.toServer.add(clientMessages.bindNothing(REFUSED))
  }

  /** Passes on one piece of what the server sent, or not. */
  #answer(server: ServerConnection) {
    const { type, buffer, start, end, isBeginning } = server.reader
    server.observe()
    if (type === FromServer.parseComplete || type === FromServer.closeComplete) {
      if (this.#ledger.complete() === 'swallow') return
    } else if (type === FromServer.readyForQuery) {
      this.#ledger.ready()
      this.#deallocated = undefined
    } else if (type === FromServer.errorResponse) {
      this.#named.isCertain = false
      const message = this.noteError(server)
      const replacement = this.#ledger.fail(message.includes(REFUSED))
      return this.toClient.add(replacement ?? this.#statements.reword(message))
    } else if (type === FromServer.commandComplete && TELLING.has(buffer[start + 5]!)) {
      const tag = this.#completed(server, buffer.toString('latin1', start + 5, end - 1))
      if (tag !== undefined) return this.toClient.add(serverMessages.commandComplete(tag))
    } else if (type === FromServer.copyInResponse && isBeginning) this.#ledger.startCopy()
    this.toClient.pass(buffer, start, end)
  }

  /** A command is done; answers what it is called when that is not what it was sent as. */
  #completed(server: ServerConnection, tag: string): string | undefined {
    if (tag === 'ROLLBACK') this.#named.isCertain = false
    else if (tag === 'DISCARD ALL') {
      server.forget()
      this.#statements.clear()
      this.#unpin()
      this.wanted = this.client.startupSettings
    } else if (tag === 'DEALLOCATE ALL') {
      server.prepared.clear()
      if (this.#deallocated === undefined) this.#statements.clear()
      else {
        this.#statements.remove(this.#deallocated)
        return 'DEALLOCATE'
      }
    }
    return undefined
  }

  /** A transaction is over and nothing else under way: the connection goes back, unless the client needs this one. */
  #settle(server: ServerConnection) {
    this.#checkReadable(server)
    this.pool.counts.transactions += 1
    if (!this.#named.isEmpty || server.parameters !== this.client.seen) void this.#follow(server)
    else this.#letGo(server)
  }

  /** Inside a transaction too, RESET leads back to what the client began with. */
  async #lead(server: ServerConnection) {
    const { startupSettings } = this.client
    const names = this.#named.takeResets({ wanted: this.wanted, startupSettings })
    if (names.length > 0)
      await this.#meanwhile(server, () => server.run(settingsStatement(startupSettings, names)))
    else this.#resume()
  }

  async #follow(server: ServerConnection) {
    this.#isBusy = true
    this.hold(true)
    const named = this.#named
    this.#named = new NamedSettings()
    try {
      const { wanted, applied } = await followSettings(
        server,
        { wanted: this.wanted, startupSettings: this.client.startupSettings, seen: this.client.seen },
        named,
      )
      this.wanted = this.pool.intern(wanted)
      server.applied = areEqual(applied, this.wanted) ? this.wanted : applied
    } catch {
      // What cannot be read cannot follow, so the client stays where it is set.
      this.#pin()
    }
    this.#isBusy = false
    this.client.seen = server.parameters
    if (this.isEnded) return this.abandon(server)
    if (!server.isClosed) this.#letGo(server)
  }

  #letGo(server: ServerConnection) {
    if (!this.#isPinned) {
      this.serverLeft()
      this.client.server = undefined
      void this.pool.putBack(server)
    }
    this.#resume()
  }
}
