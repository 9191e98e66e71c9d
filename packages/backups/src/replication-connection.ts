import { once } from 'node:events'
import type { Socket } from 'node:net'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient, FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { errorFields, PostgresError, serverError } from '@basalt/postgres-wire/postgres-error.ts'
import { ScramClient } from '@basalt/postgres-wire/scram/scram-client.ts'
import { HEADER_BYTES, message } from '@basalt/postgres-wire/write-message.ts'
import { connectReading, type SocketReader } from './socket-reader.ts'

/** How to log in to a server for replication. `host` may be the folder of its socket. */
export interface ReplicationLogin {
  host: string
  port: number
  user: string
  password: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
}

/** A server that sends nothing for this long, in milliseconds, while something is expected, is taken for dead. */
const SILENCE_MS = 5 * 60 * 1000

/** A message of the server, without its header. Its bytes are overwritten while the next one is read. */
export interface ServerMessage {
  type: number
  body: Buffer
}

/** Kinds of authentication, by the number in the server's request. */
const Authentication = { ok: 0, sasl: 10, saslContinue: 11, saslFinal: 12 } as const

/**
 * A connection in replication mode. The server's messages are read one by one, as fast as the caller takes them, so that a
 * backup never piles up in memory.
 */
export class ReplicationConnection {
  readonly #socket: Socket
  readonly #reader: SocketReader
  readonly #silenceMs: number
  readonly #onWarning: ((text: string) => void) | undefined

  private constructor(
    { socket, reader }: ReturnType<typeof connectReading>,
    silenceMs: number,
    onWarning: ((text: string) => void) | undefined,
  ) {
    this.#socket = socket
    this.#reader = reader
    this.#silenceMs = silenceMs
    this.#onWarning = onWarning
  }

