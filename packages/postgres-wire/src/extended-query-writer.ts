/** A larger buffer is handed out with its message instead of being reused. */
const REUSED_BYTES = 64 * 1024
/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3
/** A text longer than this many characters is measured before space is reserved for it. */
const MEASURED_ABOVE = 4096
/** Upper bound for a message without its texts: code, lengths, counts and terminators. */
const FRAME_BYTES = 16
const NULL_LENGTH = -1
const TEXT = 0
const BINARY = 1

const code = { bind: 0x42, close: 0x43, execute: 0x45, flush: 0x48, parse: 0x50, sync: 0x53 } as const
const STATEMENT = 0x53

/** Upper bound for the bytes of a text in UTF-8. */
const maxBytesOf = (text: string) =>
  text.length > MEASURED_ABOVE ? Buffer.byteLength(text) : text.length * MAX_BYTES_PER_CHARACTER

/**
 * Writes messages of PostgreSQL's extended query protocol back to back into one buffer, so that all of them leave in
 * one write. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class ExtendedQueryWriter {
  private bytes = Buffer.allocUnsafe(REUSED_BYTES)
  private length = 0

  /** Prepares a statement; the server infers the parameter types. */
  parse(name: string, text: string) {
    const at = this.begin(code.parse, maxBytesOf(name) + maxBytesOf(text))
    this.cstring(name)
    this.cstring(text)
    this.int16(0)
    this.end(at)
  }

  /** Values are text, or bytes where they are a Buffer. Result columns come back as text. */
  bind(name: string, values: readonly (string | Buffer | null)[]) {
    const at = this.begin(code.bind, maxBytesOf(name) + 2 * values.length)
    this.cstring('')
    this.cstring(name)
    this.formats(values)
    this.int16(values.length)
    for (const value of values) this.value(value)
    this.int16(0)
    this.end(at)
  }

  /** Runs the portal bound last, to its last row. */
  execute() {
    const at = this.begin(code.execute, 0)
    this.cstring('')
    this.int32(0)
    this.end(at)
  }

  /** Closes a prepared statement; no error when it does not exist. */
  close(name: string) {
    const at = this.begin(code.close, maxBytesOf(name))
    this.bytes[this.length++] = STATEMENT
    this.cstring(name)
    this.end(at)
  }

  /** Asks for the answers so far, which the server otherwise keeps until `sync`. */
  flush() {
    this.end(this.begin(code.flush, 0))
  }

  sync() {
    this.end(this.begin(code.sync, 0))
  }

  /** Returns everything written since the last call, in memory that is not reused. */
  take(): Buffer {
    const written = this.bytes.subarray(0, this.length)
    this.length = 0
    if (this.bytes.length === REUSED_BYTES) return Buffer.from(written)
    this.bytes = Buffer.allocUnsafe(REUSED_BYTES)
    return written
  }

  /** A count of zero means that all values are text. */
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
      this.reserve(maxBytesOf(value) + FRAME_BYTES)
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

  private cstring(text: string) {
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
