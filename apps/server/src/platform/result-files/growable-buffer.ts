/** From this length, `Buffer.set` is faster than a loop. */
const LONG_BYTES = 40

/** A buffer that grows on append, mostly of UTF-8 text. */
export class GrowableBuffer {
  /** Valid up to `length`. Replaced by `reserve`. */
  bytes: Buffer
  length = 0

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Ensures capacity for this many more bytes. */
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

  /** The bytes written so far, without copying. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** Empties the buffer and releases capacity above `capacityMax` bytes. */
  clear(capacityMax: number) {
    this.length = 0
    if (this.bytes.length > capacityMax) this.bytes = Buffer.allocUnsafeSlow(capacityMax)
  }
}
