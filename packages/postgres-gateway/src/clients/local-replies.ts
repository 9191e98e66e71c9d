import type { Socket } from 'node:net'
import { FromClient, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import type { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import type { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { TransactionRewriter } from './transaction-rewriter.ts'

/** Messages that need no server connection outside a transaction. */
const NEEDS_NO_SERVER = new Set<number>([
  FromClient.copyData,
  FromClient.copyDone,
  FromClient.copyFail,
  FromClient.flush,
  FromClient.sync,
])

export const needsNoServer = ({ type }: MessageReader) => NEEDS_NO_SERVER.has(type)

/** Replies to a message outside a transaction, where only one reply is possible. */
export function replyLocally({ type }: MessageReader, rewriter: TransactionRewriter, socket: Socket) {
  if (type !== FromClient.sync) return
  rewriter.isSkipping = false
  socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
}

/** Replies to a message that did not get a connection; the client may continue. */
export function replyRefused(
  error: PostgresError,
  { type }: MessageReader,
  rewriter: TransactionRewriter,
  socket: Socket,
) {
  socket.write(serverMessages.error(error))
  const isWhole = type === FromClient.query || type === FromClient.functionCall
  if (type === FromClient.query) rewriter.dropUnnamed()
  if (isWhole) socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
  else rewriter.isSkipping = true
}
