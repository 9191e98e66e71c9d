import type { Socket } from 'node:net'

/** Below this, copying is cheaper than writing in several pieces. */
const COPY_BELOW_BYTES = 16 * 1024

/**
 * Gathers what a turn of reading passes on, so that it leaves in one write and without copying what is long. What was
 * read and is passed on whole, as most is, leaves as the very chunk it came in.
 */
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
    if (this.#buffer !== undefined) this.#cut(this.#buffer)
    this.#buffer = buffer
    this.#start = start
    this.#end = end
  }

  add(message: Buffer) {
    if (this.#buffer !== undefined) this.#cut(this.#buffer)
    this.#parts.push(message)
    this.#bytes += message.length
  }

  /** Writes everything. False when the socket wants to be left alone until it drains. */
  flush(socket: Socket): boolean {
    const buffer = this.#buffer
    if (this.#parts.length === 0) {
      if (buffer === undefined) return true
      this.#buffer = undefined
      return socket.writable ? socket.write(this.#range(buffer)) : true
    }
    if (buffer !== undefined) this.#cut(buffer)
    return this.#flushParts(socket)
  }

  #flushParts(socket: Socket): boolean {
    const parts = this.#parts
    const bytes = this.#bytes
    this.#parts = []
    this.#bytes = 0
    if (!socket.writable) return true
    if (parts.length === 1) return socket.write(parts[0]!)
    if (bytes < COPY_BELOW_BYTES) return socket.write(Buffer.concat(parts, bytes))
    socket.cork()
    let isFlowing = true
    for (const part of parts) isFlowing = socket.write(part)
    socket.uncork()
    return isFlowing
  }

  #cut(buffer: Buffer) {
    this.#parts.push(this.#range(buffer))
    this.#bytes += this.#end - this.#start
    this.#buffer = undefined
  }

  #range(buffer: Buffer): Buffer {
    const isWhole = this.#start === 0 && this.#end === buffer.length
    return isWhole ? buffer : buffer.subarray(this.#start, this.#end)
  }
}
