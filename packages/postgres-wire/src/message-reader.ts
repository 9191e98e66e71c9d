import { PostgresError } from './postgres-error.ts'
import { HEADER_BYTES } from './write-message.ts'

const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Cuts a stream of bytes into messages without copying: call `next()` and look at `type`, `buffer`, `start` and
 * `end`. A message of a type that streams is told in the pieces it arrives in, any other once it is complete.
 *
 * The piece at hand stays as it is until the next call of `next()`: `feed()` only puts a chunk in line and never
 * touches the current piece, so a message may be held for as long as needed. A fed chunk belongs to the reader; nobody
 * may write into it again.
 */
export class MessageReader {
  #buffer: Buffer = NOTHING
  #start = 0
  #end = 0
  #type = 0
  #isBeginning = true
  #isEnd = true
  readonly #streams: (type: number) => boolean
  readonly #maxBytes: number
  /** Chunks that were fed and are not part of `buffer` yet; the first alone, because there is seldom a second. */
  #fed: Buffer | undefined
  #more: Buffer[] = []
  #fedBytes = 0
  #bytesLeft = 0

  /** `maxBytes` bounds the length of a message that does not stream, because it is held whole. */
  constructor(streams: (type: number) => boolean, maxBytes: number) {
    this.#streams = streams
    this.#maxBytes = maxBytes
  }

  /** The chunk that the piece at hand lies in. */
  get buffer() {
    return this.#buffer
  }

  /** Where the piece at hand begins in `buffer`, header included. */
  get start() {
    return this.#start
  }

  /** Where it ends. */
  get end() {
    return this.#end
  }

  /** The first byte of the message that the piece belongs to. */
  get type() {
    return this.#type
  }

  /** Whether the piece begins its message. */
  get isBeginning() {
    return this.#isBeginning
  }

  /** Whether the piece ends its message: false while more of it has to come. */
  get isEnd() {
    return this.#isEnd
  }

  feed(chunk: Buffer) {
    if (this.#fed === undefined) this.#fed = chunk
    else this.#more.push(chunk)
    this.#fedBytes += chunk.length
  }

  /** Moves to the next piece; false when more bytes are needed. @throws PostgresError for a length that cannot be */
  next(): boolean {
    for (;;) {
      const available = this.#buffer.length - this.#end
      if (this.#bytesLeft > 0) {
        if (available > 0) return this.#continue(available)
        if (!this.#takeFed()) return false
        continue
      }
      if (available < HEADER_BYTES) {
        if (!this.#takeFed()) return this.#letGo(available)
        continue
      }
      const bytes = this.#buffer.readUInt32BE(this.#end + 1) + 1
      if (bytes < HEADER_BYTES) throw violation('invalid message length')
      this.#type = this.#buffer[this.#end]!
      if (available >= bytes) return this.#take(bytes, 0)
      if (this.#streams(this.#type)) return this.#take(available, bytes - available)
      if (bytes > this.#maxBytes) throw tooLong(bytes, this.#maxBytes)
      if (available + this.#fedBytes < bytes || !this.#takeFed()) return false
    }
  }

  /** Bytes that were fed and not read yet. */
  get unreadBytes() {
    return this.#buffer.length - this.#end + this.#fedBytes
  }

  /** Whether the last piece left its message unfinished, so that its receiver waits for the rest. */
  get isInsideMessage() {
    return this.#bytesLeft > 0
  }

  /** Whether the bytes not read yet end with these, in whatever chunks they came; they may be part of something else. */
  endsWith(bytes: Buffer): boolean {
    const unread = [this.#buffer.subarray(this.#end), ...(this.#fed ? [this.#fed] : []), ...this.#more]
    let tail = NOTHING
    while (tail.length < bytes.length && unread.length > 0) tail = Buffer.concat([unread.pop()!, tail])
    return tail.length >= bytes.length && tail.subarray(tail.length - bytes.length).equals(bytes)
  }

  #take(bytes: number, bytesLeft: number) {
    this.#start = this.#end
    this.#end += bytes
    this.#bytesLeft = bytesLeft
    this.#isBeginning = true
    this.#isEnd = bytesLeft === 0
    return true
  }

  #continue(available: number) {
    const bytes = Math.min(available, this.#bytesLeft)
    this.#start = this.#end
    this.#end += bytes
    this.#bytesLeft -= bytes
    this.#isBeginning = false
    this.#isEnd = this.#bytesLeft === 0
    return true
  }

  /** Switches to the fed chunks; copies only when part of a message is left over. */
  #takeFed() {
    const fed = this.#fed
    if (fed === undefined) return false
    const rest = this.#buffer.length - this.#end
    if (rest === 0 && this.#more.length === 0) this.#buffer = fed
    else {
      this.#buffer = Buffer.concat([this.#buffer.subarray(this.#end), fed, ...this.#more])
      if (this.#more.length > 0) this.#more = []
    }
    this.#start = 0
    this.#end = 0
    this.#fed = undefined
    this.#fedBytes = 0
    return true
  }

  /** An idle connection keeps no chunk alive. */
  #letGo(available: number) {
    if (available === 0) {
      this.#buffer = NOTHING
      this.#start = 0
      this.#end = 0
    }
    return false
  }
}

const violation = (message: string) => new PostgresError('08P01', message)

const tooLong = (bytes: number, maxBytes: number) =>
  new PostgresError('54000', `A message of ${bytes} bytes is more than this pooler holds (${maxBytes}).`, {
    hint: 'Send it through the session port or the direct connection, or copy the data with COPY.',
  })
