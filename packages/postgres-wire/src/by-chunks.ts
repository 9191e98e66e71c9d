import type net from 'node:net'

/**
 * What all connections are read into, one after the other: Node would allocate as much for each read. The next read
 * writes over it.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

/** Is lent the first `length` bytes of memory. Once it returns, something else is read into them. */
export type ChunkListener = (memory: Buffer, length: number) => void

/** Lets a socket be read without the queue and the events of a stream; reading stops when the listener answers false. */
export const byChunks = (onChunk: (memory: Buffer, length: number) => boolean): net.OnReadOpts => ({
  buffer: READ_BUFFER,
  callback: (bytes) => onChunk(READ_BUFFER, bytes),
})
