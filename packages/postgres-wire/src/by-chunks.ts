import type net from 'node:net'
import { BorrowedChunk } from './borrowed-chunk.ts'

/** All connections are read into this one buffer, because Node would allocate as much for each of them. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

/** Called with what was read, which it may only use until it returns. */
export type ChunkListener = (chunk: BorrowedChunk) => void

/** Reads a socket without the queue and the events of a stream; reading stops when the listener returns false. */
export const byChunks = (onChunk: (chunk: BorrowedChunk) => boolean): net.OnReadOpts => ({
  buffer: READ_BUFFER,
  callback: (bytes) => BorrowedChunk.lend(READ_BUFFER, bytes, onChunk),
})
