import { clientMessages } from '../protocol/client-messages.ts'
import { Target } from '../protocol/message-codes.ts'
import type { MessageReader } from '../protocol/message-reader.ts'
import { PostgresError } from '../protocol/postgres-error.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import type { ServerConnection } from '../servers/server-connection.ts'
import type { Settings } from '../servers/server-settings.ts'
import { type PreparedStatement, unnamedStatement } from '../statements/prepared-statements.ts'
import type { StatementTraits } from '../statements/statement-traits.ts'
import type { Outbox } from './outbox.ts'
import type { ReplyLedger } from './reply-ledger.ts'

/** Nobody's statement: closing it is answered and does nothing. */
const NOBODYS = 'basalt_none'

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
  #unnamed: PreparedStatement | undefined

  constructor(pool: LoginPool) {
    this.#pool = pool
  }

  has(name: string) {
    return this.#byName.has(name)
  }

  /** @throws PostgresError (ERROR) as PostgreSQL does for a name that is taken, and for what cannot work here */
  parse({ buffer, start, end }: MessageReader, { server, ledger, out }: Rewriting, settings: Settings) {
    const nameEnd = endOf(buffer, start + 5, end)
    const name = buffer.toString('latin1', start + 5, nameEnd)
    const rest = buffer.toString('latin1', nameEnd + 1, end)
    if (!rest.includes('\0')) throw malformed()
    if (name === '') {
      const statement = unnamedStatement(rest)
      refuseUnfit(statement.traits)
      this.#unnamed = statement
      server.unnamed = statement
      ledger.await({
        answer: 'pass',
        undo: () => {
          if (this.#unnamed === statement) this.#unnamed = undefined
          if (server.unnamed === statement) server.unnamed = undefined
        },
      })
      out.pass(buffer, start, end)
      return
    }
    if (this.#byName.has(name)) throw taken(name)
    const statement = this.#pool.statements.claim(settings, rest)
    try {
      refuseUnfit(statement.traits)
    } catch (error) {
      this.#pool.statements.release(statement)
      throw error
    }
    this.#byName.set(name, statement)
    const forget = () => {
      if (this.#byName.get(name) === statement) this.remove(name)
    }
    if (server.prepared.has(statement.name)) {
      // It is prepared already, so something harmless is asked in its place, for an answer in the right order.
      touch(server, statement)
      out.add(clientMessages.closeStatement(NOBODYS))
      ledger.await({ answer: 'as ParseComplete', undo: forget })
    } else this.#prepare(statement, 'pass', { server, ledger, out }, forget)
  }

  /** Whether the statement of a Bind asks which value of a sequence the session saw last. */
  asksSequence({ buffer, start, end }: MessageReader): boolean {
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const name = buffer.toString('latin1', portalEnd, endOf(buffer, portalEnd, end))
    return (name === '' ? this.#unnamed : this.#byName.get(name))?.traits.asksSequence === true
  }

  /** @throws PostgresError (ERROR) for a statement that this client has not prepared */
  bind({ buffer, start, end }: MessageReader, rewriting: Rewriting): StatementTraits {
    const portalEnd = endOf(buffer, start + 5, end) + 1
    const nameEnd = endOf(buffer, portalEnd, end)
    const statement = this.#need(buffer.toString('latin1', portalEnd, nameEnd), rewriting)
    if (statement.name === '') rewriting.out.pass(buffer, start, end)
    else {
      const restAt = nameEnd + 1
      rewriting.out.add(
        clientMessages.bindHead(buffer.subarray(start + 5, portalEnd), statement.name, end - restAt),
      )
      rewriting.out.pass(buffer, restAt, end)
    }
    rewriting.ledger.isBatchOpen = true
    return statement.traits
  }

  /** @throws PostgresError (ERROR) as `bind` does */
  describe({ buffer, start, end }: MessageReader, rewriting: Rewriting) {
    rewriting.ledger.isBatchOpen = true
    if (buffer[start + 5] !== Target.statement) return rewriting.out.pass(buffer, start, end)
    const statement = this.#need(buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end)), rewriting)
    if (statement.name === '') rewriting.out.pass(buffer, start, end)
    else rewriting.out.add(clientMessages.describeStatement(statement.name))
  }

  close({ buffer, start, end }: MessageReader, { server, ledger, out }: Rewriting) {
    const name = buffer.toString('latin1', start + 6, endOf(buffer, start + 6, end))
    if (buffer[start + 5] !== Target.statement || name === '') {
      if (buffer[start + 5] === Target.statement) {
        this.#unnamed = undefined
        server.unnamed = undefined
      }
      ledger.await({ answer: 'pass' })
      return out.pass(buffer, start, end)
    }
    // Others may use the same statement on this connection, so it stays; what makes room for newer ones closes it.
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    ledger.await({
      answer: 'pass',
      undo: () => statement && this.#byName.set(name, statement),
      done: () => statement && this.#pool.statements.release(statement),
    })
    out.add(clientMessages.closeStatement(NOBODYS))
  }

  /** A simple query drops the unnamed statement. */
  dropUnnamed(server: ServerConnection) {
    this.#unnamed = undefined
    server.unnamed = undefined
  }

  remove(name: string) {
    const statement = this.#byName.get(name)
    this.#byName.delete(name)
    if (statement) this.#pool.statements.release(statement)
  }

  clear() {
    for (const name of [...this.#byName.keys()]) this.remove(name)
  }

  /** The statement of that name, prepared on this connection if it is not yet. */
  #need(name: string, rewriting: Rewriting): PreparedStatement {
    const { server } = rewriting
    if (name === '') {
      if (!this.#unnamed) throw unknown('unnamed prepared statement does not exist')
      if (server.unnamed !== this.#unnamed) this.#prepareUnnamed(this.#unnamed, rewriting)
      return this.#unnamed
    }
    const statement = this.#byName.get(name)
    if (!statement) throw unknown(`prepared statement "${name}" does not exist`)
    if (server.prepared.has(statement.name)) touch(server, statement)
    else this.#prepare(statement, 'swallow', rewriting)
    return statement
  }

  #prepareUnnamed(statement: PreparedStatement, { server, ledger, out }: Rewriting) {
    out.add(clientMessages.parse('', statement.rest))
    server.unnamed = statement
    ledger.await({
      answer: 'swallow',
      undo: () => {
        if (server.unnamed === statement) server.unnamed = undefined
      },
    })
  }

  #prepare(statement: PreparedStatement, answer: 'pass' | 'swallow', rewriting: Rewriting, forget?: () => void) {
    const { server, ledger, out } = rewriting
    this.#makeRoom(rewriting)
    server.prepared.set(statement.name, statement)
    out.add(clientMessages.parse(statement.name, statement.rest))
    ledger.await({
      answer,
      undo: () => {
        server.prepared.delete(statement.name)
        forget?.()
      },
    })
  }

  #makeRoom({ server, ledger, out }: Rewriting) {
    if (server.prepared.size < this.#pool.limits.preparedPerServerMax) return
    const [oldest] = server.prepared.values()
    if (!oldest) return
    server.prepared.delete(oldest.name)
    out.add(clientMessages.closeStatement(oldest.name))
    ledger.await({ answer: 'swallow', undo: () => server.prepared.set(oldest.name, oldest) })
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

const touch = (server: ServerConnection, statement: PreparedStatement) => {
  server.prepared.delete(statement.name)
  server.prepared.set(statement.name, statement)
}

function endOf(buffer: Buffer, from: number, end: number) {
  const at = buffer.indexOf(0, from)
  if (at < 0 || at >= end) throw malformed()
  return at
}

const malformed = () => new PostgresError('08P01', 'invalid string in message')
const unknown = (message: string) => new PostgresError('26000', message, { severity: 'ERROR' })
const taken = (name: string) =>
  new PostgresError('42P05', `prepared statement "${name}" already exists`, { severity: 'ERROR' })
