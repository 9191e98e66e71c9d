import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { errorFields } from '@basalt/postgres-wire/postgres-error.ts'
import { connectServer } from './servers/connect-server.ts'

export interface WireLogin {
  host?: string
  port: number
  user: string
  password: string
  database: string
  settings?: Record<string, string>
}

/** A server's message: its letter, and its contents without what differs between servers. */
export type WireMessage = string

const MESSAGE_MAX = 1e9

/** A logged-in connection on which a test writes protocol messages by hand, whole batches before any reply. */
export async function openWire({ host = '127.0.0.1', port, user, password, database, settings }: WireLogin) {
  const connection = await connectServer({
    host,
    port,
    role: user,
    database,
    credentials: { password },
    settings: new Map(Object.entries(settings ?? {})),
    timeoutMs: 60_000,
    heldMessageMaxBytes: MESSAGE_MAX,
  })
  const reader = new MessageReader(() => false, MESSAGE_MAX)
  const received: WireMessage[] = []
  let isClosed = false
  let wake: (() => void) | undefined
  connection.use({
    onServerData(chunk) {
      reader.feed(chunk)
      while (reader.next()) {
        const text = describe(reader.buffer.subarray(reader.start, reader.end))
        if (text !== undefined) received.push(text)
      }
      wake?.()
    },
    onServerDrain: () => undefined,
    onServerClosed() {
      isClosed = true
      wake?.()
    },
  })
  /** Waits until the received messages fulfil the condition, and removes and returns them. */
  const take = async (isEnough: (messages: WireMessage[]) => boolean): Promise<WireMessage[]> => {
    while (!isEnough(received)) {
      if (isClosed) return [...received.splice(0), 'closed']
      await new Promise<void>((resolve) => (wake = resolve))
    }
    return received.splice(0)
  }
  return {
    connection,
    send: (...messages: Buffer[]) => connection.socket.write(Buffer.concat(messages)),
    /** Returns everything up to the given number of ReadyForQuery. */
    until: (ready: number) => take((all) => all.filter((one) => one.startsWith('Z')).length >= ready),
    untilReceived: (text: string) => take((all) => all.some((one) => one.includes(text))),
    untilClosed: () => take(() => false),
    close: () => connection.close('replaced'),
  }
}

/** Undefined for messages that a server may send at any time. */
function describe(message: Buffer): WireMessage | undefined {
  const type = message[0]!
  if (type === FromServer.parameterStatus || type === FromServer.noticeResponse) return undefined
  if (type === FromServer.errorResponse) {
    const fields = errorFields(message)
    return `E ${fields.get('S')} ${fields.get('C')} ${fields.get('M')}`
  }
  const body = message.subarray(5)
  // A RowDescription names tables by numbers that differ between databases.
  if (message[0] === 'T'.charCodeAt(0)) return `T ${body.readInt16BE(0)} columns`
  return `${String.fromCharCode(type)} ${body.toString('latin1').replaceAll('\0', '·')}`
}
