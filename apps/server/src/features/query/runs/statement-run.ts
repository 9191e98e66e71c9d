import { NOTICES_KEPT } from '@basalt/contract/query/query.rules.ts'
import type { Statement } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import type {
  CopyResponse,
  DataRow,
  NoticeMessage,
  NotificationMessage,
  ProtocolConnection,
  RowDescription,
  TransactionStatus,
} from '../../../platform/project-databases/sql/protocol.ts'
import { packRows } from '../export/packed-rows.ts'
import { parseCommandTag } from './command-tag.ts'
import { copyColumn, copyLine } from './copy-output.ts'
import { EventQueue } from './event-queue.ts'
import { CODES_SENT_TOGETHER, STATEMENTS_SENT_TOGETHER } from './flow.rules.ts'
import { type PlannedStatement, planStatement } from './planned-statement.ts'
import { RowBudget, type RunLimits } from './row-budget.ts'
import { noticeOf, noticeOfNotification, resultColumn } from './run-event.ts'
import { serverError } from './server-error.ts'
import { canceledError, StatementError } from './statement-error.ts'

// Takes no snapshot, so that SET TRANSACTION may still follow it.
const FIRST_OF_SEVERAL = 'show server_version_num'

/**
 * Runs the statements of a text one after another on one connection, as the driver's active query: parse, bind and
 * execute for each, and one Sync at the end. The text is thereby one implicit transaction, as if it were sent as a
 * simple query, and BEGIN and COMMIT in it mean what they mean there. Unlike a simple query, rows are asked for in
 * portions, so that a result is cut off by asking for no more: the database does not compute the rest.
 *
 * Read `events`; they throw StatementError for what the server refused, and another Error when the connection broke.
 */