  /**
   * Aborting the signal ends the connection, and so does a server that is silent for too long.
   * @throws PostgresError, or the error of the connection
   */
  static async open(
    login: ReplicationLogin,
    {
      signal,
      silenceMs = SILENCE_MS,
      onWarning,
    }: {
      signal?: AbortSignal | undefined
      silenceMs?: number | undefined
      onWarning?: (text: string) => void
    } = {},
  ): Promise<ReplicationConnection> {
    signal?.throwIfAborted()
    const connected = connectReading(login)
    const { socket } = connected
    signal?.addEventListener('abort', () => socket.destroy(signal.reason), { once: true })
    await once(socket, 'connect')
    const connection = new ReplicationConnection(connected, silenceMs, onWarning)
    try {
      await connection.#logIn(login)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  /** The next message that is neither a notice nor a parameter. @throws PostgresError when the server reports one */
  async next(): Promise<ServerMessage> {
    for (;;) {
      const read = await this.#read()
      if (read.type === FromServer.errorResponse)
        throw serverError(message(FromServer.errorResponse, read.body))
      if (read.type === FromServer.noticeResponse) this.#warn(message(FromServer.noticeResponse, read.body))
      else if (read.type !== FromServer.parameterStatus) return read
    }
  }

  #warn(notice: Buffer) {
    const fields = errorFields(notice)
    // In English, whatever language the message is in.
    if (fields.get('V') === 'WARNING') this.#onWarning?.(fields.get('M')!)
  }

  /** Whether bytes of a further message have arrived. */
  get hasMore() {
    return this.#reader.available > 0
  }

  /** Runs a command that returns rows of text. */
  async rows(command: string): Promise<(string | null)[][]> {
    this.send(clientMessages.query(command))
    const rows: (string | null)[][] = []
    for (;;) {
      const { type, body } = await this.#nextOrFail()
      if (type === FromServer.dataRow) rows.push(rowOf(body))
      if (type === FromServer.readyForQuery) return rows
    }
  }

  /** Begins a command whose messages the caller reads by `next`. */
  begin(command: string) {
    this.send(clientMessages.query(command))
  }

  /** Runs a command that reads data from the client. */
  async upload(command: string, data: AsyncIterable<Uint8Array>): Promise<void> {
    this.begin(command)
    while ((await this.#nextOrFail()).type !== FromServer.copyInResponse);
    for await (const piece of data) await this.#sendAll(message(FromClient.copyData, Buffer.from(piece)))
    this.send(message(FromClient.copyDone))
    while ((await this.#nextOrFail()).type !== FromServer.readyForQuery);
  }

  send(bytes: Buffer) {
    this.#socket.write(bytes)
  }

  /** Ends the connection at once; whatever the server was sending is dropped. */
  close() {
    this.#socket.destroy()
  }

  async #sendAll(bytes: Buffer) {
    if (this.#socket.write(bytes) || this.#socket.destroyed) return
    await this.#unlessSilent(once(this.#socket, 'drain'))
  }

  /** Ends the connection when the server keeps something waiting for too long. */
  async #unlessSilent<T>(next: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#socket.destroy(tooSilent(this.#silenceMs)), this.#silenceMs)
    return next.finally(() => clearTimeout(timer))
  }

  /** As `next`; an error is thrown once the server is ready for the next command, so that the connection stays usable. */
  async #nextOrFail(): Promise<ServerMessage> {
    try {
      return await this.next()
    } catch (error) {
      if (!(error instanceof PostgresError) || error.severity === 'FATAL') throw error
      while ((await this.#read()).type !== FromServer.readyForQuery);
      throw error
    }
  }

  async #logIn({ user, password, applicationName }: ReplicationLogin) {
    const parameters = new Map([
      ['user', user],
      ['replication', 'true'],
      ['application_name', applicationName],
    ])
    this.send(clientMessages.startup(parameters))
    const scram = new ScramClient({ password })
    for (;;) {
      const { type, body } = await this.next()
      if (type === FromServer.readyForQuery) return
      if (type !== FromServer.authentication) continue
      const text = body.toString('latin1', 4)
      const kind = body.readInt32BE(0)
      if (kind === Authentication.sasl) this.send(clientMessages.saslInitial('SCRAM-SHA-256', scram.first()))
      else if (kind === Authentication.saslContinue)
        this.send(clientMessages.saslResponse(await scram.final(text)))
      else if (kind === Authentication.saslFinal) scram.verify(text)
      else if (kind !== Authentication.ok)
        throw new PostgresError(
          '0A000',
          `The server asks for an authentication (${kind}) that is not supported.`,
        )
    }
  }

  async #read(): Promise<ServerMessage> {
    const header = await this.#bytes(HEADER_BYTES)
    const type = header[0]!
    const body = await this.#bytes(header.readUInt32BE(1) + 1 - HEADER_BYTES)
    return { type, body }
  }

  /** The next bytes, once as many are there. */
  async #bytes(length: number): Promise<Buffer> {
    const bytes = this.#reader.take(length)
    if (bytes) return bytes
    const read = await this.#unlessSilent(this.#reader.takeLater(length)).catch((error) => {
      // A server that ended without a goodbye, with bytes of ours unread.
      if (error.syscall === undefined) throw error
    })
    if (!read) throw new PostgresError('08006', 'The database server closed the connection.')
    return read
  }
}

const tooSilent = (ms: number) =>
  new PostgresError('08006', `The database server did not respond for ${Math.ceil(ms / 1000)} seconds.`)

/** Whether a message begins a stream of data from the server. */
export const beginsCopy = ({ type }: ServerMessage) =>
  type === FromServer.copyOutResponse || type === FromServer.copyBothResponse

function rowOf(body: Buffer): (string | null)[] {
  const columns: (string | null)[] = []
  let at = 2
  for (let column = 0; column < body.readInt16BE(0); column++) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) columns.push(null)
    else {
      columns.push(body.toString('utf8', at, at + length))
      at += length
    }
  }
  return columns
}
