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
import { CertainNames } from './certain-names.ts'
import { NameReader } from './name-reader.ts'
import type { Outbox } from './outbox.ts'
import { Awaited, type ReplyLedger } from './reply-ledger.ts'
import { UnnamedStatement } from './unnamed-statement.ts'

/** Nobody's statement: closing it is answered and does nothing. */
const NOBODYS = 'basalt_none'
const NOTHING = '\0\0\0'

/** What a Parse says, byte by byte, and whether nothing in it could have traits. */
export interface ParseText {
  text: string
  isPlain: boolean
}

/** Where a rewritten message goes, and who remembers what is answered. */
export interface Rewriting {
  server: ServerConnection
  ledger: ReplyLedger
  out: Outbox
}

/**
 * The prepared statements of one client in transaction mode. Their names are the client's own; on each server
 * connection they go by the pool's names, and are prepared there when they are first needed.
 */
export class ClientStatements {
  readonly #pool: LoginPool
  readonly #byName = new Map<string, PreparedStatement>()
  /** What the client calls the pool's names, for errors that tell them. */
  readonly #called = new Map<string, string>()
  readonly #unnamed = new UnnamedStatement()
  /** What the client's names mean. */
  readonly #ours = new CertainNames()
  /** What the names on server connections mean. */
  readonly #theirs = new CertainNames()
  readonly #nameReader = new NameReader()
  /** Portals of a DEALLOCATE, and the statement that it means. */
  readonly #deallocating = new Map<string, string>()
  /** A statement has asked for the last value of a sequence, so each Bind must be looked up before it runs. */
  #mayAskSequence = false

  constructor(pool: LoginPool) {
    this.#pool = pool
  }

  has(name: string) {
    return this.#byName.has(name)
  }

  /** @throws PostgresError (ERROR) for what cannot work here */
  parse(
    { buffer, start, end }: MessageReader,
    { text, isPlain }: ParseText,
    { server, ledger, out }: Rewriting,
    settings: Settings,
  ) {
    const nameEnd = text.indexOf('\0')
    const name = text.slice(0, nameEnd)
    const rest = text.slice(nameEnd + 1)
    if (nameEnd < 0 || !rest.includes('\0')) throw malformed()
    this.#ours.check(ledger, name)
    if (name === '') {
      const statement = unnamedStatement(rest, isPlain)
      refuseUnfit(statement.traits)
      this.#mayAskSequence ||= statement.traits.asksSequence === true
      this.#replaceUnnamed({ server, ledger, out }, statement)
      return statement.deallocates === undefined
        ? out.pass(buffer, start, end)
        : out.add(clientMessages.parse('', statement.rest))
    }
    if (this.#byName.has(name)) {
      // The server refuses it, and by itself decides whether the text or the name is the first thing wrong.
      const taken = this.#need(name, { server, ledger, out })
      ledger.await(new Awaited('pass'))
      return out.add(clientMessages.parse(taken.name, rest))
    }
    const statement = this.#pool.statements.claim(settings, rest)
    try {
      refuseUnfit(statement.traits)
      this.#theirs.check(ledger, statement.name)
    } catch (error) {
      this.#pool.statements.release(statement)
      throw error
    }
    this.#byName.set(name, statement)
    this.#called.set(statement.name, name)
    this.#mayAskSequence ||= statement.traits.asksSequence === true
    if (server.prepared.has(statement.name)) {
      // Prepared again, as the client expects: tables may have changed since somebody else prepared it.
      server.prepared.delete(statement.name)
      this.#closeOn({ server, ledger, out }, statement)
    }
    this.#prepare(statement, 'pass', { server, ledger, out }, name)
  }

