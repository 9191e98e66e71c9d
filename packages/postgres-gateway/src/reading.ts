import net from 'node:net'
import { Duplex } from 'node:stream'
import { byChunks, type ChunkListener } from '@basalt/postgres-wire/by-chunks.ts'

/** A connection that was accepted. Its chunks pass the queue of the stream by while nobody has paused it. */
class AcceptedSocket extends net.Socket {
  /** Receives what would be events `data` while nothing waits in the queue. */
  onChunk: ChunkListener | undefined

  constructor(handle: net.BoundSocket) {
    super({ handle, onread: byChunks((memory, length) => this.#tell(memory, length)) })
  }

  #tell(memory: Buffer, length: number): boolean {
    const isPassing = this.readableFlowing === true && this.readableLength === 0
    if (isPassing && this.onChunk !== undefined) {
      this.onChunk(memory, length)
      return true
    }
    const chunk = Buffer.from(memory.subarray(0, length))
    if (!isPassing) return this.push(chunk)
    this.emit('data', chunk)
    return true
  }

  /** Keeps reading a paused connection until its queue is full, as any stream does: otherwise its end would go unnoticed. */
  override pause(): this {
    return Duplex.prototype.pause.call(this) as this
  }
}

/**
 * Lets an accepted connection be read by chunks, which Node offers only for those that connect: another socket takes
 * its handle over. The connection must have been accepted paused.
 *
 * Handles are not documented. Were there none, the connection would be read as a stream, and only be slower.
 */
export function readByChunks(accepted: net.Socket): net.Socket {
  const owner = accepted as unknown as { _handle: net.BoundSocket | null | undefined }
  const handle = owner._handle
  if (!handle) return accepted
  owner._handle = null
  const socket = new AcceptedSocket(handle)
  // The server counts its connections by the sockets that it has made.
  socket.once('close', () => accepted.destroy())
  return socket
}

/** Tells all chunks of any connection, in their order. */
export function onChunks(socket: net.Socket, listener: ChunkListener) {
  socket.on('data', (chunk: Buffer) => listener(chunk, chunk.length))
  if (socket instanceof AcceptedSocket) socket.onChunk = listener
}
