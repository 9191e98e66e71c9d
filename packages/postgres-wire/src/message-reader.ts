import { PostgresError } from './postgres-error.ts'
import { HEADER_BYTES } from './write-message.ts'

const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Cuts a stream of bytes into messages without copying: call `next()` and look at `type`, `buffer`, `start` and
 * `end`. A message of a type that streams is told in the pieces it arrives in, any other once it is complete.
 *
 * Memory is lent to it: `feed()` what was read, read what there is, and call `keep()` before anybody writes into that
 * memory again. What is then still needed is copied: the piece at hand, which stays as it is until the next call of
 * `next()`, and what has not been read. Most often that is nothing.
 */
export class MessageReader {
  #buffer: Buffer = NOTHING
  #start = 0
  #end = 0
  /** Where what was read ends in the buffer. */
  #limit = 0
  #type = 0
  #isBeginning = true
  #isEnd = true
  #isAtHand = false
  readonly #streams: (type: number) => boolean
  readonly #maxBytes: number
  /** What was fed and is not part of `buffer` yet; the first alone, because there is seldom a second. */
  #fed: Buffer | undefined
  #fedLength = 0
  #more: Buffer[] = []
  #fedBytes = 0
  #bytesLeft = 0
  /** The memory that `buffer` or what was fed lies in and that is not the reader's own. */
  #lent: Buffer | undefined

  /** `maxBytes` bounds the length of a message that does not stream, because it is held whole. */
  constructor(streams: (type: number) => boolean, maxBytes: number) {
    this.#streams = streams
    this.#maxBytes = maxBytes
  }

  /** The memory that the piece at hand lies in. */
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

  /** Lends it the first `length` bytes of memory that was read into. */
  feed(memory: Buffer, length = memory.length) {
    if (this.#fed === undefined) {
      this.#fed = memory
      this.#fedLength = length
      this.#lent = memory
    } else this.#more.push(Buffer.from(memory.subarray(0, length)))
    this.#fedBytes += length
  }

  /** Copies what is still needed of the memory that was lent. */
  keep() {
    if (this.#fed !== undefined && this.#fed === this.#lent)
      this.#fed = Buffer.from(this.#fed.subarray(0, this.#fedLength))
    else if (this.#buffer === this.#lent) this.#copyOut(this.#isAtHand ? this.#start : this.#end)
    this.#lent = undefined
  }

  /** Moves to the next piece; false when more bytes are needed. @throws PostgresError for a length that cannot be */
  next(): boolean {
    for (;;) {
      const available = this.#limit - this.#end
      if (this.#bytesLeft > 0) {
        if (available > 0) return this.#continue(available)
        if (!this.#takeFed()) return this.#wait()
        continue
      }
      if (available < HEADER_BYTES) {
        if (!this.#takeFed()) return this.#wait()
        continue
      }
      const bytes = this.#buffer.readUInt32BE(this.#end + 1) + 1
      if (bytes < HEADER_BYTES) throw violation('invalid message length')
      this.#type = this.#buffer[this.#end]!
      if (available >= bytes) return this.#take(bytes, 0)
      if (this.#streams(this.#type)) return this.#take(available, bytes - available)
      if (bytes > this.#maxBytes) throw tooLong(bytes, this.#maxBytes)
      if (available + this.#fedBytes < bytes || !this.#takeFed()) return this.#wait()
    }
  }

  /** Bytes that were fed and not read yet. */
  get unreadBytes() {
    return this.#limit - this.#end + this.#fedBytes
  }

  /** Whether the last piece left its message unfinished, so that its receiver waits for the rest. */
  get isInsideMessage() {
    return this.#bytesLeft > 0
  }

  /** Whether the bytes not read yet end with these, in whatever chunks they came; they may be part of something else. */
  endsWith(bytes: Buffer): boolean {
    const unread = [this.#unread(), ...this.#inLine()]
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
    this.#isAtHand = true
    return true
  }

  #continue(available: number) {
    const bytes = Math.min(available, this.#bytesLeft)
    this.#start = this.#end
    this.#end += bytes
    this.#bytesLeft -= bytes
    this.#isBeginning = false
    this.#isEnd = this.#bytesLeft === 0
    this.#isAtHand = true
    return true
  }

  /** Switches to what was fed; copies only when part of a message is left over. */
  #takeFed() {
    const fed = this.#fed
    if (fed === undefined) return false
    if (this.#end === this.#limit && this.#more.length === 0) {
      this.#buffer = fed
      this.#limit = this.#fedLength
    } else {
      this.#buffer = Buffer.concat([this.#unread(), ...this.#inLine()])
      this.#limit = this.#buffer.length
      if (this.#more.length > 0) this.#more = []
    }
    this.#start = 0
    this.#end = 0
    this.#fed = undefined
    this.#fedBytes = 0
    return true
  }

  /** Nothing is at hand. An idle connection keeps no memory alive. */
  #wait() {
    this.#isAtHand = false
    if (this.#end === this.#limit) this.#copyOut(this.#limit)
    return false
  }

  /** Goes on in memory of its own, with what lies behind `from`. */
  #copyOut(from: number) {
    this.#buffer = from === this.#limit ? NOTHING : Buffer.from(this.#buffer.subarray(from, this.#limit))
    this.#start = Math.max(this.#start - from, 0)
    this.#end -= from
    this.#limit -= from
  }

  #unread() {
    return this.#buffer.subarray(this.#end, this.#limit)
  }

  #inLine() {
    return this.#fed ? [this.#fed.subarray(0, this.#fedLength), ...this.#more] : []
  }
}

const violation = (message: string) => new PostgresError('08P01', message)

const tooLong = (bytes: number, maxBytes: number) =>
  new PostgresError('54000', `A message of ${bytes} bytes is more than this pooler holds (${maxBytes}).`, {
    hint: 'Send it through the session port or the direct connection, or copy the data with COPY.',
  })
