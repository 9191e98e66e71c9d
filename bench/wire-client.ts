import { once } from 'node:events'
import { connectServer } from '@basalt/postgres-gateway/servers/connect-server.ts'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import type { Target } from './proxy.ts'

/** How a statement is sent: as text, parsed each time, or prepared once. */
export const protocols = ['simple', 'extended', 'prepared'] as const
export type Protocol = (typeof protocols)[number]

const TIMEOUT_MS = 60_000
const MESSAGE_MAX = 1e9
const SQL = 'select $1::text'
/** Run at the start of a session, so that it has the statement that clients otherwise prepare themselves. */
export const PREPARE = `prepare ask(text) as ${SQL}`
const READY = 'Z'.charCodeAt(0)
const READY_BYTES = 6

const execute = message(FromClient.execute, cstring(''), int32(0))
const sync = clientMessages.sync()
const bind = (statement: string, value: Buffer) =>
  message(
    FromClient.bind,
    cstring(''),
    cstring(statement),
    int16(0),
    int16(1),
    int32(value.length),
    value,
    int16(0),
  )

/**
 * A client with minimal overhead, so that the pooler is what is measured. It requests a unique value and checks the reply.
 * It prepares its statement unless `isPrepared` says that every session has it.
 */
export async function wireClient(
  { host, port, user, password, database }: Target,
  protocol: Protocol,
  { isPrepared = false } = {},
) {
  const connection = await connectServer({
    host,
    port,
    database,
    credentials: { password },
    settings: new Map(),
    role: user,
    timeoutMs: TIMEOUT_MS,
    heldMessageMaxBytes: MESSAGE_MAX,
  })
  let pending: { row: Buffer; resolve(): void; reject(error: Error): void } | undefined
  let received: Buffer = Buffer.alloc(0)
  connection.use({
    onServerData(chunk) {
      received = Buffer.concat([received, chunk.copy()])
      if (received.length < READY_BYTES || received[received.length - READY_BYTES] !== READY) return
      const [reply, request] = [received, pending]
      received = Buffer.alloc(0)
      pending = undefined
      if (request && reply.includes(request.row)) request.resolve()
      else request?.reject(new Error(`A wrong reply: ${reply.toString('latin1')}`))
    },
    onServerDrain: () => undefined,
    onServerClosed: () => pending?.reject(new Error('The connection was closed')),
  })
  const exchange = (value: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const text = Buffer.from(value)
      pending = { row: Buffer.concat([int32(text.length), text]), resolve, reject }
      connection.socket.write(bytes)
    })
  const bytesOf: Record<Protocol, (value: string) => Buffer> = {
    simple: (value) => clientMessages.query(`select '${value}'::text`),
    extended: (value) =>
      Buffer.concat([clientMessages.parse('', `${SQL}\0\0\0`), bind('', Buffer.from(value)), execute, sync]),
    prepared: (value) => Buffer.concat([bind('ask', Buffer.from(value)), execute, sync]),
  }
  if (protocol === 'prepared' && !isPrepared)
    await exchange(
      'first',
      Buffer.concat([clientMessages.parse('ask', `${SQL}\0\0\0`), bytesOf.prepared('first')]),
    )
  return {
    /** Rejects unless the reply is this value. */
    request: (value: string) => exchange(value, bytesOf[protocol](value)),
    /** Resolves when the other end has closed too. */
    async close() {
      const closed = once(connection.socket, 'close')
      connection.close('replaced')
      await closed
    },
  }
}
