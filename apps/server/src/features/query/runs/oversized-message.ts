import type { Duplex } from 'node:stream'
import { AppError } from '../../../http/app-error.ts'
import { MESSAGE_BYTES_MAX } from './flow.rules.ts'

const HEADER_BYTES = 5

/**
 * Watches the messages a server sends (a kind, a length that counts itself, a body) and breaks the connection at one
 * of more than MESSAGE_BYTES_MAX, before the driver collects it. To be called while nothing is under way.
 */
export function refuseOversizedMessages(stream: Duplex) {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerBytes = 0
  let bodyBytesLeft = 0

  stream.prependListener('data', (chunk: Buffer) => {
    let at = 0
    while (at < chunk.length) {
      if (bodyBytesLeft > 0) {
        const skipped = Math.min(bodyBytesLeft, chunk.length - at)
        bodyBytesLeft -= skipped
        at += skipped
        continue
      }
      const copied = chunk.copy(header, headerBytes, at, at + HEADER_BYTES - headerBytes)
      headerBytes += copied
      at += copied
      if (headerBytes < HEADER_BYTES) return
      headerBytes = 0
      bodyBytesLeft = header.readUInt32BE(1) + 1 - HEADER_BYTES
      if (bodyBytesLeft > MESSAGE_BYTES_MAX) {
        stream.destroy(oversized())
        return
      }
    }
  })
}

export const oversized = () =>
  new AppError(
    'too_large',
    `A row of the result is larger than ${MESSAGE_BYTES_MAX / 1024 / 1024} MiB. Select less of it, such as left(column, 1000).`,
  )
