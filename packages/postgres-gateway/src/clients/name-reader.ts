/** Decodes names. A client that uses one statement repeatedly gets the same string each time. */
export class NameReader {
  #bytes = Buffer.alloc(0)
  #name = ''

  read(buffer: Buffer, start: number, end: number): string {
    if (!this.#isLast(buffer, start, end)) {
      this.#bytes = Buffer.from(buffer.subarray(start, end))
      this.#name = buffer.toString('latin1', start, end)
    }
    return this.#name
  }

  #isLast(buffer: Buffer, start: number, end: number): boolean {
    const bytes = this.#bytes
    if (bytes.length !== end - start) return false
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== buffer[start + at]) return false
    return true
  }
}
