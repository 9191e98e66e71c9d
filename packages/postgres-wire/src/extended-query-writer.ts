/** Beyond it memory is given away with its message instead of being kept for the next one. */
const KEPT_BYTES = 64 * 1024
/** A character of JavaScript has three bytes in UTF-8 at most. */
const BYTES_OF_CHARACTER = 3
/** Characters of a text that is measured before room is made for it. */
const LONG_TEXT = 4096
/** What a message has besides its texts, at most: code, lengths, counts and zeros. */
const FRAME_BYTES = 16
const NULL_LENGTH = -1
const TEXT = 0
const BINARY = 1

const code = { bind: 0x42, close: 0x43, execute: 0x45, parse: 0x50, sync: 0x53 } as const
const OF_STATEMENT = 0x53

/** Bytes that a text needs at most. */
const room = (text: string) =>
  text.length > LONG_TEXT ? Buffer.byteLength(text) : text.length * BYTES_OF_CHARACTER

/**
 * Messages of PostgreSQL's extended query protocol, written one after the other into the same memory, so that all of
 * them leave in one write to the connection. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class ExtendedQueryWriter {
  private bytes = Buffer.allocUnsafe(KEPT_BYTES)
  private length = 0

  /** Prepares a statement; the server finds out the types of its values. */
  parse(name: string, text: string) {
    const at = this.begin(code.parse, room(name) + room(text))
    this.zeroEnded(name)
    this.zeroEnded(text)
    this.int16(0)
    this.end(at)
  }

  /** Values as text, or as bytes where they are a Buffer. All columns are answered as text. */
  bind(name: string, values: readonly (string | Buffer | null)[]) {
    const at = this.begin(code.bind, room(name) + 2 * values.length)
    this.zeroEnded('')
    this.zeroEnded(name)
    this.formats(values)
    this.int16(values.length)
    for (const value of values) this.value(value)
    this.int16(0)
    this.end(at)
  }

  /** Runs what was bound last, to its last row. */
  execute() {
    const at = this.begin(code.execute, 0)
    this.zeroEnded('')
    this.int32(0)
    this.end(at)
  }

  /** Forgets a prepared statement, whether it is there or not. */
  close(name: string) {
    const at = this.begin(code.close, room(name))
    this.bytes[this.length++] = OF_STATEMENT
    this.zeroEnded(name)
    this.end(at)
  }

  sync() {
    this.end(this.begin(code.sync, 0))
  }

  /** All that was written since the last call, in memory of its own. */
  take(): Buffer {
    const written = this.bytes.subarray(0, this.length)
    this.length = 0
    if (this.bytes.length === KEPT_BYTES) return Buffer.from(written)
    this.bytes = Buffer.allocUnsafe(KEPT_BYTES)
    return written
  }

  /** One number where all are text. */
  private formats(values: readonly (string | Buffer | null)[]) {
    if (!values.some((value) => Buffer.isBuffer(value))) return this.int16(0)
    this.int16(values.length)
    for (const value of values) this.int16(Buffer.isBuffer(value) ? BINARY : TEXT)
  }

  private value(value: string | Buffer | null) {
    if (value === null) {
      this.reserve(FRAME_BYTES)
      this.int32(NULL_LENGTH)
    } else if (typeof value === 'string') {
      this.reserve(room(value) + FRAME_BYTES)
      const at = this.length
      this.length += 4
      this.text(value)
      this.bytes.writeInt32BE(this.length - at - 4, at)
    } else {
      this.reserve(value.length + FRAME_BYTES)
      this.int32(value.length)
      this.length += value.copy(this.bytes, this.length)
    }
  }

  private begin(kind: number, bytes: number) {
    this.reserve(bytes + FRAME_BYTES)
    this.bytes[this.length] = kind
    this.length += 5
    return this.length - 4
  }

  /** The length of a message counts itself, but not the code before it. */
  private end(at: number) {
    this.bytes.writeInt32BE(this.length - at, at)
  }

  private zeroEnded(text: string) {
    this.text(text)
    this.bytes[this.length++] = 0
  }

  private text(text: string) {
    this.length += this.bytes.write(text, this.length)
  }

  private int16(value: number) {
    this.length = this.bytes.writeInt16BE(value, this.length)
  }

  private int32(value: number) {
    this.length = this.bytes.writeInt32BE(value, this.length)
  }

  private reserve(bytes: number) {
    if (this.length + bytes <= this.bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.length + bytes, this.bytes.length * 2))
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
  }
}
