import { FromClient, FromServer, Target } from '@basalt/postgres-wire/message-codes.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import { cells, columns, fields, type Portal, type Prepared, readBind } from './model-messages.ts'
import { ModelError, ModelSession, type Outcome } from './model-session.ts'

/** What a backend needs from its environment. */
export interface BackendContext {
  send(bytes: Buffer): void
  /** Calls back after this many milliseconds. */
  later(ms: number, call: () => void): void
  /** The session has ended. */
  exit(): void
}

/** The server side of the protocol around a model session. Handles one message after the other, as PostgreSQL does. */
export class ModelBackend {
  readonly #session: ModelSession
  readonly #context: BackendContext
  readonly #prepared = new Map<string, Prepared>()
  readonly #portals = new Map<string, Portal>()
  #inbox: Buffer[] = []
  #isSkipping = false
  #copy: { lines: string[]; done: () => void } | undefined
  /** Statements of the current Query that have not run yet. */
  #rest: string[] | undefined
  #isRunning = false
  /** Cancels the running statement. */
  #interrupt: (() => void) | undefined
  #hasExited = false
  #reported: Map<string, string>
  #endOfInput = false

  constructor(session: ModelSession, context: BackendContext) {
    this.#session = session
    this.#context = context
    this.#reported = session.reported()
    session.bindStatements({
      prepare: (name, sql) => this.#prepare(name, sql),
      deallocate: (name) => {
        if (name === undefined) {
          for (const one of [...this.#prepared.keys()]) if (one !== '') this.#prepared.delete(one)
        } else if (!this.#prepared.delete(name))
          throw new ModelError('26000', `prepared statement "${name}" does not exist`)
      },
    })
  }

  receive(one: Buffer) {
    this.#inbox.push(one)
    this.#work()
  }

  /** The client has disconnected; messages sent before are still run. */
  end() {
    this.#endOfInput = true
    this.#work()
  }

  /** Only a sleeping statement can be cancelled. */
  cancel() {
    this.#interrupt?.()
  }

  terminate() {
    if (this.#hasExited) return
    this.#error(
      new ModelError('57P01', 'terminating connection due to administrator command', { isFatal: true }),
    )
  }

  #work() {
    while (!this.#isRunning && !this.#hasExited) {
      const next = this.#inbox.shift()
      if (!next) {
        if (this.#endOfInput) this.#exit()
        return
      }
      try {
        this.#handle(next)
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  #exit() {
    if (this.#hasExited) return
    this.#hasExited = true
    this.#session.abandon()
    this.#context.exit()
  }

  #handle(bytes: Buffer) {
    const type = bytes[0]!
    if (type === FromClient.terminate) return this.#exit()
    if (this.#copy) return this.#copyIn(bytes)
    if (type === FromClient.sync) {
      this.#isSkipping = false
      return this.#ready()
    }
    if (this.#isSkipping) return
    if (type === FromClient.query) return this.#query(bytes.toString('latin1', 5, bytes.length - 1))
    if (type === FromClient.parse) this.#parse(bytes)
    else if (type === FromClient.bind) this.#bind(bytes)
    else if (type === FromClient.describe) this.#describe(bytes)
    else if (type === FromClient.execute) this.#execute(bytes)
    else if (type === FromClient.close) {
      const name = bytes.toString('latin1', 6, bytes.length - 1)
      ;(bytes[5] === Target.statement ? this.#prepared : this.#portals).delete(name)
      this.#send(FromServer.closeComplete)
    } else if (
      ![FromClient.flush, FromClient.copyData, FromClient.copyDone, FromClient.copyFail].some(
        (one) => one === type,
      )
    )
      throw new ModelError('08P01', `invalid frontend message type ${type}`, { isFatal: true })
  }

  #query(text: string) {
    this.#prepared.delete('')
    this.#portals.delete('')
    this.#rest = text
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean)
    if (this.#rest.length === 0) this.#send(FromServer.emptyQueryResponse)
    this.#nextOfQuery()
  }

  #nextOfQuery() {
    const sql = this.#rest?.shift()
    if (sql === undefined) {
      this.#rest = undefined
      return this.#ready()
    }
    this.#run(sql, [], (outcome) => {
      if (outcome.rows) this.#send(FromServer.rowDescription, ...columns(outcome))
      this.#sendOutcome(outcome, () => this.#nextOfQuery())
    })
  }

  /** Runs a statement, which may sleep, and then calls `done`. */
  #run(sql: string, values: readonly string[], done: (outcome: Outcome) => void) {
    const duration = ModelSession.durationOf(sql)
    if (duration === 0) return done(this.#session.execute(sql, values))
    this.#session.checkNotFailed(sql)
    this.#isRunning = true
    const finish = (isCancelled: boolean) => {
      if (this.#hasExited || this.#interrupt !== interrupt) return
      this.#isRunning = false
      this.#interrupt = undefined
      try {
        if (isCancelled) throw new ModelError('57014', 'canceling statement due to user request')
        done(this.#session.execute(sql, values))
      } catch (error) {
        this.#fail(error)
      }
      this.#work()
    }
    const interrupt = () => finish(true)
    this.#interrupt = interrupt
    this.#context.later(duration, () => finish(false))
  }

  #sendOutcome(outcome: Outcome, done: () => void, from = 0, limit = 0) {
    if (outcome.notice !== undefined) this.#notice(outcome.notice)
    if (outcome.copyIn) {
      this.#send(FromServer.copyInResponse, Buffer.of(0), int16(1), int16(0))
      this.#copy = { lines: [], done }
      return
    }
    if (outcome.copyOut) {
      this.#send('H'.charCodeAt(0), Buffer.of(0), int16(1), int16(0))
      for (const line of outcome.copyOut) this.#send(FromClient.copyData, Buffer.from(`${line}\n`))
      this.#send(FromClient.copyDone)
    }
    const rows = outcome.rows ?? []
    const to = limit === 0 ? rows.length : Math.min(rows.length, from + limit)
    for (const row of rows.slice(from, to)) this.#send(FromServer.dataRow, ...cells(row))
    if (limit > 0 && to - from === limit) this.#send(FromServer.portalSuspended)
    else this.#send(FromServer.commandComplete, cstring(outcome.tag))
    done()
  }

  #copyIn(bytes: Buffer) {
    const copy = this.#copy!
    const type = bytes[0]!
    if (type === FromClient.copyData) copy.lines.push(bytes.toString('latin1', 5))
    else if (type === FromClient.copyDone) {
      this.#copy = undefined
      const tokens = copy.lines.join('').split('\n').filter(Boolean)
      this.#session.insert(tokens)
      this.#send(FromServer.commandComplete, cstring(`COPY ${tokens.length}`))
      copy.done()
    } else if (type !== FromClient.flush && type !== FromClient.sync) {
      this.#copy = undefined
      throw new ModelError('57014', 'COPY from stdin failed')
    }
  }

  #parse(bytes: Buffer) {
    const nameEnd = bytes.indexOf(0, 5)
    const name = bytes.toString('latin1', 5, nameEnd)
    const sql = bytes.toString('latin1', nameEnd + 1, bytes.indexOf(0, nameEnd + 1))
    if (name === '') this.#prepared.delete('')
    if (sql.startsWith('selec ')) throw new ModelError('42601', 'syntax error')
    // PostgreSQL checks statements only, and an empty text has none.
    if (sql !== '') this.#session.checkNotFailed(sql)
    this.#prepare(name, sql)
    this.#send(FromServer.parseComplete)
  }

  #prepare(name: string, sql: string) {
    if (name !== '' && this.#prepared.has(name))
      throw new ModelError('42P05', `prepared statement "${name}" already exists`)
    this.#prepared.set(name, { sql, parameters: (sql.match(/\$\d/g) ?? []).length })
  }

  #bind(bytes: Buffer) {
    const { portal, name, values } = readBind(bytes)
    const prepared = this.#statement(name)
    if (values.length !== prepared.parameters)
      throw new ModelError('08P01', 'bind message supplies another number of parameters')
    this.#session.checkNotFailed(prepared.sql)
    if (portal !== '' && this.#portals.has(portal))
      throw new ModelError('42P03', `cursor "${portal}" already exists`)
    this.#portals.set(portal, { ...prepared, values, sentRows: 0 })
    this.#send(FromServer.bindComplete)
  }

  #statement(name: string) {
    const found = this.#prepared.get(name)
    if (!found)
      throw new ModelError(
        '26000',
        name === ''
          ? 'unnamed prepared statement does not exist'
          : `prepared statement "${name}" does not exist`,
      )
    return found
  }

  #portal(name: string) {
    const found = this.#portals.get(name)
    if (!found) throw new ModelError('34000', `portal "${name}" does not exist`)
    return found
  }

  #describe(bytes: Buffer) {
    const name = bytes.toString('latin1', 6, bytes.length - 1)
    const isStatement = bytes[5] === Target.statement
    const { sql, parameters } = isStatement ? this.#statement(name) : this.#portal(name)
    const hasRows = /^(?:select|show) /.test(sql)
    // In a failed transaction, PostgreSQL describes nothing that returns rows.
    if (hasRows) this.#session.checkNotFailed(sql)
    if (isStatement)
      this.#send('t'.charCodeAt(0), int16(parameters), ...Array.from({ length: parameters }, () => int32(25)))
    if (hasRows) this.#send(FromServer.rowDescription, ...columns({ rows: [['']] }))
    else this.#send(FromServer.noData)
  }