export class StatementRun {
  readonly events = new EventQueue(() => this.#goOn())
  /** Resolves when the connection is ready for something else, or with undefined when it is of no more use. */
  readonly settled: Promise<TransactionStatus | undefined>

  readonly text: string
  readonly #connection: ProtocolConnection
  readonly #statements: Statement[]
  readonly #budget: RowBudget
  #settle!: (status: TransactionStatus | undefined) => void
  /** What is to be sent once the consumer has taken what waits. */
  #next: (() => void) | undefined
  #isStopped = false
  #hasFailed = false
  #isSynced = false
  #isPreamble = false
  /** Whether the current statement's rows came in several portions. */
  #isInPortions = false
  /** What was sent, and which of it is being answered. */
  readonly #sent: PlannedStatement[] = []
  #index = 0
  #startedAt = 0
  #notices = 0
  #copy: CopyResponse | undefined
  #untap = () => {}

  /** What `packs` says of rows: whether they are handed on as the messages that they come in. Those fit any limit. */
  constructor(
    connection: ProtocolConnection,
    text: string,
    statements: Statement[],
    limits: RunLimits,
    packs: boolean,
  ) {
    this.#connection = connection
    this.text = text
    this.#statements = statements
    this.#budget = new RowBudget(limits)
    this.settled = new Promise((resolve) => {
      this.#settle = resolve
    })
    connection.on('copyOutResponse', this.#onCopyOut)
    connection.on('notice', this.#onNotice)
    connection.on('notification', this.#onNotice)
    connection.once('readyForQuery', this.#onReady)
    connection.once('error', this.#onBroken)
    connection.once('end', this.#onEnd)
    if (packs) this.#untap = packRows(connection.stream, this.events, () => !this.#isHidden)
  }

  /** Stops before the next statement. Only a cancel request stops the current one. */
  stop() {
    this.#isStopped = true
    if (this.#next) {
      this.#fail(canceledError())
      this.#leave(undefined)
    } else {
      // A backend that is stuck sending rows to a consumer that takes none would not notice the request.
      this.#connection.stream.resume()
    }
  }

  submit() {
    this.#isPreamble = this.#statements.length > 1
    this.#startedAt = performance.now()
    this.#sendStatements()
  }

  handleRowDescription({ fields }: RowDescription) {
    if (!this.#isHidden) this.events.push({ type: 'columns', columns: fields.map(resultColumn) })
  }

  handleDataRow({ fields, length }: DataRow) {
    this.#row(fields, length)
  }

  handlePortalSuspended() {
    // Behind a portal that another one has replaced by now there is nothing more to get.
    if (this.#sent.length > this.#index + 1) this.#budget.isCut = true
    this.#isInPortions = true
    if (!this.#budget.isCut) return this.#whenRoom(() => this.#fetch())
    this.#connection.close({ type: 'P' })
    this.#statementEnds(commandOf(this.#current!.statement.text), null)
  }

  handleCommandComplete({ text }: { text: string }) {
    if (this.#isPreamble) {
      this.#isPreamble = false
      this.#startedAt = performance.now()
      return
    }
    const { command, rowCount } = parseCommandTag(this.#current?.standsFor ?? text)
    // A SELECT's tag counts the rows of its last portion.
    const isPart = this.#isInPortions && rowCount !== null
    this.#statementEnds(command, isPart ? Math.max(rowCount, this.#budget.rows) : rowCount)
  }

  /** The splitter drops what is empty, so this is what the server takes for empty and the splitter does not. */
  handleEmptyQuery = () => this.#goToNext()

  handleCopyInResponse() {
    this.#connection.sendCopyFail('no rows can be sent along with a query. Use INSERT, or \\copy in psql')
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#row([copyLine(chunk, this.#copy!)], chunk.length)
  }

  handleError(error: Error) {
    const said = serverError(error, this.text, this.#current)
    if (!said) {
      this.#fail(error)
      return this.#leave(undefined)
    }
    this.#fail(new StatementError(said))
    // What was sent behind the failing message is skipped up to a Sync; after one, ReadyForQuery is on its way.
    if (!this.#isSynced) this.#sync()
  }

  /** Part of the driver's interface; `settled` listens to the connection, which tells after an error too. */
  handleReadyForQuery() {}

  get #current() {
    return this.#sent[this.#index]
  }

  /** Whether what is being answered is nothing that the text asked for, or that is waited for any more. */
  get #isHidden() {
    return this.#isPreamble || this.#current?.standsFor !== undefined || this.#hasFailed || this.#isStopped
  }

  /** Sends the statement that is next, and those behind it as long as each one before them brings no rows. */
  #sendStatements() {
    if (this.#index === this.#statements.length) return this.#sync()
    const { stream } = this.#connection
    stream.cork()
    // A statement that does nothing is sent ahead: LOCK TABLE, DECLARE and the like are allowed only behind another.
    if (this.#isPreamble) this.#send(FIRST_OF_SEVERAL)
    let codes = 0
    let last: PlannedStatement
    do {
      last = planStatement(this.#statements[this.#sent.length]!)
      this.#send(last.sql)
      this.#sent.push(last)
      codes += last.sql.length
    } while (
      last.isRowless &&
      codes < CODES_SENT_TOGETHER &&
      this.#sent.length - this.#index < STATEMENTS_SENT_TOGETHER &&
      this.#sent.length < this.#statements.length
    )
    stream.uncork()
  }

  /** With a flush after each, so that its end is reported at once and not with the following statements. */
  #send(text: string) {
    this.#connection.parse({ text })
    this.#connection.bind({})
    this.#connection.describe({ type: 'P' })
    this.#connection.execute({ rows: this.#budget.portion })
    this.#connection.flush()
  }

  #fetch() {
    const { stream } = this.#connection
    stream.cork()
    this.#connection.execute({ rows: this.#budget.portion })
    this.#connection.flush()
    stream.uncork()
  }

  #row(fields: (string | null)[], bytes: number) {
    if (this.#isHidden || !this.#budget.takeRow(bytes)) return
    this.events.pushRow(fields, bytes)
    if (this.events.isFull) this.#connection.stream.pause()
  }

  #statementEnds(command: string, rowCount: number | null) {
    const { isCut } = this.#budget
    this.events.push({
      type: 'statement',
      command,
      rowCount: isCut ? null : rowCount,
      truncated: isCut,
      durationMs: performance.now() - this.#startedAt,
    })
    this.#goToNext()
  }

  #goToNext() {
    this.#index += 1
    this.#startedAt = performance.now()
    this.#budget.startStatement()
    this.#isInPortions = false
    if (this.#index === this.#sent.length) this.#whenRoom(() => this.#sendStatements())
  }

  /** Nothing more is asked of the database before the consumer has taken most of what it brought. */
  #whenRoom(send: () => void) {
    if (this.#hasFailed) return
    if (this.#isStopped) {
      this.#fail(canceledError())
      this.#leave(undefined)
    } else if (this.events.isFull) this.#next = send
    else send()
  }

  #goOn() {
    this.#connection.stream.resume()
    const send = this.#next
    this.#next = undefined
    send?.()
  }

  #sync() {
    this.#isSynced = true
    this.#connection.sync()
  }

  #fail(error: Error) {
    this.#hasFailed = true
    this.#next = undefined
    this.events.end(error)
    // What still comes is dropped, however slow the consumer is.
    this.#connection.stream.resume()
  }

  readonly #onCopyOut = (response: CopyResponse) => {
    this.#copy = response
    this.events.push({ type: 'columns', columns: [copyColumn(response)] })
  }

  /** Notifications arrive once the transaction is committed, and so after the last statement. */
  readonly #onNotice = (raised: NoticeMessage | NotificationMessage) => {
    const notice = 'channel' in raised ? noticeOfNotification(raised) : noticeOf(raised)
    const bytes = JSON.stringify(notice).length
    this.#notices += 1
    if (this.#notices > NOTICES_KEPT || !this.#budget.take(bytes)) return
    this.events.push({ type: 'notice', notice }, bytes)
    if (this.events.isFull) this.#connection.stream.pause()
  }

  readonly #onReady = ({ status }: { status: TransactionStatus }) => {
    this.events.end()
    this.#leave(status)
  }

  readonly #onBroken = (error: Error) => this.#fail(error)

  readonly #onEnd = () => {
    this.#fail(new Error('The connection to the database was lost'))
    this.#leave(undefined)
  }

  #leave(status: TransactionStatus | undefined) {
    this.#connection.off('copyOutResponse', this.#onCopyOut)
    this.#connection.off('notice', this.#onNotice)
    this.#connection.off('notification', this.#onNotice)
    this.#connection.off('readyForQuery', this.#onReady)
    this.#connection.off('error', this.#onBroken)
    this.#connection.off('end', this.#onEnd)
    this.#untap()
    this.#settle(status)
  }
}
