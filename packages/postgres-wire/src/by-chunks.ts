import type net from 'node:net'

/**
 * What all connections are read into, one after the other: Node would allocate as much for each read. What was read is
 * copied out of it before the next one reads.
 */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

/**
 * Lets a socket be read without the queue and the events of a stream. Each chunk is the listener's own to keep; reading
 * stops when it answers false.
 */
export const byChunks = (onChunk: (chunk: Buffer) => boolean): net.OnReadOpts => ({
  buffer: READ_BUFFER,
  callback(bytes) {
    const chunk = Buffer.allocUnsafe(bytes)
    READ_BUFFER.copy(chunk, 0, 0, bytes)
    return onChunk(chunk)
  },
})
