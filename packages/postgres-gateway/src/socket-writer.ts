import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Longer ones may not find room in the system's buffers, and then would have to be written in two ways. */
const AT_ONCE_MAX_BYTES = 16 * 1024

/**
 * Writes what is only lent to it. While nothing waits in the queue of the stream, a plain connection is written to at
 * once, by its descriptor: no copy, no object that awaits the system's answer, no tick after it. What the system does
 * not take goes by the stream.
 */
export class SocketWriter {
  readonly #socket: Socket
  /** -1 where there is none to write to. */
  readonly #descriptor: number

  constructor(socket: Socket) {
    this.#socket = socket
    this.#descriptor = descriptorOf(socket)
  }

  /** False when the connection wants to be left alone until it drains. */
  write(memory: Buffer, start: number, end: number): boolean {
    const socket = this.#socket
    // A descriptor may be another connection's once the socket is destroyed, and then it is not writable.
    if (!socket.writable) return true
    const isAtOnce = this.#descriptor >= 0 && socket.writableLength === 0 && end - start <= AT_ONCE_MAX_BYTES
    const rest = isAtOnce ? start + this.#writeAtOnce(memory, start, end) : start
    return rest === end || socket.write(Buffer.from(memory.subarray(rest, end)))
  }

  /** How many bytes the system has taken. */
  #writeAtOnce(memory: Buffer, start: number, end: number): number {
    try {
      return writeSync(this.#descriptor, memory, start, end - start, null)
    } catch {
      // The system has no room (EAGAIN), or the connection is broken: writing by the stream finds out which.
      return 0
    }
  }
}

/** Handles are not documented. Without one, and on Windows, everything goes by the stream; as it does with TLS. */
function descriptorOf(socket: Socket): number {
  if (socket instanceof TLSSocket) return -1
  return (socket as unknown as { _handle?: { fd?: number } | null })._handle?.fd ?? -1
}
