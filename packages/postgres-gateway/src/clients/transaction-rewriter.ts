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
import { ClientStatements, type RewriteContext, unfit } from './client-statements.ts'
import type { OutputBuffer } from './output-buffer.ts'
import { StillPending } from './pending-names.ts'
import { asPostgresError } from './relay.ts'
import { type PendingReply, ReplyQueue } from './reply-queue.ts'
import { isReadable, NamedSettings, trackSettings } from './session-settings.ts'

/** A statement that does not exist: binding it makes the server fail at this point of the batch. */
const REFUSED = 'basalt_refused'

/** First letters of the command tags that concern the session: DEALLOCATE, DISCARD ALL, PREPARE, ROLLBACK. */
const SESSION_TAGS = new Set([...'DPR'].map((letter) => letter.charCodeAt(0)))

/** Replies that complete one message of a batch: 1 at the index of the type. */
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

/** Replies that concern the session, or that may have to be kept from the client: 1 at the index of the type. */
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

const READS_SEQUENCE = /\b(?:currval|lastval)\b/i

/**
 * Rewrites the messages and replies of a client in transaction mode, so that it cannot tell which server connection it
 * uses. Decides message by message, and knows nothing of waiting for connections.
 */
export class TransactionRewriter {
  /** The settings of the client's session, on whatever connection its next transaction runs. */
  wanted: Settings
  readonly replies = new ReplyQueue()
  /** The settings that the current transaction names. */
  named = new NamedSettings()
  /** The client has left state on this connection that no other has. */
  isPinned = false
  /** A message of the batch was refused: the rest up to its Sync is skipped, as the server does. */
  isSkipping = false
  /** Nothing more may be sent before a reply that decides which statements are left. */
  awaitsClear = false
  readonly #pool: LoginPool
  readonly #startupSettings: Settings
  readonly #toServer: OutputBuffer
  readonly #toClient: OutputBuffer
  readonly #statements: ClientStatements
  /** Created once, because every message needs it. */
  #rewriting: RewriteContext | undefined
  /** The batch may drop statements. */
  #clears = false
  /** The batch resets startup settings, which the gateway has to restore. */
  #resetsStartup = false
  /** The unanswered reply that the current message depends on. */
  #awaited: PendingReply | undefined
  /** The text of the last Query or Parse, as bytes in a `latin1` string. */
  #text = ''
  /** Whether that text certainly has no traits. */
  #isPlain = true
  /** The statements that the current Query drops, in order. */
  #deallocated: string[] = []
  /** The parameters for which the readability of SQL was last checked. */
  #checked: Parameters = NO_PARAMETERS

  constructor(
    pool: LoginPool,
    startupSettings: Settings,
    boxes: { toServer: OutputBuffer; toClient: OutputBuffer },
  ) {
    this.#pool = pool
    this.#startupSettings = startupSettings
    this.wanted = startupSettings
    this.#toServer = boxes.toServer
    this.#toClient = boxes.toClient
    this.#statements = new ClientStatements(pool)
  }

  /** Whether replies have to arrive before anything else is sent. */
  get mustWait() {
    return this.awaitsClear || this.#awaited !== undefined
  }

  /** Inspects a new message of the client. */
  read({ type, buffer, start, end }: MessageReader) {
    if (type === FromClient.query) this.#readText(buffer.toString('latin1', start + 5, end - 1))
    else if (type === FromClient.parse) this.#readText(buffer.toString('latin1', start + 5, end))
  }

  #readText(text: string) {
    // Many clients repeat the same text.
    if (text === this.#text) return
    this.#text = text
    this.#isPlain = isPlain(text)
  }

  /** Whether the current message reads what only an earlier one on the same connection can have set. */
  readsSequence(reader: MessageReader): boolean {
    const { type } = reader
    if (type === FromClient.bind) return this.#statements.readsSequence(reader)
    const isText = type === FromClient.query || type === FromClient.parse
    return isText && !this.#isPlain && READS_SEQUENCE.test(this.#text)
  }

