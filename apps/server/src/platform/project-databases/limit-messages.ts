import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'

/**
 * The largest message accepted from a database, in bytes. The driver makes a string of it, and JavaScript has none above
 * half a gigabyte: one value, notice or error could end the server.
 */
const MESSAGE_BYTES_MAX = 80 * 1024 * 1024

const HEADER_BYTES = 5

/**
 * Watches the messages that a server sends (type, length including itself, body). Before the driver buffers a message of
 * more than `most` bytes, it destroys the connection with the error of `tooLarge`. Call it between two messages.
 */
export function limitMessages(stream: Duplex, most: number, tooLarge: () => Error) {
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
      if (bodyBytesLeft > most) {
        stream.destroy(tooLarge())
        return
      }
    }
  })
}

/** The part of the driver's client with its socket. */
export interface Connected {
  connection: { stream: Duplex }
}

/** Breaks a client's connection at a message above MESSAGE_BYTES_MAX. Call it once the client has connected. */
export const limitMessagesOf = (client: pg.ClientBase) =>
  limitMessages((client as unknown as Connected).connection.stream, MESSAGE_BYTES_MAX, tooLarge)

const tooLarge = () =>
  new AppError(
    'too_large',
    `The database answered with more than ${MESSAGE_BYTES_MAX / 1024 / 1024} MiB at once`,
  )
