import type { Socket } from 'node:net'

/** Below this, copying is cheaper than writing in several pieces. */
const COPY_BELOW_BYTES = 16 * 1024

/** Gathers what a turn of reading passes on, so that it leaves in one write and without copying what is long. */
export class Outbox {
  #parts: Buffer[] = []
  #bytes = 0
  #buffer: Buffer | undefined
  #start = 0
  #end = 0

  /** Passes on a range of what was read; neighbours go as one. */
  pass(buffer: Buffer, start: number, end: number) {
    if (this.#buffer === buffer && this.#end === start) {
      this.#end = end
      return
    }
    this.#cut()
    this.#buffer = buffer
    this.#start = start
    this.#end = end
  }

  add(message: Buffer) {
    this.#cut()
    this.#parts.push(message)
    this.#bytes += message.length
  }

  /** Writes everything. False when the socket wants to be left alone until it drains. */
  flush(socket: Socket): boolean {
    this.#cut()
    const parts = this.#parts
    if (parts.length === 0) return true
    const bytes = this.#bytes
    this.#parts = []
    this.#bytes = 0
    this.#buffer = undefined
    if (!socket.writable) return true
    if (parts.length === 1) return socket.write(parts[0]!)
    if (bytes < COPY_BELOW_BYTES) return socket.write(Buffer.concat(parts, bytes))
    socket.cork()
    let isFlowing = true
    for (const part of parts) isFlowing = socket.write(part)
    socket.uncork()
    return isFlowing
  }

  #cut() {
    if (this.#buffer === undefined) return
    this.#parts.push(this.#buffer.subarray(this.#start, this.#end))
    this.#bytes += this.#end - this.#start
    this.#buffer = undefined
  }
}
