import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { Target } from '@basalt/postgres-wire/message-codes.ts'
import type { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { message } from '@basalt/postgres-wire/write-message.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Settings } from '../servers/server-settings.ts'
import {
  type PreparedStatement,
  SERVER_NAME,
  SERVER_NAME_PREFIX,
  SPARE,
  unnamedStatement,
} from '../statements/prepared-statements.ts'
import type { StatementTraits } from '../statements/statement-traits.ts'
import { NameReader } from './name-reader.ts'
import type { OutputBuffer } from './output-buffer.ts'
import { PendingNames } from './pending-names.ts'
import { PendingReply, type ReplyQueue } from './reply-queue.ts'
import { UnnamedStatement } from './unnamed-statement.ts'

/** A name that no statement has: closing it succeeds and does nothing. */
const NONEXISTENT = 'basalt_none'
const NOTHING = '\0\0\0'

/** The contents of a Parse, as bytes in a `latin1` string, and whether it certainly has no traits. */
export interface ParseText {
  text: string
  isPlain: boolean
}

/** Where rewritten messages go, and where expected replies are recorded. */
export interface RewriteContext {
  server: ServerConnection
  replies: ReplyQueue
  out: OutputBuffer
}

/**
 * The prepared statements of one client in transaction mode. The client chooses their names; on server connections they
 * have the pool's names, and are prepared when a connection first needs them.
 */
export class ClientStatements {
  readonly #pool: LoginPool
  readonly #byName = new Map<string, PreparedStatement>()
  /** The client's name for each name of the pool, to translate error messages. */
  readonly #clientNames = new Map<string, string>()
  readonly #unnamed = new UnnamedStatement()
  /** Unanswered changes to what the client's names mean. */
  readonly #clientPending = new PendingNames()
  /** Unanswered changes to what the names on server connections mean. */
  readonly #serverPending = new PendingNames()
  readonly #nameReader = new NameReader()
  /** Portals that run a DEALLOCATE, and the statement it names. */
  readonly #deallocating = new Map<string, string>()
  /** Some statement reads the last value of a sequence, so each Bind has to be checked before it runs. */
  #mayReadSequence = false

  constructor(pool: LoginPool) {
    this.#pool = pool
  }

  has(name: string) {
    return this.#byName.has(name)
  }

  /** @throws PostgresError (ERROR) for what is not supported in transaction mode */
  parse(
    { buffer, start, end }: MessageReader,
    { text, isPlain }: ParseText,
    { server, replies, out }: RewriteContext,
    settings: Settings,
  ) {
    const nameEnd = text.indexOf('\0')
    const name = text.slice(0, nameEnd)
    const rest = text.slice(nameEnd + 1)
    if (nameEnd < 0 || !rest.includes('\0')) throw malformed()
    this.#clientPending.check(replies, name)
    if (name === '') {
      const statement = unnamedStatement(rest, isPlain)
      refuseUnfit(statement.traits)
      this.#mayReadSequence ||= statement.traits.readsSequence === true
      this.#replaceUnnamed({ server, replies, out }, statement)
      return statement.deallocates === undefined
        ? out.pass(buffer, start, end)
        : out.add(clientMessages.parse('', statement.rest))
    }
    if (this.#byName.has(name)) {
      // The server refuses it, and decides whether the text or the name is the first error.
      const taken = this.#require(name, { server, replies, out })
      replies.await(new PendingReply('pass'))
      return out.add(clientMessages.parse(taken.name, rest))
    }
    const statement = this.#pool.statements.claim(settings, rest)
    try {
      refuseUnfit(statement.traits)
      this.#serverPending.check(replies, statement.name)
    } catch (error) {
      this.#pool.statements.release(statement)
      throw error
    }
    this.#byName.set(name, statement)
    this.#clientNames.set(statement.name, name)
    this.#mayReadSequence ||= statement.traits.readsSequence === true
    if (server.prepared.has(statement.name)) {
      // Prepared again, as the client expects: tables may have changed since another client prepared it.
      server.prepared.delete(statement.name)
      this.#closeOn({ server, replies, out }, statement)
    }
    this.#prepare(statement, 'pass', { server, replies, out }, name)
  }

  /** Whether the statement of a Bind reads the last sequence value of the session. */
  readsSequence({ buffer, start, end }: MessageReader): boolean {
    if (!this.#mayReadSequence) return false
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const name = this.#nameReader.read(buffer, portalEnd, endOf(buffer, portalEnd, end))
    return (name === '' ? this.#unnamed.statement : this.#byName.get(name))?.traits.readsSequence === true
  }

  /** @throws PostgresError (ERROR) for a statement that this client has not prepared */
  bind({ buffer, start, end }: MessageReader, rewriting: RewriteContext): StatementTraits {
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const nameEnd = endOf(buffer, portalEnd, end)
    const statement = this.#require(this.#nameReader.read(buffer, portalEnd, nameEnd), rewriting)
    this.#noteDeallocating(statement, buffer, start + 5, portalEnd - 1)
    const { replies, out } = rewriting
    if (statement.name === '') out.pass(buffer, start, end)
    else {
      const restAt = nameEnd + 1
      const isPortalNamed = portalEnd > start + 6
      out.add(
        isPortalNamed
          ? clientMessages.bindHead(buffer.subarray(start + 5, portalEnd), statement.name, end - restAt)
          : statement.bindHead(end - restAt),
      )
      out.pass(buffer, restAt, end)
    }
    replies.send()
    return statement.traits
  }

  /** @throws PostgresError (ERROR) as `bind` does */
  describe({ buffer, start, end }: MessageReader, rewriting: RewriteContext) {
    if (buffer[start + 5] !== Target.statement) {
      rewriting.replies.send()
      return rewriting.out.pass(buffer, start, end)
    }
    const statement = this.#require(
      buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end)),
      rewriting,
    )
    if (statement.name === '') rewriting.out.pass(buffer, start, end)
    else rewriting.out.add(clientMessages.describeStatement(statement.name))
    rewriting.replies.send()
  }

  close({ buffer, start, end }: MessageReader, { server, replies, out }: RewriteContext) {
    const name = buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end))
    if (buffer[start + 5] === Target.statement) this.#clientPending.check(replies, name)
    if (buffer[start + 5] !== Target.statement || name === '') {
      if (buffer[start + 5] === Target.statement) this.#replaceUnnamed({ server, replies, out }, undefined)
      else replies.await(new PendingReply('pass'))
      return out.pass(buffer, start, end)
    }
    this.#drop(name, 'pass', { replies, out })
  }

  /** Other clients may use the same statement on this connection, so it stays there until newer ones replace it. */
  #drop(name: string, answer: 'pass' | 'swallow', { replies, out }: Pick<RewriteContext, 'replies' | 'out'>) {
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    const awaited = new PendingReply(
      answer,
      () => statement && this.#byName.set(name, statement),
      () => statement && this.#release(name, statement),
    )
    replies.await(awaited)
    this.#clientPending.note(name, awaited)
    out.add(clientMessages.closeStatement(NONEXISTENT))
  }

  #noteDeallocating({ deallocates }: PreparedStatement, buffer: Buffer, start: number, end: number) {
    if (deallocates !== undefined) this.#deallocating.set(buffer.toString('latin1', start, end), deallocates)
    else if (this.#deallocating.size > 0) this.#deallocating.delete(buffer.toString('latin1', start, end))
  }

  /** @throws PostgresError (ERROR) for a DEALLOCATE of a statement that this client has not prepared */
  execute({ buffer, start, end }: MessageReader, { replies, out }: RewriteContext) {
    const name =
      this.#deallocating.size > 0
        ? this.#deallocating.get(buffer.toString('latin1', start + 5, endOf(buffer, start + 5, end)))
        : undefined
    if (name === undefined) {
      replies.send()
      return out.pass(buffer, start, end)
    }
    this.#clientPending.check(replies, name)
    if (!this.#byName.has(name)) throw unknown(`prepared statement "${name}" does not exist`)
    // An earlier DEALLOCATE may have failed, and the spare statement would still exist.
    replies.await(new PendingReply('swallow'))
    out.add(clientMessages.closeStatement(SPARE))
    replies.await(new PendingReply('swallow'))
    out.add(clientMessages.parse(SPARE, NOTHING))
    replies.send()
    out.pass(buffer, start, end)
    this.#drop(name, 'swallow', { replies, out })
  }

  /** Has the server report when it reaches this point of a batch; returns the reply to wait for. */
  milestone({ replies, out }: RewriteContext): PendingReply {
    const awaited = new PendingReply('swallow')
    out.add(clientMessages.closeStatement(NONEXISTENT))
    out.add(clientMessages.flush())
    replies.await(awaited)
    return awaited
  }

  /** A simple query drops the unnamed statement, even if the query never reaches a server. */
  dropUnnamed(server: ServerConnection | undefined) {
    this.#unnamed.drop(server)
  }

  #replaceUnnamed({ server, replies }: RewriteContext, statement: PreparedStatement | undefined) {
    const awaited = new PendingReply('pass', this.#unnamed.replace(server, statement))
    replies.await(awaited)
    this.#clientPending.note('', awaited)
    this.#serverPending.note('', awaited)
  }

  /** Replaces the pool's statement names in a server error by the client's own. */
  reword(error: Buffer): Buffer {
    if (!error.includes(SERVER_NAME_PREFIX)) return error
    const text = error
      .toString('latin1', 5)
      .replace(SERVER_NAME, (name) => this.#clientNames.get(name) ?? name)
    return message(error[0]!, Buffer.from(text, 'latin1'))
  }

  remove(name: string) {
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    if (statement) this.#release(name, statement)
  }

  #release(name: string, statement: PreparedStatement) {
    // It may have been prepared again under that name.
    if (this.#clientNames.get(statement.name) === name && this.#byName.get(name) !== statement)
      this.#clientNames.delete(statement.name)
    this.#pool.statements.release(statement)
  }

  clear() {
    for (const name of [...this.#byName.keys()]) this.remove(name)
  }

  /** The server has dropped all statements except those sent later, which it has not answered yet. */
  dropAnswered(server: ServerConnection, replies: ReplyQueue) {
    for (const name of [...this.#byName.keys()])
      if (!this.#clientPending.isUnanswered(replies, name)) this.remove(name)
    for (const name of [...server.prepared.keys()])
      if (!this.#serverPending.isUnanswered(replies, name)) server.prepared.delete(name)
  }

  /** The client's statement of that name, after preparing it on this connection if needed. */
  #require(name: string, rewriting: RewriteContext): PreparedStatement {
    const { server, replies } = rewriting
    this.#clientPending.check(replies, name)
    if (name === '') {
      this.#serverPending.check(replies, '')
      const { statement } = this.#unnamed
      if (!statement) throw unknown('unnamed prepared statement does not exist')
      if (server.unnamed !== statement) this.#prepareUnnamed(statement, rewriting)
      return statement
    }
    const statement = this.#byName.get(name)
    if (!statement) throw unknown(`prepared statement "${name}" does not exist`)
    this.#serverPending.check(replies, statement.name)
    if (server.prepared.has(statement.name)) this.#touch(server, statement)
    else this.#prepare(statement, 'swallow', rewriting)
    return statement
  }

  #prepareUnnamed(statement: PreparedStatement, { server, replies, out }: RewriteContext) {
    out.add(clientMessages.parse('', statement.rest))
    const undo = this.#unnamed.replace(server, statement)
    // The client keeps this statement whether or not preparing it here succeeds.
    const awaited = new PendingReply('swallow', (wasReached) => {
      undo(false)
      if (wasReached) server.unnamed = undefined
    })
    replies.await(awaited)
    this.#serverPending.note('', awaited)
  }

  #prepare(
    statement: PreparedStatement,
    answer: 'pass' | 'swallow',
    rewriting: RewriteContext,
    ownName?: string,
  ) {
    const { server, replies, out } = rewriting
    this.#makeRoom(rewriting)
    server.prepared.set(statement.name, statement)
    out.add(clientMessages.parse(statement.name, statement.rest))
    const awaited = new PendingReply(answer, () => {
      server.prepared.delete(statement.name)
      if (ownName !== undefined && this.#byName.get(ownName) === statement) this.remove(ownName)
    })
    replies.await(awaited)
    this.#serverPending.note(statement.name, awaited)
    if (ownName !== undefined) this.#clientPending.note(ownName, awaited)
  }

  /** Usage order only matters once half of the space for prepared statements is used. */
  #touch({ prepared }: ServerConnection, statement: PreparedStatement) {
    if (prepared.size <= this.#pool.limits.preparedPerServerMax / 2) return
    prepared.delete(statement.name)
    prepared.set(statement.name, statement)
  }

  #makeRoom({ server, replies, out }: RewriteContext) {
    if (server.prepared.size < this.#pool.limits.preparedPerServerMax) return
    const [oldest] = server.prepared.values()
    if (!oldest) return
    server.prepared.delete(oldest.name)
    this.#closeOn({ server, replies, out }, oldest)
  }

  #closeOn({ server, replies, out }: RewriteContext, statement: PreparedStatement) {
    out.add(clientMessages.closeStatement(statement.name))
    const awaited = new PendingReply('swallow', () => server.prepared.set(statement.name, statement))
    replies.await(awaited)
    this.#serverPending.note(statement.name, awaited)
  }
}

function refuseUnfit({ refused }: StatementTraits) {
  if (refused) throw unfit(refused)
}

/** The error for a statement that cannot work in transaction mode. */
export const unfit = (what: 'LISTEN' | 'PREPARE') =>
  new PostgresError('0A000', `${what} is not possible through the transaction pooler.`, {
    severity: 'ERROR',
    detail: 'It needs a session of its own, but each transaction here may run in another one.',
    hint:
      what === 'LISTEN'
        ? 'Listen through the session port or the direct connection.'
        : "Use your driver's prepared statements, which work here, or the session port.",
  })

/** Where a name ends. Names are short, so a loop is faster than `indexOf`. */
function endOf(buffer: Buffer, from: number, end: number) {
  for (let at = from; at < end; at += 1) if (buffer[at] === 0) return at
  throw malformed()
}

const malformed = () => new PostgresError('08P01', 'invalid string in message')
const unknown = (message: string) => new PostgresError('26000', message, { severity: 'ERROR' })
