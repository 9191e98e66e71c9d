import net from 'node:net'
import { byChunks } from '@basalt/postgres-wire/by-chunks.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { lentClients } from './lent-clients.ts'
import { type Connected, limitMessagesOf } from './limit-messages.ts'

const WAIT_MS = 15_000
const IDLE_MS = 30_000
/** No call of an API is worth holding a connection any longer. */
const STATEMENT_TIMEOUT_MS = 60_000
const CONNECTION_LOST = /^(?:08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** What the driver says without a code of a connection that has ended. */
const ENDED = /^(?:Connection terminated|Client has encountered a connection error)/
const TIMESTAMPTZ = 1184
const INT8 = 20

export interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Connections at most. */
  max: number
}

/** Connections for calls of the APIs, which are lent out for as long as one takes. */
export function openPool(target: Target) {
  const pool = new pg.Pool({
    ...target,
    connectionTimeoutMillis: WAIT_MS,
    // Those that are not lent out are at hand elsewhere, and closed there.
    idleTimeoutMillis: IDLE_MS,
    application_name: 'basalt api',
    options: `-c search_path=public,extensions -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    stream: socketByChunks,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  })
  // A broken connection leaves its pool by itself; without listeners its error would end the server.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    limitMessagesOf(client)
  })
  return lentClients(pool, IDLE_MS)
}

/** A socket whose chunks pass the queue of its stream by; nobody pauses it. The driver keeps what it is told. */
function socketByChunks() {
  const socket: net.Socket = new net.Socket({
    onread: byChunks((chunk) => {
      socket.emit('data', chunk.copy())
      return true
    }),
  })
  return socket
}

/** Closes a connection without waiting for the server: its running query fails, with the error if there is one. */
export const breakConnection = (client: pg.ClientBase, error?: Error) =>
  void (client as unknown as Connected).connection.stream.destroy(error)

/** A connection that hears the notices on a channel. Throws `instance_unavailable` when the database does not answer. */
export async function startListening(target: Target, channel: string, onNotice: (payload: string) => void) {
  const client = new pg.Client({
    ...target,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    application_name: 'basalt api (listening)',
  })
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  try {
    await client.connect()
    limitMessagesOf(client)
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (cause) {
    await client.end().catch(() => undefined)
    throw unavailable(cause as Error)
  }
}

/** Timestamps stay as exact as the database has them; sizes fit a number. */
const parserOf = (oid: number, format?: 'text' | 'binary') => {
  if (oid === TIMESTAMPTZ) return (value: string) => value
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/** Whether a database that has failed is gone, rather than has refused. */
export const isConnectionLost = (error: unknown) => {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message?: unknown }
  // Code of the database may raise any error; the connection outlives it.
  return severity !== 'ERROR' && (CONNECTION_LOST.test(String(code)) || ENDED.test(String(message)))
}

export const unavailable = (cause: Error) =>
  new AppError('instance_unavailable', `The database of this project does not answer: ${cause.message}`, {
    cause,
  })