  #execute(bytes: Buffer) {
    const nameEnd = bytes.indexOf(0, 5)
    const portal = this.#portal(bytes.toString('latin1', 5, nameEnd))
    const limit = bytes.readInt32BE(nameEnd + 1)
    const finish = (outcome: Outcome) => {
      const isFirst = portal.outcome === undefined
      portal.outcome = outcome
      const from = portal.sentRows
      portal.sentRows += limit === 0 ? (outcome.rows?.length ?? 0) : limit
      this.#sendOutcome(
        isFirst ? outcome : { ...outcome, notice: undefined as never },
        () => undefined,
        from,
        limit,
      )
    }
    if (portal.sql === '') return this.#send(FromServer.emptyQueryResponse)
    if (portal.outcome) return finish(portal.outcome)
    this.#run(portal.sql, portal.values, finish)
  }

  #ready() {
    this.#session.endImplicit()
    if (this.#session.status === 'I') this.#portals.clear()
    for (const [name, value] of this.#session.reported())
      if (this.#reported.get(name) !== value)
        this.#send(FromServer.parameterStatus, cstring(name), cstring(value))
    this.#reported = this.#session.reported()
    this.#send(FromServer.readyForQuery, Buffer.from(this.#session.status))
  }

  #fail(error: unknown) {
    if (!(error instanceof ModelError)) throw error
    this.#session.fail()
    this.#error(error)
    if (this.#hasExited) return
    if (this.#rest) {
      this.#rest = undefined
      this.#ready()
    } else this.#isSkipping = true
  }

  #error({ sqlstate, message: text, isFatal }: ModelError) {
    this.#send(FromServer.errorResponse, ...fields(isFatal ? 'FATAL' : 'ERROR', sqlstate, text))
    if (isFatal) this.#exit()
  }

  #notice(text: string) {
    this.#send(FromServer.noticeResponse, ...fields('NOTICE', '00000', text))
  }

  #send(type: number, ...parts: Buffer[]) {
    this.#context.send(message(type, ...parts))
  }
}
