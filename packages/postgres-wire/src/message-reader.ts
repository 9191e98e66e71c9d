import type { BorrowedChunk, Borrower } from './borrowed-chunk.ts'
import { PostgresError } from './postgres-error.ts'
import { HEADER_BYTES } from './write-message.ts'

const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Splits a byte stream into messages without copying: call `next()` and read `type`, `buffer`, `start` and `end`.
 * A message of a streaming type is returned in the pieces it arrives in, any other once it is complete.
 *
 * It borrows the chunks that it is fed. At the end of a chunk it copies what is still needed, usually nothing: the
 * current piece, which stays unchanged until `next()`, and the unread bytes.
 */
export class MessageReader implements Borrower {
  #buffer: Buffer = NOTHING
  #start = 0
  #end = 0
  /** Where the bytes read so far end in the buffer. */
  #limit = 0
  #type = 0
  #isBeginning = true
  #isEnd = true
  #hasCurrent = false
  readonly #streams: (type: number) => boolean
  readonly #maxBytes: number
  /** Fed and not part of `buffer` yet: the first chunk, and any further ones, which are rare. */
  #fed: Buffer | undefined
  #fedLength = 0
  #more: Buffer[] = []
  #fedBytes = 0
  #bytesLeft = 0
  /** The memory of the current chunk, if `buffer` or the fed bytes lie in it. */
  #borrowed: Buffer | undefined

  /** `maxBytes` bounds the length of messages that do not stream, because they are held whole. */
  constructor(streams: (type: number) => boolean, maxBytes: number) {
    this.#streams = streams
    this.#maxBytes = maxBytes
  }

  /** The memory that the current piece lies in. */
  get buffer() {
    return this.#buffer
  }

  /** Where the current piece starts in `buffer`, header included. */
  get start() {
    return this.#start
  }

  /** Where the current piece ends in `buffer`. */
  get end() {
    return this.#end
  }

  /** The first byte of the message that the current piece belongs to. */
  get type() {
    return this.#type
  }

  /** Whether the current piece starts its message. */
  get isBeginning() {
    return this.#isBeginning
  }

  /** Whether the current piece ends its message; false while more of it is to come. */
  get isEnd() {
    return this.#isEnd
  }

  /** Adds what was read; call `next()` for its messages. */
  feed(chunk: BorrowedChunk) {
    if (this.#fed === undefined) {
      this.#fed = chunk.lendTo(this)
      this.#fedLength = chunk.length
      this.#borrowed = this.#fed
    } else this.#more.push(chunk.copy())
    this.#fedBytes += chunk.length
  }

  /** Called at the end of a chunk: copies what is still needed of its memory. */
  copyBorrowed() {
    if (this.#fed !== undefined && this.#fed === this.#borrowed)
      this.#fed = Buffer.from(this.#fed.subarray(0, this.#fedLength))
    else if (this.#buffer === this.#borrowed) this.#copyOut(this.#hasCurrent ? this.#start : this.#end)
    this.#borrowed = undefined
  }

  /** Moves to the next piece; false when more bytes are needed. @throws PostgresError for an impossible length */
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

  /** How many bytes were fed and not read yet. */
  get unreadBytes() {
    return this.#limit - this.#end + this.#fedBytes
  }

  /** Whether the last piece left its message unfinished, so that its receiver is waiting for the rest. */
  get isInsideMessage() {
    return this.#bytesLeft > 0
  }

  /** Whether the unread bytes end with these, however they were chunked. The match may start inside another message. */
  endsWith(bytes: Buffer): boolean {
    const unread = [this.#unread(), ...this.#fedChunks()]
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
    this.#hasCurrent = true
    return true
  }

  #continue(available: number) {
    const bytes = Math.min(available, this.#bytesLeft)
    this.#start = this.#end
    this.#end += bytes
    this.#bytesLeft -= bytes
    this.#isBeginning = false
    this.#isEnd = this.#bytesLeft === 0
    this.#hasCurrent = true
    return true
  }

  /** Switches to the fed chunks; copies only when part of a message is left over. */
  #takeFed() {
    const fed = this.#fed
    if (fed === undefined) return false
    if (this.#end === this.#limit && this.#more.length === 0) {
      this.#buffer = fed
      this.#limit = this.#fedLength
    } else {
      this.#buffer = Buffer.concat([this.#unread(), ...this.#fedChunks()])
      this.#limit = this.#buffer.length
      if (this.#more.length > 0) this.#more = []
    }
    this.#start = 0
    this.#end = 0
    this.#fed = undefined
    this.#fedBytes = 0
    return true
  }

  /** There is no current piece. An idle connection keeps no memory alive. */
  #wait() {
    this.#hasCurrent = false
    if (this.#end === this.#limit) this.#copyOut(this.#limit)
    return false
  }

  /** Moves the bytes from `from` on into memory of the reader's own. */
  #copyOut(from: number) {
    this.#buffer = from === this.#limit ? NOTHING : Buffer.from(this.#buffer.subarray(from, this.#limit))
    this.#start = Math.max(this.#start - from, 0)
    this.#end -= from
    this.#limit -= from
  }

  #unread() {
    return this.#buffer.subarray(this.#end, this.#limit)
  }

  #fedChunks() {
    return this.#fed ? [this.#fed.subarray(0, this.#fedLength), ...this.#more] : []
  }
}

const violation = (message: string) => new PostgresError('08P01', message)

const tooLong = (bytes: number, maxBytes: number) =>
  new PostgresError('54000', `A message of ${bytes} bytes is more than this pooler holds (${maxBytes}).`, {
    hint: 'Send it through the session port or the direct connection, or copy the data with COPY.',
  })
