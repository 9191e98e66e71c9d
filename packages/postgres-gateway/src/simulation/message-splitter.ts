/**
 * Cuts bytes into whole messages, in the plainest way there is: what the simulated ends read with must not share a
 * fault with what the gateway reads with.
 */
export class MessageSplitter {
  #bytes: Buffer = Buffer.alloc(0)

  /** The messages that these bytes complete. */
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
