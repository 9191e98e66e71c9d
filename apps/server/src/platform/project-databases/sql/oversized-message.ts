import type { Duplex } from 'node:stream'
import { AppError } from '../../../http/app-error.ts'
import { limitMessages } from '../limit-messages.ts'
import { MESSAGE_BYTES_MAX } from './sql-pool.rules.ts'

/** Breaks a connection at a message of more than MESSAGE_BYTES_MAX. Call it between two messages. */
export const refuseOversizedMessages = (stream: Duplex) => limitMessages(stream, MESSAGE_BYTES_MAX, oversized)

export const oversized = () =>
  new AppError(
    'too_large',
    `A row of the result is larger than ${MESSAGE_BYTES_MAX / 1024 / 1024} MiB. Select less of it, such as left(column, 1000).`,
  )
