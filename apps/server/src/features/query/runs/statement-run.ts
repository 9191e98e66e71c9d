import { NOTICES_MAX } from '@basalt/contract/query/query.rules.ts'
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
import { PIPELINED_STATEMENTS_MAX, PIPELINED_TEXT_LENGTH } from './flow.rules.ts'
import { type PlannedStatement, planStatement } from './planned-statement.ts'
import { RowBudget, type RunLimits } from './row-budget.ts'
import { noticeOf, noticeOfNotification, resultColumn } from './run-event.ts'
import { serverError } from './server-error.ts'
import { canceledError, StatementError } from './statement-error.ts'

// A statement that takes no snapshot, so that SET TRANSACTION may still follow.
const PREAMBLE = 'show server_version_num'

/**
 * Runs the statements of a text in order on one connection, as the driver's active query: parse, bind and execute for
 * each, and one Sync at the end. This makes the text one implicit transaction, like a simple query, and BEGIN and
 * COMMIT work as they do there. Unlike a simple query, it fetches rows in portions: a truncated result is not fetched
 * further, so the database does not compute the rest.
 *
 * Reading `events` throws StatementError for errors of the server, and another Error when the connection broke.
 */
export class StatementRun {
  readonly events = new EventQueue(() => this.#resume())
  /** Resolves when the connection is ready for reuse, or to undefined when it is unusable. */
  readonly settled: Promise<TransactionStatus | undefined>

  readonly text: string
  readonly #connection: ProtocolConnection
  readonly #statements: Statement[]
  readonly #budget: RowBudget
  #settle!: (status: TransactionStatus | undefined) => void
  /** The next message to send, once the consumer has caught up. */
  #next: (() => void) | undefined
  #isStopped = false
  #hasFailed = false
  #isSynced = false
  #isPreamble = false
  /** Whether the current statement's rows came in several portions. */
  #isInPortions = false
  /** The statements sent so far, and the index of the one in progress. */
  readonly #sent: PlannedStatement[] = []
  #index = 0
  #startedAt = 0
  #notices = 0
  #copy: CopyResponse | undefined
  #untap = () => {}

  /** With `packs`, rows are passed on as protocol messages and limits do not apply. */
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
      this.#detach(undefined)
    } else {
      // A backend that is blocked sending rows to a slow consumer would not notice the cancel request.
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
    // The portal has already been replaced by a later one, so no more rows can be fetched.
    if (this.#sent.length > this.#index + 1) this.#budget.isCut = true
    this.#isInPortions = true
    if (!this.#budget.isCut) return this.#whenDrained(() => this.#fetch())
    this.#connection.close({ type: 'P' })
    this.#statementEnds(commandOf(this.#current!.statement.text), null)
  }

  handleCommandComplete({ text }: { text: string }) {
    if (this.#isPreamble) {
      this.#isPreamble = false
      this.#startedAt = performance.now()
      return
    }
    const { command, rowCount } = parseCommandTag(this.#current?.replacedCommand ?? text)
    // The tag of a SELECT counts only the rows of its last portion.
    const isPart = this.#isInPortions && rowCount !== null
    this.#statementEnds(command, isPart ? Math.max(rowCount, this.#budget.rows) : rowCount)
  }

  /** Reached when the server considers a statement empty but our splitter does not. */
  handleEmptyQuery = () => this.#nextStatement()

  handleCopyInResponse() {
    this.#connection.sendCopyFail('no rows can be sent along with a query. Use INSERT, or \\copy in psql')
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#row([copyLine(chunk, this.#copy!)], chunk.length)
  }

  handleError(error: Error) {
    const reported = serverError(error, this.text, this.#current)
    if (!reported) {
      this.#fail(error)
      return this.#detach(undefined)
    }
    this.#fail(new StatementError(reported))
    // The server skips messages until the Sync. After a Sync, ReadyForQuery is on its way.
    if (!this.#isSynced) this.#sync()
  }

  /** Required by the driver. `settled` listens to the connection, which also reports readiness after an error. */
  handleReadyForQuery() {}

  get #current() {
    return this.#sent[this.#index]
  }

  /** Whether the response in progress is not part of the text's results, or no longer needed. */
  get #isHidden() {
    return (
      this.#isPreamble || this.#current?.replacedCommand !== undefined || this.#hasFailed || this.#isStopped
    )
  }

  /** Sends the next statement, and pipelines those after it while each one before returns no rows. */
  #sendStatements() {
    if (this.#index === this.#statements.length) return this.#sync()
    const { stream } = this.#connection
    stream.cork()
    // Sent first because LOCK TABLE, DECLARE and others are allowed only after another statement.
    if (this.#isPreamble) this.#send(PREAMBLE)
    let length = 0
    let last: PlannedStatement
    do {
      last = planStatement(this.#statements[this.#sent.length]!)
      this.#send(last.sql)
      this.#sent.push(last)
      length += last.sql.length
    } while (
      last.isRowless &&
      length < PIPELINED_TEXT_LENGTH &&
      this.#sent.length - this.#index < PIPELINED_STATEMENTS_MAX &&
      this.#sent.length < this.#statements.length
    )
    stream.uncork()
  }

  /** Flushes after each statement, so that its end is reported at once. */
  #send(text: string) {
    this.#connection.parse({ text })
    this.#connection.bind({})
    this.#connection.describe({ type: 'P' })
    this.#connection.execute({ rows: this.#budget.fetchSize })
    this.#connection.flush()
  }

  #fetch() {
    const { stream } = this.#connection
    stream.cork()
    this.#connection.execute({ rows: this.#budget.fetchSize })
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
    this.#nextStatement()
  }

  #nextStatement() {
    this.#index += 1
    this.#startedAt = performance.now()
    this.#budget.startStatement()
    this.#isInPortions = false
    if (this.#index === this.#sent.length) this.#whenDrained(() => this.#sendStatements())
  }

  /** Sends at once, or after the consumer has caught up. */
  #whenDrained(send: () => void) {
    if (this.#hasFailed) return
    if (this.#isStopped) {
      this.#fail(canceledError())
      this.#detach(undefined)
    } else if (this.events.isFull) this.#next = send
    else send()
  }

  #resume() {
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
    // Drops remaining messages, however slow the consumer is.
    this.#connection.stream.resume()
  }

  readonly #onCopyOut = (response: CopyResponse) => {
    this.#copy = response
    this.events.push({ type: 'columns', columns: [copyColumn(response)] })
  }

  /** Notifications arrive after commit, and so after the last statement. */
  readonly #onNotice = (raised: NoticeMessage | NotificationMessage) => {
    const notice = 'channel' in raised ? noticeOfNotification(raised) : noticeOf(raised)
    const bytes = JSON.stringify(notice).length
    this.#notices += 1
    if (this.#notices > NOTICES_MAX || !this.#budget.take(bytes)) return
    this.events.push({ type: 'notice', notice }, bytes)
    if (this.events.isFull) this.#connection.stream.pause()
  }

  readonly #onReady = ({ status }: { status: TransactionStatus }) => {
    this.events.end()
    this.#detach(status)
  }

  readonly #onBroken = (error: Error) => this.#fail(error)

  readonly #onEnd = () => {
    this.#fail(new Error('The connection to the database was lost'))
    this.#detach(undefined)
  }

  #detach(status: TransactionStatus | undefined) {
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
