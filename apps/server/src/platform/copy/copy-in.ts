import type { ProtocolClient, ProtocolConnection } from '../project-databases/sql/protocol.ts'

/** Bytes that may wait for the database, besides one chunk, when several tables are copied at a time. */
export const UNSENT_BYTES_MAX = 256 * 1024

/** Bytes that are handed to the connection at once. */
const CHUNK_BYTES = 1024 * 1024

/** What PostgreSQL's protocol has before the bytes of a CopyData message: `d`, and the length of the rest. */
function copyDataHeader(bytes: number) {
  const header = Buffer.allocUnsafe(5)
  header.writeUInt8(0x64)
  header.writeInt32BE(bytes + 4, 1)
  return header
}

/** `copy … from stdin`, fed no faster than PostgreSQL reads. Submit it to a client that runs nothing else. */
export class CopyIn {
  /** Resolves when PostgreSQL takes rows, rejects when it refuses to. */
  readonly ready: Promise<void>
  /** Resolves to the number of rows once the connection can be used again; rejects with what PostgreSQL refused. */
  readonly done: Promise<number>
  readonly #client: ProtocolClient
  readonly #text: string
  readonly #unsentMax: number
  readonly #readiness = Promise.withResolvers<void>()
  readonly #completion = Promise.withResolvers<number>()
  #rows = 0
  #failure: Error | undefined
  #isOver = false
  #wake: (() => void) | undefined

  /** `unsentMax` is how many bytes may wait for the database, besides one chunk. */
  constructor(client: ProtocolClient, text: string, unsentMax = UNSENT_BYTES_MAX) {
    this.#client = client
    this.#text = text
    this.#unsentMax = unsentMax
    this.ready = this.#readiness.promise
    this.done = this.#completion.promise
    for (const promise of [this.ready, this.done]) promise.catch(() => undefined)
    client.connection.once('end', this.#onLost)
  }

  /** Required by the driver, as are the handlers. */
  submit(connection: ProtocolConnection) {
    connection.once('readyForQuery', this.#finish)
    connection.query(this.#text)
  }

  handleCopyInResponse() {
    this.#readiness.resolve()
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#rows = Number(text.split(' ').at(-1))
  }

  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}

  handleError(error: Error) {
    this.#fail(error)
  }

  /** Not called after an error, unlike listeners of the connection. */
  handleReadyForQuery() {}

  /** Sends rows; resolves when more may follow. Throws what PostgreSQL refused. The chunk may be used again at once. */
  async write(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
      if (this.#failure) throw this.#failure
      this.#client.connection.sendCopyFromChunk(chunk.subarray(from, from + CHUNK_BYTES))
      await this.#room()
    }
    if (this.#failure) throw this.#failure
  }

  /** As `write`, for chunks that nobody changes any more: they are sent without copying them. */
  async writeOwned(chunks: readonly Buffer[]): Promise<void> {
    const { stream } = this.#client.connection
    for (const chunk of chunks) {
      if (this.#failure) throw this.#failure
      stream.cork()
      stream.write(copyDataHeader(chunk.length))
      stream.write(chunk)
      stream.uncork()
      await this.#room()
    }
    if (this.#failure) throw this.#failure
  }

  /** Waits while too much is unsent. */
  async #room() {
    const { stream } = this.#client.connection
    if (stream.writableLength < this.#unsentMax || stream.destroyed) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      stream.once('drain', resolve)
    })
  }

  /** After the last row. */
  end(): Promise<number> {
    if (!this.#failure) this.#client.connection.endCopyFrom()
    return this.done
  }

  /** Makes PostgreSQL take nothing: a backend that waits for rows does not notice that it is cancelled. */
  refuse(reason: string) {
    if (!this.#isOver && !this.#failure) this.#client.connection.sendCopyFail(reason)
  }

  #fail(error: Error) {
    this.#failure ??= error
    this.#readiness.reject(this.#failure)
    this.#wake?.()
  }

  readonly #finish = () => {
    if (this.#isOver) return
    this.#isOver = true
    this.#client.connection.off('end', this.#onLost)
    this.#client.connection.off('readyForQuery', this.#finish)
    if (this.#failure) this.#completion.reject(this.#failure)
    else this.#completion.resolve(this.#rows)
  }

  readonly #onLost = () => {
    this.#fail(new Error('Connection terminated while rows were sent'))
    this.#finish()
  }
}
