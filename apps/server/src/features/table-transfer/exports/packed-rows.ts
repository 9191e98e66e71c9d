import type { Statement } from '@basalt/table-rows/statement.ts'
import type { ProtocolClient, ProtocolConnection } from '../../../platform/project-databases/sql/protocol.ts'
import { GrowableBuffer } from '../../../platform/result-files/growable-buffer.ts'
import { tapRows } from '../../../platform/result-files/row-tap.ts'

const BLOCK_BYTES = 64 * 1024
/** The connection is paused while this much waits for the reader. */
const WAITING_BYTES_MAX = 1024 * 1024

interface Block {
  /** DataRow messages, valid until `release`. */
  readonly messages: Buffer
  release(): void
}

/**
 * Rows of a statement as the messages that PostgreSQL sends, read no faster than `next` is called. Submit it to a client
 * that runs nothing else.
 */
export class PackedRows {
  /** Resolves with the first rows or the end, rejects with an error before them. */
  readonly begun: Promise<void>
  /** Resolves once the connection can be used again; never rejects. */
  readonly settled: Promise<void>
  /** The most bytes that have waited for the reader. */
  waitingBytesPeak = 0
  readonly #client: ProtocolClient
  readonly #statement: Statement
  readonly #blocks: Block[] = []
  readonly #spare: GrowableBuffer[] = []
  #waiting = 0
  #end: { error?: Error } | undefined
  #isDiscarded = false
  #wake: (() => void) | undefined
  #begin = Promise.withResolvers<void>()
  #settle = Promise.withResolvers<void>()
  #untap = () => {}

  constructor(client: ProtocolClient, statement: Statement) {
    this.#client = client
    this.#statement = statement
    this.begun = this.#begin.promise
    this.begun.catch(() => undefined)
    this.settled = this.#settle.promise
    client.connection.once('end', this.#onLost)
  }

  /** Required by the driver, as are the handlers. */
  submit(connection: ProtocolConnection) {
    this.#untap = tapRows(connection.stream, (messages) => this.#take(messages))
    connection.once('readyForQuery', this.#onReady)
    const { text, values } = this.#statement
    connection.stream.cork()
    connection.parse({ text })
    connection.bind({ values: [...values] })
    connection.describe({ type: 'P' })
    connection.execute({ rows: 0 })
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription() {}
  handleDataRow() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
  handleCommandComplete() {}

  handleError(error: Error) {
    this.#finish({ error })
  }

  /** Not called after an error, unlike listeners of the connection. */
  handleReadyForQuery() {}

  /** The next rows, or undefined after the last ones. Throws the error that ended the statement. */
  async next(): Promise<Block | undefined> {
    while (this.#blocks.length === 0) {
      if (this.#end?.error) throw this.#end.error
      if (this.#end) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const block = this.#blocks.shift()!
    this.#waiting -= block.messages.length
    if (this.#waiting <= WAITING_BYTES_MAX) this.#client.connection.stream.resume()
    return block
  }

  /** Drops all further rows. A backend that is blocked by a slow reader would not notice that it is cancelled. */
  discard() {
    this.#isDiscarded = true
    this.#blocks.length = 0
    this.#finish({ error: new Error('The reader has left') })
    this.#client.connection.stream.resume()
  }

  #take(messages: Buffer) {
    this.#begin.resolve()
    if (this.#isDiscarded) return
    const bytes = this.#spare.pop() ?? new GrowableBuffer(BLOCK_BYTES)
    bytes.add(messages)
    this.#blocks.push({
      messages: bytes.written(),
      release: () => {
        bytes.clear(BLOCK_BYTES)
        this.#spare.push(bytes)
      },
    })
    this.#waiting += messages.length
    this.waitingBytesPeak = Math.max(this.waitingBytesPeak, this.#waiting)
    if (this.#waiting > WAITING_BYTES_MAX) this.#client.connection.stream.pause()
    this.#wake?.()
  }

  #finish(end: { error?: Error }) {
    this.#end ??= end
    if (this.#end.error) this.#begin.reject(this.#end.error)
    else this.#begin.resolve()
    this.#wake?.()
  }

  readonly #onReady = () => {
    this.#finish({})
    this.#release()
  }

  #release() {
    this.#client.connection.off('end', this.#onLost)
    this.#client.connection.off('readyForQuery', this.#onReady)
    this.#untap()
    this.#settle.resolve()
  }

  readonly #onLost = () => {
    this.#finish({ error: new Error('Connection terminated while rows were read') })
    this.#release()
  }
}
