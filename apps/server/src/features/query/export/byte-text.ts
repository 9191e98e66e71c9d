/** From here on a call of `set` is faster than a loop. */
const LONG_BYTES = 40

/** Bytes that grow at their end, mostly text in UTF-8. */
export class ByteText {
  /** Of which the first `length` count. Another one after `reserve`. */
  bytes: Buffer
  length = 0

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Makes room for so many bytes more. */
  reserve(count: number) {
    const needed = this.length + count
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  add(added: Uint8Array) {
    this.reserve(added.length)
    const { bytes } = this
    if (added.length >= LONG_BYTES) bytes.set(added, this.length)
    else for (let index = 0; index < added.length; index += 1) bytes[this.length + index] = added[index]!
    this.length += added.length
  }

  addString(text: string) {
    this.reserve(Buffer.byteLength(text))
    this.length += this.bytes.write(text, this.length)
  }

  /** What was written, without a copy of it. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Begins again, and lets go of memory beyond so many bytes. */
  clear(kept: number) {
    this.length = 0
    if (this.bytes.length > kept) this.bytes = Buffer.allocUnsafeSlow(kept)
  }
}
