import type { Socket } from 'node:net'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { PostgresError, serverError } from '@basalt/postgres-wire/postgres-error.ts'
import { ScramClient, type ScramCredentials } from '@basalt/postgres-wire/scram/scram-client.ts'
import { SCRAM } from '@basalt/postgres-wire/scram/scram-server.ts'
import { type Clock, processClock } from '../clock.ts'
import { SERVER_CLOSE_MS, SERVER_TASK_MS } from '../gateway.rules.ts'
import { type Network, type ServerStream, sockets } from './network.ts'
import { NO_PARAMETERS, type Parameters, withParameter } from './parameters.ts'
import { connectionLost, ServerConnection, type ServerLimits } from './server-connection.ts'
import type { Settings } from './server-settings.ts'

export interface ServerLogin {
  host: string
  port: number
  role: string
  database: string
  credentials: ScramCredentials
  settings: Settings
  /** Sent at the start too, but not known as settings of a client. */
  fixedSettings?: Readonly<Record<string, string>> | undefined
  timeoutMs: number
  heldMessageMaxBytes: number
  clock?: Clock
  network?: Network
  limits?: ServerLimits
}

const SERVER_LIMITS: ServerLimits = {
  serverTaskMs: SERVER_TASK_MS,
  serverCloseMs: SERVER_CLOSE_MS,
}

const AUTHENTICATED = 0
const SASL = 10
const SASL_CONTINUE = 11
const SASL_FINAL = 12

/** Messages that are read whole; everything else a server sends is passed on in pieces. */
const HELD = new Set<number>([
  FromServer.authentication,
  FromServer.backendKeyData,
  FromServer.closeComplete,
  FromServer.commandComplete,
  FromServer.errorResponse,
  FromServer.parameterStatus,
  FromServer.parseComplete,
  FromServer.readyForQuery,
])

/** Connects and logs in. @throws PostgresError the server's error, or that it is not reachable */
export async function connectServer(login: ServerLogin): Promise<ServerConnection> {
  const { clock = processClock, network = sockets } = login
  const stream = network.connect(login)
  const { socket } = stream
  // The connection may break at any time, also while nothing is read.
  let failure: Error | undefined
  socket.on('error', (error) => (failure = error))
  const deadline = clock.after(login.timeoutMs, () => socket.destroy(new Error('timed out')))
  try {
    return await logIn(stream, login)
  } catch (error) {
    socket.destroy()
    throw failure ? unreachable(failure) : error
  } finally {
    deadline.cancel()
  }
}

async function logIn(stream: ServerStream, login: ServerLogin) {
  const { socket } = stream
  const { role, database, settings, fixedSettings = {} } = login
  const reader = new MessageReader((type) => !HELD.has(type), login.heldMessageMaxBytes)
  const messages = messagesOf(stream, reader)
  const parameters = new Map([
    ['user', role],
    ['database', database],
    ...settings,
    ...Object.entries(fixedSettings),
  ])
  socket.write(clientMessages.startup(parameters))
  const scram = new ScramClient(login.credentials)
  let reported: Parameters = NO_PARAMETERS
  let key: Buffer | undefined
  for await (const { type, body } of messages) {
    if (type === FromServer.errorResponse) throw serverError(Buffer.concat([Buffer.alloc(5), body]))
    if (type === FromServer.authentication) await authenticate(socket, scram, body)
    else if (type === FromServer.backendKeyData) key = body
    else if (type === FromServer.parameterStatus) {
      const nameEnd = body.indexOf(0)
      reported = withParameter(
        reported,
        body.toString('utf8', 0, nameEnd),
        body.toString('latin1', nameEnd + 1, body.length - 1),
      )
    } else if (type === FromServer.readyForQuery) break
  }
  if (!key) throw connectionLost()
  return new ServerConnection({
    stream,
    endpoint: { host: login.host, port: login.port },
    pid: key.readInt32BE(0),
    secret: key.subarray(4),
    startupSettings: settings,
    parameters: reported,
    reader,
    clock: login.clock ?? processClock,
    limits: login.limits ?? SERVER_LIMITS,
  })
}

async function authenticate(socket: Socket, scram: ScramClient, body: Buffer) {
  const kind = body.readInt32BE(0)
  const text = body.toString('latin1', 4)
  if (kind === SASL && text.split('\0').includes(SCRAM))
    socket.write(clientMessages.saslInitial(SCRAM, scram.first()))
  else if (kind === SASL_CONTINUE) socket.write(clientMessages.saslResponse(await scram.final(text)))
  else if (kind === SASL_FINAL) scram.verify(text)
  else if (kind !== AUTHENTICATED)
    throw new PostgresError(
      '28000',
      'The database server asks for a kind of password that is not SCRAM-SHA-256.',
    )
}

/** The server's messages one by one, until the caller stops. @throws PostgresError when the connection ends */
async function* messagesOf(stream: ServerStream, reader: MessageReader) {
  const { socket } = stream
  let wake: () => void = () => undefined
  const onClose = () => wake()
  stream.onData = (chunk) => {
    reader.feed(chunk)
    wake()
  }
  socket.once('close', onClose)
  try {
    while (true) {
      while (reader.next())
        yield { type: reader.type, body: Buffer.from(reader.buffer.subarray(reader.start + 5, reader.end)) }
      if (socket.destroyed) throw connectionLost()
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    socket.off('close', onClose)
  }
}

const unreachable = (cause: Error) =>
  new PostgresError('08001', 'The database server does not answer.', {
    detail: (cause as NodeJS.ErrnoException).code ?? cause.message,
    hint: 'Try again in a moment. If the problem persists, check that the database is running.',
  })
