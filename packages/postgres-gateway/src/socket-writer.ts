import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Larger pieces may exceed the system's buffers, and would then be written in two ways. */
const DIRECT_MAX_BYTES = 16 * 1024

/**
 * Writes from borrowed memory. While the stream's queue is empty, it writes to the file descriptor of a plain connection
 * at once: no copy, no request object, no extra tick. What the system does not take goes through the stream.
 */
export class SocketWriter {
  readonly #socket: Socket
  /** -1 when there is none to write to. */
  readonly #descriptor: number

  constructor(socket: Socket) {
    this.#socket = socket
    this.#descriptor = descriptorOf(socket)
  }

  /** False when the connection has to drain first. */
  write(memory: Buffer, start: number, end: number): boolean {
    const socket = this.#socket
    // After the socket is destroyed the descriptor may belong to another connection; then it is not writable.
    if (!socket.writable) return true
    const isDirect = this.#descriptor >= 0 && socket.writableLength === 0 && end - start <= DIRECT_MAX_BYTES
    const rest = isDirect ? start + this.#writeDirectly(memory, start, end) : start
    return rest === end || socket.write(Buffer.from(memory.subarray(rest, end)))
  }

  /** Returns how many bytes the system has taken. */
  #writeDirectly(memory: Buffer, start: number, end: number): number {
    try {
      return writeSync(this.#descriptor, memory, start, end - start, null)
    } catch {
      // No space (EAGAIN), or the connection is broken: writing to the stream finds out which.
      return 0
    }
  }
}

/** Handles are undocumented. Without one, on Windows, and with TLS, everything goes through the stream. */
function descriptorOf(socket: Socket): number {
  if (socket instanceof TLSSocket) return -1
  return (socket as unknown as { _handle?: { fd?: number } | null })._handle?.fd ?? -1
}