  /** Whether the statement of a Bind asks which value of a sequence the session saw last. */
  asksSequence({ buffer, start, end }: MessageReader): boolean {
    if (!this.#mayAskSequence) return false
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const name = this.#nameReader.read(buffer, portalEnd, endOf(buffer, portalEnd, end))
    return (name === '' ? this.#unnamed.statement : this.#byName.get(name))?.traits.asksSequence === true
  }

  /** @throws PostgresError (ERROR) for a statement that this client has not prepared */
  bind({ buffer, start, end }: MessageReader, rewriting: Rewriting): StatementTraits {
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const nameEnd = endOf(buffer, portalEnd, end)
    const statement = this.#need(this.#nameReader.read(buffer, portalEnd, nameEnd), rewriting)
    this.#noteDeallocating(statement, buffer, start + 5, portalEnd - 1)
    const { ledger, out } = rewriting
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
    ledger.send()
    return statement.traits
  }

  /** @throws PostgresError (ERROR) as `bind` does */
  describe({ buffer, start, end }: MessageReader, rewriting: Rewriting) {
    if (buffer[start + 5] !== Target.statement) {
      rewriting.ledger.send()
      return rewriting.out.pass(buffer, start, end)
    }
    const statement = this.#need(
      buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end)),
      rewriting,
    )
    if (statement.name === '') rewriting.out.pass(buffer, start, end)
    else rewriting.out.add(clientMessages.describeStatement(statement.name))
    rewriting.ledger.send()
  }

  close({ buffer, start, end }: MessageReader, { server, ledger, out }: Rewriting) {
    const name = buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end))
    if (buffer[start + 5] === Target.statement) this.#ours.check(ledger, name)
    if (buffer[start + 5] !== Target.statement || name === '') {
      if (buffer[start + 5] === Target.statement) this.#replaceUnnamed({ server, ledger, out }, undefined)
      else ledger.await(new Awaited('pass'))
      return out.pass(buffer, start, end)
    }
    this.#drop(name, 'pass', { ledger, out })
  }

  /** Others may use the same statement on this connection, so it stays; what makes room for newer ones closes it. */
  #drop(name: string, answer: 'pass' | 'swallow', { ledger, out }: Pick<Rewriting, 'ledger' | 'out'>) {
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    const awaited = new Awaited(
      answer,
      () => statement && this.#byName.set(name, statement),
      () => statement && this.#release(name, statement),
    )
    ledger.await(awaited)
    this.#ours.note(name, awaited)
    out.add(clientMessages.closeStatement(NOBODYS))
  }

  #noteDeallocating({ deallocates }: PreparedStatement, buffer: Buffer, start: number, end: number) {
    if (deallocates !== undefined) this.#deallocating.set(buffer.toString('latin1', start, end), deallocates)
    else if (this.#deallocating.size > 0) this.#deallocating.delete(buffer.toString('latin1', start, end))
  }

  /** @throws PostgresError (ERROR) for a DEALLOCATE of a statement that this client has not prepared */
  execute({ buffer, start, end }: MessageReader, { ledger, out }: Rewriting) {
    const name =
      this.#deallocating.size > 0
        ? this.#deallocating.get(buffer.toString('latin1', start + 5, endOf(buffer, start + 5, end)))
        : undefined
    if (name === undefined) {
      ledger.send()
      return out.pass(buffer, start, end)
    }
    this.#ours.check(ledger, name)
    if (!this.#byName.has(name)) throw unknown(`prepared statement "${name}" does not exist`)
    // An earlier DEALLOCATE may have failed and left it.
    ledger.await(new Awaited('swallow'))
    out.add(clientMessages.closeStatement(SPARE))
    ledger.await(new Awaited('swallow'))
    out.add(clientMessages.parse(SPARE, NOTHING))
    ledger.send()
    out.pass(buffer, start, end)
    this.#drop(name, 'swallow', { ledger, out })
  }

  /** Asks the server to report when it has come this far within a batch; returns what to wait for. */
  milestone({ ledger, out }: Rewriting): Awaited {
    const awaited = new Awaited('swallow')
    out.add(clientMessages.closeStatement(NOBODYS))
    out.add(clientMessages.flush())
    ledger.await(awaited)
    return awaited
  }

  /** A simple query drops the unnamed statement, even one that no server comes to. */
  dropUnnamed(server: ServerConnection | undefined) {
    this.#unnamed.drop(server)
  }

  #replaceUnnamed({ server, ledger }: Rewriting, statement: PreparedStatement | undefined) {
    const awaited = new Awaited('pass', this.#unnamed.replace(server, statement))
    ledger.await(awaited)
    this.#ours.note('', awaited)
    this.#theirs.note('', awaited)
  }

  /** An error of the server in the client's words: it knows its statements by their own names. */
  reword(error: Buffer): Buffer {
    if (!error.includes(SERVER_NAME_PREFIX)) return error
    const text = error.toString('latin1', 5).replace(SERVER_NAME, (name) => this.#called.get(name) ?? name)
    return message(error[0]!, Buffer.from(text, 'latin1'))
  }

  remove(name: string) {
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    if (statement) this.#release(name, statement)
  }

  #release(name: string, statement: PreparedStatement) {
    // It may have been prepared again under the same name.
    if (this.#called.get(statement.name) === name && this.#byName.get(name) !== statement)
      this.#called.delete(statement.name)
    this.#pool.statements.release(statement)
  }

  clear() {
    for (const name of [...this.#byName.keys()]) this.remove(name)
  }

  /** The server has dropped all statements except those sent later, which it has not answered yet. */
  dropAnswered(server: ServerConnection, ledger: ReplyLedger) {
    for (const name of [...this.#byName.keys()]) if (!this.#ours.isUnanswered(ledger, name)) this.remove(name)
    for (const name of [...server.prepared.keys()])
      if (!this.#theirs.isUnanswered(ledger, name)) server.prepared.delete(name)
  }

  /** The statement of that name, prepared on this connection if it is not yet. */
  #need(name: string, rewriting: Rewriting): PreparedStatement {
    const { server, ledger } = rewriting
    this.#ours.check(ledger, name)
    if (name === '') {
      this.#theirs.check(ledger, '')
      const { statement } = this.#unnamed
      if (!statement) throw unknown('unnamed prepared statement does not exist')
      if (server.unnamed !== statement) this.#prepareUnnamed(statement, rewriting)
      return statement
    }
    const statement = this.#byName.get(name)
    if (!statement) throw unknown(`prepared statement "${name}" does not exist`)
    this.#theirs.check(ledger, statement.name)
    if (server.prepared.has(statement.name)) this.#touch(server, statement)
    else this.#prepare(statement, 'swallow', rewriting)
    return statement
  }

  #prepareUnnamed(statement: PreparedStatement, { server, ledger, out }: Rewriting) {
    out.add(clientMessages.parse('', statement.rest))
    const undo = this.#unnamed.replace(server, statement)
    // The client's is this one whatever becomes of it here.
    const awaited = new Awaited('swallow', (wasReached) => {
      undo(false)
      if (wasReached) server.unnamed = undefined
    })
    ledger.await(awaited)
    this.#theirs.note('', awaited)
  }

  #prepare(statement: PreparedStatement, answer: 'pass' | 'swallow', rewriting: Rewriting, ownName?: string) {
    const { server, ledger, out } = rewriting
    this.#makeRoom(rewriting)
    server.prepared.set(statement.name, statement)
    out.add(clientMessages.parse(statement.name, statement.rest))
    const awaited = new Awaited(answer, () => {
      server.prepared.delete(statement.name)
      if (ownName !== undefined && this.#byName.get(ownName) === statement) this.remove(ownName)
    })
    ledger.await(awaited)
    this.#theirs.note(statement.name, awaited)
    if (ownName !== undefined) this.#ours.note(ownName, awaited)
  }

  /** While there is room for as many again, it does not matter which was used last. */
  #touch({ prepared }: ServerConnection, statement: PreparedStatement) {
    if (prepared.size <= this.#pool.limits.preparedPerServerMax / 2) return
    prepared.delete(statement.name)
    prepared.set(statement.name, statement)
  }

  #makeRoom({ server, ledger, out }: Rewriting) {
    if (server.prepared.size < this.#pool.limits.preparedPerServerMax) return
    const [oldest] = server.prepared.values()
    if (!oldest) return
    server.prepared.delete(oldest.name)
    this.#closeOn({ server, ledger, out }, oldest)
  }

  #closeOn({ server, ledger, out }: Rewriting, statement: PreparedStatement) {
    out.add(clientMessages.closeStatement(statement.name))
    const awaited = new Awaited('swallow', () => server.prepared.set(statement.name, statement))
    ledger.await(awaited)
    this.#theirs.note(statement.name, awaited)
  }
}

function refuseUnfit({ refused }: StatementTraits) {
  if (refused) throw unfit(refused)
}

/** Why a statement cannot work in transaction mode. */
export const unfit = (what: 'LISTEN' | 'PREPARE') =>
  new PostgresError('0A000', `${what} is not possible through the transaction pooler.`, {
    severity: 'ERROR',
    detail: 'It needs a session of its own, but each transaction here may run in another one.',
    hint:
      what === 'LISTEN'
        ? 'Listen through the session port or the direct connection.'
        : "Use your driver's prepared statements, which work here, or the session port.",
  })

/** Where a name ends. Names are short, and finding it is faster than asking for it. */
function endOf(buffer: Buffer, from: number, end: number) {
  for (let at = from; at < end; at += 1) if (buffer[at] === 0) return at
  throw malformed()
}

const malformed = () => new PostgresError('08P01', 'invalid string in message')
const unknown = (message: string) => new PostgresError('26000', message, { severity: 'ERROR' })
