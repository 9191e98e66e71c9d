/**
 * Splits bytes into whole messages in the simplest way, because the simulated ends must not share a bug with the
 * gateway's reader.
 */
export class MessageSplitter {
  #bytes: Buffer = Buffer.alloc(0)

  /** Returns the messages that these bytes complete. */
  feed(chunk: Buffer): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    const whole: Buffer[] = []
    for (;;) {
      if (this.#bytes.length < 5) return whole
      const length = this.#bytes.readUInt32BE(1) + 1
      if (this.#bytes.length < length) return whole
      whole.push(this.#bytes.subarray(0, length))
      this.#bytes = this.#bytes.subarray(length)
    }
  }
}
