import net from 'node:net'
import { Duplex } from 'node:stream'
import { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import { byChunks, type ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'

/** An accepted connection. While it is not paused, its chunks bypass the stream's queue. */
class AcceptedSocket extends net.Socket {
  /** Called instead of emitting `data` while the queue is empty. */
  onChunk: ChunkListener | undefined

  constructor(handle: net.BoundSocket) {
    super({ handle, onread: byChunks((chunk) => this.#pass(chunk)) })
  }

  #pass(chunk: BorrowedChunk): boolean {
    const isPassing = this.readableFlowing === true && this.readableLength === 0
    if (isPassing && this.onChunk !== undefined) {
      this.onChunk(chunk)
      return true
    }
    const copy = chunk.copy()
    if (!isPassing) return this.push(copy)
    this.emit('data', copy)
    return true
  }

  /** Keeps reading a paused connection until its queue is full, as any stream does: otherwise its end would go unnoticed. */
  override pause(): this {
    return Duplex.prototype.pause.call(this) as this
  }
}

/**
 * Makes an accepted connection readable by chunks, which Node offers only to connecting sockets: another socket takes
 * over its handle. The connection must have been accepted paused.
 *
 * Handles are undocumented. Without one the connection is read as a stream, which is only slower.
 */
export function readByChunks(accepted: net.Socket): net.Socket {
  const owner = accepted as unknown as { _handle: net.BoundSocket | null | undefined }
  const handle = owner._handle
  if (!handle) return accepted
  owner._handle = null
  const socket = new AcceptedSocket(handle)
  // The server counts its connections by the sockets that it created.
  socket.once('close', () => accepted.destroy())
  return socket
}

/** Calls the listener for every chunk of a connection, in order. */
export function onChunks(socket: net.Socket, listener: ChunkListener) {
  socket.on('data', (bytes: Buffer) => BorrowedChunk.lend(bytes, bytes.length, listener))
  if (socket instanceof AcceptedSocket) socket.onChunk = listener
}
