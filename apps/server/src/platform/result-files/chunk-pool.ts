import type { ServerResponse } from 'node:http'
import { GrowableBuffer } from './growable-buffer.ts'

/** Rows are sent in chunks of about this size. */
const CHUNK_BYTES = 128 * 1024

/** Chunks that a stream may hold: one buffered, one being written. */
const HELD_BY_STREAM = 2
/** Chunks tracked for reuse while a response never drains. */
const TRACKED_MAX = 8

/**
 * Reuses the memory of a download's chunks once the response has sent them. Write the chunks to the response in order,
 * through a stream that buffers at most one.
 */
export class ChunkPool {
  readonly #response: Pick<ServerResponse, 'writableLength'>
  #inUse: GrowableBuffer[] = []
  #spare: GrowableBuffer[] = []

  constructor(response: Pick<ServerResponse, 'writableLength'>) {
    this.#response = response
  }

  /** A buffer for the next chunk. Call when the stream has requested it. */
  next(): GrowableBuffer {
    if (this.#response.writableLength === 0)
      this.#spare.push(...this.#inUse.splice(0, this.#inUse.length - HELD_BY_STREAM))
    if (this.#inUse.length > TRACKED_MAX) this.#inUse.shift()
    const chunk = this.#spare.pop() ?? new GrowableBuffer(CHUNK_BYTES)
    chunk.clear(CHUNK_BYTES)
    this.#inUse.push(chunk)
    return chunk
  }
}
