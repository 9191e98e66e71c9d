import { PostgresError } from './postgres-error.ts'
import { HEADER_BYTES } from './write-message.ts'

const NOTHING = Buffer.alloc(0)

/**
 * Cuts a stream of bytes into messages without copying: call `next()` and look at `type`, `buffer`, `start` and
 * `end`. A message of a type that streams is told in the pieces it arrives in, any other once it is complete.
 */
export class MessageReader {
  buffer: Buffer = NOTHING
  /** Of the piece at hand, header included, within `buffer`. */
  start = 0
  end = 0
  /** The first byte of the message that the piece belongs to. */
  type = 0
  /** Whether the piece begins its message, and whether it ends it. */
  isBeginning = true
  isEnd = true
  readonly #streams: (type: number) => boolean
  readonly #maxBytes: number
  #queue: Buffer[] = []
  #queuedBytes = 0
  #bytesLeft = 0

  /** `maxBytes` bounds what is held, so only messages that do not stream. */
  constructor(streams: (type: number) => boolean, maxBytes: number) {
    this.#streams = streams
    this.#maxBytes = maxBytes
  }

  feed(chunk: Buffer) {
    if (this.#queuedBytes === 0 && this.end === this.buffer.length) {
      this.buffer = chunk
      this.start = 0
      this.end = 0
    } else {
      this.#queue.push(chunk)
      this.#queuedBytes += chunk.length
    }
  }

  /** Moves to the next piece; false when more bytes are needed. @throws PostgresError for a length that cannot be */
  next(): boolean {
    for (;;) {
      const available = this.buffer.length - this.end
      if (this.#bytesLeft > 0) {
        if (available > 0) return this.#continue(available)
        if (!this.#merge()) return false
        continue
      }
      if (available < HEADER_BYTES) {
        if (!this.#merge()) return this.#letGo(available)
        continue
      }
      const bytes = this.buffer.readUInt32BE(this.end + 1) + 1
      if (bytes < HEADER_BYTES) throw violation('invalid message length')
      this.type = this.buffer[this.end]!
      if (available >= bytes) return this.#take(bytes, 0)
      if (this.#streams(this.type)) return this.#take(available, bytes - available)
      if (bytes > this.#maxBytes) throw tooLong(bytes, this.#maxBytes)
      if (available + this.#queuedBytes < bytes || !this.#merge()) return false
    }
  }

  /** Bytes that were fed and not read yet. */
  get unreadBytes() {
    return this.buffer.length - this.end + this.#queuedBytes
  }

  /** Whether nothing of a message is at hand. */
  get isAtBoundary() {
    return this.#bytesLeft === 0 && this.unreadBytes === 0
  }

  #take(bytes: number, bytesLeft: number) {
    this.start = this.end
    this.end += bytes
    this.#bytesLeft = bytesLeft
    this.isBeginning = true
    this.isEnd = bytesLeft === 0
    return true
  }

  #continue(available: number) {
    const bytes = Math.min(available, this.#bytesLeft)
    this.start = this.end
    this.end += bytes
    this.#bytesLeft -= bytes
    this.isBeginning = false
    this.isEnd = this.#bytesLeft === 0
    return true
  }

  #merge() {
    if (this.#queue.length === 0) return false
    const rest = this.buffer.subarray(this.end)
    this.buffer =
      rest.length === 0 && this.#queue.length === 1 ? this.#queue[0]! : Buffer.concat([rest, ...this.#queue])
    this.start = 0
    this.end = 0
    this.#queue = []
    this.#queuedBytes = 0
    return true
  }

  /** An idle connection keeps no chunk alive. */
  #letGo(available: number) {
    if (available === 0) {
      this.buffer = NOTHING
      this.start = 0
      this.end = 0
    }
    return false
  }
}

const violation = (message: string) => new PostgresError('08P01', message)

const tooLong = (bytes: number, maxBytes: number) =>
  new PostgresError('54000', `A message of ${bytes} bytes is more than this pooler holds (${maxBytes}).`, {
    hint: 'Send it through the session port or the direct connection, or copy the data with COPY.',
  })
