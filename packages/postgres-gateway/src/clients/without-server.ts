import type { Socket } from 'node:net'
import { FromClient, TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import type { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import type { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { TransactionDialogue } from './transaction-dialogue.ts'

/** Messages outside a transaction that need no server connection. */
const NEEDS_NO_SERVER = new Set<number>([
  FromClient.copyData,
  FromClient.copyDone,
  FromClient.copyFail,
  FromClient.flush,
  FromClient.sync,
])

export const needsNoServer = ({ type }: MessageReader) => NEEDS_NO_SERVER.has(type)

/** Outside a transaction there is only one possible answer. */
export function answerAlone({ type }: MessageReader, dialogue: TransactionDialogue, socket: Socket) {
  if (type !== FromClient.sync) return
  dialogue.isSkipping = false
  socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
}

/** The current message waited in vain for a connection, and the client may continue. */
export function answerRefusal(
  error: PostgresError,
  { type }: MessageReader,
  dialogue: TransactionDialogue,
  socket: Socket,
) {
  socket.write(serverMessages.error(error))
  const isWhole = type === FromClient.query || type === FromClient.functionCall
  if (type === FromClient.query) dialogue.dropUnnamed()
  if (isWhole) socket.write(serverMessages.readyForQuery(TransactionStatus.idle))
  else dialogue.isSkipping = true
}
