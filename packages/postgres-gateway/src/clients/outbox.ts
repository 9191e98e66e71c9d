import type { SocketWriter } from '../socket-writer.ts'

/** Memory of this size is used again by whoever gathers next. */
const KEPT_BYTES = 64 * 1024
/** Up to this, copying byte by byte is faster than a call. */
const BY_BYTE_MAX = 64

let spare: Buffer | undefined

/**
 * Gathers what a turn of reading passes on, so that it leaves in one write. One range of what was read, as most is,
 * leaves from where it lies; anything else is copied into one piece. Everything must be flushed before the memory that
 * was passed is written over.
 */
export class Outbox {
  #memory: Buffer | undefined
  #start = 0
  #end = 0
  /** What comes before that range. */
  #gathered: Buffer | undefined
  #length = 0

  /** Passes on a range of what was read; neighbours go as one. */
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

  /** Writes everything. False when the connection wants to be left alone until it drains. */
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
