import type { SocketWriter } from '../socket-writer.ts'

/** A buffer of this size is reused by the next batch. */
const KEPT_BYTES = 64 * 1024
/** Up to this length, copying byte by byte is faster than a call. */
const BY_BYTE_MAX = 64

let spare: Buffer | undefined

/**
 * Collects what one read passes on, so that it leaves in one write. A single range of the memory that was read, the
 * usual case, is written without copying; anything else is copied into one buffer. Must be flushed before the memory
 * that was passed is overwritten.
 */
export class OutputBuffer {
  #memory: Buffer | undefined
  #start = 0
  #end = 0
  /** What precedes that range. */
  #gathered: Buffer | undefined
  #length = 0

  /** Adds a range of the memory that was read; adjacent ranges are merged. */
  pass(memory: Buffer, start: number, end: number) {
    if (this.#memory === memory && this.#end === start) {
      this.#end = end
      return
    }
    if (this.#memory !== undefined) this.#gatherRange(this.#memory)
    this.#memory = memory
    this.#start = start
    this.#end = end
  }

  add(message: Buffer) {
    if (this.#memory !== undefined) this.#gatherRange(this.#memory)
    this.#gather(message, 0, message.length)
  }

  /** Writes everything; false when the connection has to drain first. */
  flush(writer: SocketWriter): boolean {
    const memory = this.#memory
    if (this.#gathered === undefined) {
      if (memory === undefined) return true
      this.#memory = undefined
      return writer.write(memory, this.#start, this.#end)
    }
    if (memory !== undefined) this.#gatherRange(memory)
    const isFlowing = writer.write(this.#gathered, 0, this.#length)
    if (this.#gathered.length === KEPT_BYTES) spare = this.#gathered
    this.#gathered = undefined
    this.#length = 0
    return isFlowing
  }

  #gatherRange(memory: Buffer) {
    this.#memory = undefined
    this.#gather(memory, this.#start, this.#end)
  }

  #gather(from: Buffer, start: number, end: number) {
    const into = this.#room(end - start)
    if (end - start > BY_BYTE_MAX) from.copy(into, this.#length, start, end)
    else for (let at = start; at < end; at += 1) into[this.#length + at - start] = from[at]!
    this.#length += end - start
  }

  #room(bytes: number): Buffer {
    if (this.#gathered === undefined) {
      this.#gathered = spare ?? Buffer.allocUnsafeSlow(KEPT_BYTES)
      spare = undefined
    }
    if (this.#length + bytes <= this.#gathered.length) return this.#gathered
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#gathered.length, this.#length + bytes))
    this.#gathered.copy(larger, 0, 0, this.#length)
    this.#gathered = larger
    return larger
  }
}