  /** Sends the current message; false when replies have to arrive first and it has to be tried again. */
  send(reader: MessageReader, server: ServerConnection): boolean {
    const { type, buffer, start, end, isBeginning } = reader
    if (this.isSkipping && type !== FromClient.sync) return true
    if (type === FromClient.query) return this.#query(reader, server)
    this.#rewriting ??= { server, replies: this.replies, out: this.#toServer }
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
        // Later messages of the batch may name statements that no longer exist.
        if (this.#clears && !this.replies.hasFailed) this.#awaited = this.#statements.milestone(rewriting)
      } else {
        if (isBeginning) this.#noteSent(type)
        this.#toServer.pass(buffer, start, end)
      }
    } catch (error) {
      if (error instanceof StillPending) {
        this.#awaited = error.awaited
        return false
      }
      this.#refuse(asPostgresError(error))
      this.isSkipping = true
    }
    return true
  }

  /** Handles one piece of the server's reply: passes it on, replaces it or swallows it. */
  answer(server: ServerConnection) {
    const { type, buffer, start, end, isBeginning } = server.reader
    if (isBeginning && REPLIES[type] === 1) this.replies.reply()
    if (WATCHED[type] === 0) return this.#toClient.pass(buffer, start, end)
    server.observe()
    if (type === FromServer.parseComplete || type === FromServer.closeComplete) {
      if (this.replies.complete() === 'swallow') return
    } else if (type === FromServer.readyForQuery) {
      this.replies.ready()
      if (this.#deallocated.length > 0) this.#deallocated = []
    } else if (type === FromServer.errorResponse) {
      this.named.isCertain = false
      const error = buffer.subarray(start, end)
      const replacement = this.replies.fail(error.includes(REFUSED))
      return this.#toClient.add(replacement ?? this.#statements.reword(error))
    } else if (type === FromServer.commandComplete && SESSION_TAGS.has(buffer[start + 5]!)) {
      const tag = buffer.toString('latin1', start + 5, end - 1)
      if (tag === 'PREPARE' && this.#deallocated.length > 0) return
      this.#completed(server, tag)
    } else if (type === FromServer.copyInResponse && isBeginning) this.replies.startCopy()
    this.#toClient.pass(buffer, start, end)
  }

  /** A simple query failed before it reached a server. */
  dropUnnamed() {
    this.#statements.dropUnnamed(undefined)
  }

  /** Checks whether the awaited replies have arrived; true when the waiting message may be tried again. */
  stopWaiting(): boolean {
    if (!this.mustWait) return false
    if (this.#awaited && !this.replies.has(this.#awaited)) this.#awaited = undefined
    if (this.replies.isSettled) this.awaitsClear = false
    return !this.mustWait
  }

  isSettled(server: ServerConnection) {
    return server.status === TransactionStatus.idle && this.replies.isSettled
  }

  /** Pins a session whose SQL the gateway might misread. */
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

  /** Reads the settings that a transaction may have changed, so that they follow the client. */
  async follow(server: ServerConnection, seen: Parameters) {
    const { named } = this
    this.named = new NamedSettings()
    try {
      const client = { wanted: this.wanted, startupSettings: this.#startupSettings, seen }
      const { wanted, applied } = await trackSettings(server, client, named)
      this.wanted = this.#pool.intern(wanted)
      server.applied = areEqual(applied, this.wanted) ? this.wanted : applied
    } catch {
      // Unreadable settings cannot follow the client, so it keeps this connection.
      this.pin()
    }
  }

  /** A statement that restores the startup settings that the client has reset; undefined when there are none. */
  restoreStatement(): string | undefined {
    const names = this.named.takeStartupResets({
      wanted: this.wanted,
      startupSettings: this.#startupSettings,
    })
    return names.length > 0 ? settingsStatement(this.#startupSettings, names) : undefined
  }

  end() {
    this.#statements.clear()
    this.unpin()
  }

  #noteSent(type: number) {
    if (type === FromClient.sync) {
      this.isSkipping = false
      this.replies.sync()
      this.#awaitSession()
    } else if (type === FromClient.functionCall) this.replies.query()
    else if (type === FromClient.copyDone || type === FromClient.copyFail) this.replies.endCopy()
  }

  #query({ buffer, start, end }: MessageReader, server: ServerConnection): boolean {
    const traits = this.#isPlain ? NO_TRAITS : traitsOf(this.#text)
    if (traits.refused) {
      this.#refuse(unfit(traits.refused))
      this.replies.sync()
      this.#toServer.add(clientMessages.sync())
      return true
    }
    if (traits.clears && !this.replies.isSettled && !this.replies.isBatchOpen) {
      // What it drops must be certain first.
      this.awaitsClear = true
      return false
    }
    this.#note(traits)
    this.#awaitSession()
    this.#statements.dropUnnamed(server)
    this.replies.query()
    const dropped = traits.deallocations && this.#dropped(traits.deallocations)
    if (dropped) this.#toServer.add(clientMessages.query(this.#withoutDropping(dropped)))
    else this.#toServer.pass(buffer, start, end)
    return true
  }

  /** The deallocations that drop a statement of the client, one for each name; undefined when there are none. */
  #dropped(deallocations: readonly Deallocation[]): Deallocation[] | undefined {
    const names = new Set<string>()
    const dropped = deallocations.filter(({ name }) => {
      if (names.has(name) || !this.#statements.has(name)) return false
      return names.add(name)
    })
    this.#deallocated = [...names]
    return dropped.length > 0 ? dropped : undefined
  }

  /** The current query without its deallocations: other clients may use the same statements. */
  #withoutDropping(dropped: Deallocation[]): string {
    let text = this.#text
    for (const { start, end } of dropped.reverse())
      text = text.slice(0, start) + this.#pool.statements.deallocateStandIn() + text.slice(end)
    return text
  }

  /** Later messages may depend on the state of the session after this one. */
  #awaitSession() {
    this.awaitsClear = this.#clears || this.#resetsStartup
    this.#clears = false
    this.#resetsStartup = false
  }

  #note(traits: StatementTraits) {
    if (traits === NO_TRAITS) return
    this.named.add(traits)
    for (const name of traits.resets ?? [])
      if (name === '*' ? this.#startupSettings.size > 0 : this.#startupSettings.has(name))
        this.#resetsStartup = true
    if (traits.clears) this.#clears = true
    if (traits.holdsSession) this.pin()
  }

  /** Makes the server fail at this point, so that its transaction fails as well, and records the error to send. */
  #refuse(error: PostgresError) {
    if (error.severity === 'FATAL') throw error
    this.replies.refuse(serverMessages.error(error))
    this.#toServer.add(clientMessages.bindNothing(REFUSED))
  }

  #completed(server: ServerConnection, tag: string) {
    if (tag === 'ROLLBACK') this.named.isCertain = false
    else if (tag === 'DISCARD ALL') {
      server.forget()
      this.#statements.clear()
      this.unpin()
      this.wanted = this.#startupSettings
    } else if (tag === 'DEALLOCATE ALL') this.#statements.dropAnswered(server, this.replies)
    else if (tag === 'DEALLOCATE') {
      const name = this.#deallocated.shift()
      if (name !== undefined) this.#statements.remove(name)
    }
  }
}
