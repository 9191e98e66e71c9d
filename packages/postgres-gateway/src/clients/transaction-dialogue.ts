import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient, FromServer, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import type { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import type { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import { NO_PARAMETERS, type Parameters } from '../servers/parameters.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import { areEqual, type Settings, settingsStatement } from '../servers/server-settings.ts'
import {
  type Deallocation,
  isPlain,
  NO_TRAITS,
  type StatementTraits,
  traitsOf,
} from '../statements/statement-traits.ts'
import { NotYet } from './certain-names.ts'
import { ClientStatements, type Rewriting, unfit } from './client-statements.ts'
import { followSettings, isReadable, NamedSettings } from './followed-settings.ts'
import type { Outbox } from './outbox.ts'
import { asPostgresError } from './relay.ts'
import { type Awaited, ReplyLedger } from './reply-ledger.ts'

/** A statement nobody has: asking for it makes the server fail, in order, where something is refused. */
const REFUSED = 'basalt_refused'

/** How the tags begin that say something of the session: DEALLOCATE, DISCARD ALL, PREPARE, ROLLBACK. */
const TELLING = new Set([...'DPR'].map((letter) => letter.charCodeAt(0)))

/** With one of these the server has done what one message of a batch asked for: 1 at its place. */
const REPLIES = new Uint8Array(256)
for (const type of [
  FromServer.bindComplete,
  FromServer.closeComplete,
  FromServer.commandComplete,
  FromServer.emptyQueryResponse,
  FromServer.noData,
  FromServer.parseComplete,
  FromServer.portalSuspended,
  FromServer.rowDescription,
])
  REPLIES[type] = 1

/** What a server says of the session, or what is not always the client's to hear: 1 at its place. */
const WATCHED = new Uint8Array(256)
for (const type of [
  FromServer.closeComplete,
  FromServer.commandComplete,
  FromServer.copyInResponse,
  FromServer.errorResponse,
  FromServer.parameterStatus,
  FromServer.parseComplete,
  FromServer.readyForQuery,
])
  WATCHED[type] = 1

const ASKS_SEQUENCE = /\b(?:currval|lastval)\b/i

/**
 * What a client in transaction mode says and is answered, rewritten so that it cannot tell which server connection it
 * talks to. It decides message by message, and knows nothing of waiting for connections.
 */
export class TransactionDialogue {
  /** The settings of the client's session, wherever its next transaction runs. */
  wanted: Settings
  readonly ledger = new ReplyLedger()
  /** What the present transaction says about settings. */
  named = new NamedSettings()
  /** Only this very connection has what the client left there. */
  isPinned = false
  /** Of a batch that was refused, everything until its Sync is skipped, as the server does. */
  isSkipping = false
  /** Until the answer has come, nothing more may be sent: it decides which statements are left. */
  awaitsClear = false
  readonly #pool: LoginPool
  readonly #startupSettings: Settings
  readonly #toServer: Outbox
  readonly #toClient: Outbox
  readonly #statements: ClientStatements
  /** Made once, because each message needs it. */
  #rewriting: Rewriting | undefined
  /** What is being sent may drop statements. */
  #clears = false
  /** The message resets the client's initial settings, which the gateway has to restore. */
  #leadsBack = false
  /** What the message at hand depends on, and is not answered yet. */
  #awaited: Awaited | undefined
  /** Of the Query or Parse that was read last, byte by byte. */
  #text = ''
  /** Whether that text needs no closer look. */
  #isPlain = true
  /** What the Query that is being answered drops, in its order. */
  #deallocated: string[] = []
  /** Of the session, when it was last looked whether its SQL can be read. */
  #checked: Parameters = NO_PARAMETERS

  constructor(pool: LoginPool, startupSettings: Settings, boxes: { toServer: Outbox; toClient: Outbox }) {
    this.#pool = pool
    this.#startupSettings = startupSettings
    this.wanted = startupSettings
    this.#toServer = boxes.toServer
    this.#toClient = boxes.toClient
    this.#statements = new ClientStatements(pool)
  }

  /** Whether answers have to come before anything else is sent. */
  get mustWait() {
    return this.awaitsClear || this.#awaited !== undefined
  }

  /** A new message of the client is at hand. */
  read({ type, buffer, start, end }: MessageReader) {
    if (type === FromClient.query) this.#readText(buffer.toString('latin1', start + 5, end - 1))
    else if (type === FromClient.parse) this.#readText(buffer.toString('latin1', start + 5, end))
  }

  #readText(text: string) {
    // Many clients say the same thing again and again.
    if (text === this.#text) return
    this.#text = text
    this.#isPlain = isPlain(text)
  }

  /** Whether the message at hand asks what only an earlier one on the same connection could know. */
  asksSequence(reader: MessageReader): boolean {
    const { type } = reader
    if (type === FromClient.bind) return this.#statements.asksSequence(reader)
    const isText = type === FromClient.query || type === FromClient.parse
    return isText && !this.#isPlain && ASKS_SEQUENCE.test(this.#text)
  }

  /** Sends the message at hand; false when it has to wait for answers first, and be tried again. */
  send(reader: MessageReader, server: ServerConnection): boolean {
    const { type, buffer, start, end, isBeginning } = reader
    if (this.isSkipping && type !== FromClient.sync) return true
    if (type === FromClient.query) return this.#query(reader, server)
    this.#rewriting ??= { server, ledger: this.ledger, out: this.#toServer }
    const rewriting = this.#rewriting
    rewriting.server = server
    try {
      if (type === FromClient.parse)
        this.#statements.parse(reader, { text: this.#text, isPlain: this.#isPlain }, rewriting, this.wanted)
      else if (type === FromClient.bind) this.#note(this.#statements.bind(reader, rewriting))
      else if (type === FromClient.describe) this.#statements.describe(reader, rewriting)
      else if (type === FromClient.close) this.#statements.close(reader, rewriting)
      else if (type === FromClient.execute) {
        this.#statements.execute(reader, rewriting)
        // What follows in the batch may mean statements that are no longer there.
        if (this.#clears && !this.ledger.hasFailed) this.#awaited = this.#statements.milestone(rewriting)
      } else {
        if (isBeginning) this.#noteSent(type)
        this.#toServer.pass(buffer, start, end)
      }
    } catch (error) {
      if (error instanceof NotYet) {
        this.#awaited = error.awaited
        return false
      }
      this.#refuse(asPostgresError(error))
      this.isSkipping = true
    }
    return true
  }

  /** Passes on one piece of what the server sent, or not. */
  answer(server: ServerConnection) {
    const { type, buffer, start, end, isBeginning } = server.reader
    if (isBeginning && REPLIES[type] === 1) this.ledger.reply()
    if (WATCHED[type] === 0) return this.#toClient.pass(buffer, start, end)
    server.observe()
    if (type === FromServer.parseComplete || type === FromServer.closeComplete) {
      if (this.ledger.complete() === 'swallow') return
    } else if (type === FromServer.readyForQuery) {
      this.ledger.ready()
      if (this.#deallocated.length > 0) this.#deallocated = []
    } else if (type === FromServer.errorResponse) {
      this.named.isCertain = false
      const error = buffer.subarray(start, end)
      const replacement = this.ledger.fail(error.includes(REFUSED))
      return this.#toClient.add(replacement ?? this.#statements.reword(error))
    } else if (type === FromServer.commandComplete && TELLING.has(buffer[start + 5]!)) {
      const tag = buffer.toString('latin1', start + 5, end - 1)
      if (tag === 'PREPARE' && this.#deallocated.length > 0) return
      this.#completed(server, tag)
    } else if (type === FromServer.copyInResponse && isBeginning) this.ledger.startCopy()
    this.#toClient.pass(buffer, start, end)
  }

  /** A simple query came to nothing. */
  dropUnnamed() {
    this.#statements.dropUnnamed(undefined)
  }

  /** Looks whether what was waited for has come; true when the message that waits may be tried again. */
  stopWaiting(): boolean {
    if (!this.mustWait) return false
    if (this.#awaited && !this.ledger.has(this.#awaited)) this.#awaited = undefined
    if (this.ledger.isSettled) this.awaitsClear = false
    return !this.mustWait
  }

  isSettled(server: ServerConnection) {
    return server.status === TransactionStatus.idle && this.ledger.isSettled
  }

  /** A session whose SQL the gateway might misread keeps its connection. */
  checkReadable(parameters: Parameters) {
    if (this.#checked === parameters) return
    this.#checked = parameters
    if (!isReadable(parameters)) this.pin()
  }

  pin() {
    if (!this.isPinned) this.#pool.counts.pinned += 1
    this.isPinned = true
  }

  unpin() {
    if (this.isPinned) this.#pool.counts.pinned -= 1
    this.isPinned = false
  }

  /** After a transaction that may have changed settings, their current values follow the client. */
  async follow(server: ServerConnection, seen: Parameters) {
    const { named } = this
    this.named = new NamedSettings()
    try {
      const client = { wanted: this.wanted, startupSettings: this.#startupSettings, seen }
      const { wanted, applied } = await followSettings(server, client, named)
      this.wanted = this.#pool.intern(wanted)
      server.applied = areEqual(applied, this.wanted) ? this.wanted : applied
    } catch {
      // Unreadable settings cannot follow the client, so it keeps this connection.
      this.pin()
    }
  }

  /** Restores the client's initial settings after it has reset them; undefined when there is nothing to restore. */
  takeLead(): string | undefined {
    const names = this.named.takeResets({ wanted: this.wanted, startupSettings: this.#startupSettings })
    return names.length > 0 ? settingsStatement(this.#startupSettings, names) : undefined
  }

  end() {
    this.#statements.clear()
    this.unpin()
  }

  #noteSent(type: number) {
    if (type === FromClient.sync) {
      this.isSkipping = false
      this.ledger.sync()
      this.#awaitSession()
    } else if (type === FromClient.functionCall) this.ledger.query()
    else if (type === FromClient.copyDone || type === FromClient.copyFail) this.ledger.endCopy()
  }

  #query({ buffer, start, end }: MessageReader, server: ServerConnection): boolean {
    const traits = this.#isPlain ? NO_TRAITS : traitsOf(this.#text)
    if (traits.refused) {
      this.#refuse(unfit(traits.refused))
      this.ledger.sync()
      this.#toServer.add(clientMessages.sync())
      return true
    }
    if (traits.clears && !this.ledger.isSettled && !this.ledger.isBatchOpen) {
      // What is dropped has to be certain first.
      this.awaitsClear = true
      return false
    }
    this.#note(traits)
    this.#awaitSession()
    this.#statements.dropUnnamed(server)
    this.ledger.query()
    const dropped = traits.deallocations && this.#dropped(traits.deallocations)
    if (dropped) this.#toServer.add(clientMessages.query(this.#withoutDropping(dropped)))
    else this.#toServer.pass(buffer, start, end)
    return true
  }

  /** Those that drop a statement of the client, each the first that does; undefined when none is. */
  #dropped(deallocations: readonly Deallocation[]): Deallocation[] | undefined {
    const names = new Set<string>()
    const dropped = deallocations.filter(({ name }) => {
      if (names.has(name) || !this.#statements.has(name)) return false
      return names.add(name)
    })
    this.#deallocated = [...names]
    return dropped.length > 0 ? dropped : undefined
  }

  /** The text of the Query at hand as the server runs it: the client's statements may be those of others too. */
  #withoutDropping(dropped: Deallocation[]): string {
    let text = this.#text
    for (const { start, end } of dropped.reverse())
      text = text.slice(0, start) + this.#pool.statements.comeAndGone() + text.slice(end)
    return text
  }

  /** Later messages may depend on the state of the session after this. */
  #awaitSession() {
    this.awaitsClear = this.#clears || this.#leadsBack
    this.#clears = false
    this.#leadsBack = false
  }

  #note(traits: StatementTraits) {
    if (traits === NO_TRAITS) return
    this.named.add(traits)
    for (const name of traits.resets ?? [])
      if (name === '*' ? this.#startupSettings.size > 0 : this.#startupSettings.has(name))
        this.#leadsBack = true
    if (traits.clears) this.#clears = true
    if (traits.isHolding) this.pin()
  }

  /** Makes the server fail at this point, so that its transaction fails as it would have, and says why. */
  #refuse(error: PostgresError) {
    if (error.severity === 'FATAL') throw error
    this.ledger.refuse(serverMessages.error(error))
    this.#toServer.add(clientMessages.bindNothing(REFUSED))
  }

  #completed(server: ServerConnection, tag: string) {
    if (tag === 'ROLLBACK') this.named.isCertain = false
    else if (tag === 'DISCARD ALL') {
      server.forget()
      this.#statements.clear()
      this.unpin()
      this.wanted = this.#startupSettings
    } else if (tag === 'DEALLOCATE ALL') this.#statements.dropAnswered(server, this.ledger)
    else if (tag === 'DEALLOCATE') {
      const name = this.#deallocated.shift()
      if (name !== undefined) this.#statements.remove(name)
    }
  }
}
