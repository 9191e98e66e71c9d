import type { Duplex } from 'node:stream'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { HEADER_BYTES } from '@basalt/postgres-wire/write-message.ts'
import { LOGIN_MESSAGE_BYTES_MAX } from './relay.rules.ts'

/** A message with its header. */
export interface WholeMessage {
  readonly type: number
  readonly bytes: Buffer
  /** Without type and length. */
  readonly body: Buffer
}

export const ENDED = '08006'

/**
 * Reads exactly so many bytes and leaves all further ones in the stream, which may be piped elsewhere afterwards.
 * @throws PostgresError when the stream ends before
 */
export async function takeBytes(stream: Duplex, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0)
  for (;;) {
    const chunk: Buffer | null = stream.read(count)
    if (chunk?.length === count) return chunk
    if (chunk || stream.readableEnded || stream.destroyed) throw ended()
    await more(stream)
  }
}

/** Reads one message. @throws PostgresError for an impossible length, one that is too long, and an end */
export async function takeMessage(stream: Duplex): Promise<WholeMessage> {
  const header = await takeBytes(stream, HEADER_BYTES)
  const length = header.readUInt32BE(1) - 4
  if (length < 0 || length > LOGIN_MESSAGE_BYTES_MAX)
    throw new PostgresError('08P01', 'A message while logging in has an impossible length.')
  const body = await takeBytes(stream, length)
  return { type: header[0]!, bytes: Buffer.concat([header, body]), body }
}

const ended = () => new PostgresError(ENDED, 'The connection was closed.')

function more(stream: Duplex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const events = ['readable', 'end', 'close', 'error'] as const
  for (const event of events) stream.on(event, resolve)
  return promise.finally(() => {
    for (const event of events) stream.off(event, resolve)
  })
}
