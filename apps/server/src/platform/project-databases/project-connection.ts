import net from 'node:net'
import { byChunks } from '@basalt/postgres-wire/by-chunks.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { clientCache } from './client-cache.ts'
import { type Connected, limitMessagesOf } from './limit-messages.ts'

const WAIT_MS = 15_000
const IDLE_MS = 30_000
/** No API call is worth holding a connection for longer. */
const STATEMENT_TIMEOUT_MS = 60_000
const CONNECTION_LOST = /^(?:08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** The driver's messages for a connection that has ended, which have no code. */
const ENDED = /^(?:Connection terminated|Client has encountered a connection error)/
const TIMESTAMPTZ = 1184
const INT8 = 20

export interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Maximum number of connections. */
  max: number
}

/** What sessions of the Data API are called; during a request its id follows. */
export const API_APPLICATION = 'basalt api'

/** Opens a pool for API calls, each of which holds a connection for its duration. */
export function openPool(target: Target) {
  const pool = new pg.Pool({
    ...target,
    connectionTimeoutMillis: WAIT_MS,
    // Idle clients are held and closed by the cache around this pool.
    idleTimeoutMillis: IDLE_MS,
    application_name: API_APPLICATION,
    options: `-c search_path=public,extensions -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    stream: socketByChunks,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  })
  // The pool removes broken connections. Without listeners, their errors would end the server.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    limitMessagesOf(client)
  })
  return clientCache(pool, IDLE_MS)
}

/** A socket whose chunks bypass the queue of its stream, which is never paused. The driver keeps the chunks, so they are copied. */
function socketByChunks() {
  const socket: net.Socket = new net.Socket({
    onread: byChunks((chunk) => {
      socket.emit('data', chunk.copy())
      return true
    }),
  })
  return socket
}

/** Closes a connection without waiting for the server. Its running query fails, with the error if there is one. */
export const breakConnection = (client: pg.ClientBase, error?: Error) =>
  void (client as unknown as Connected).connection.stream.destroy(error)

/** SQLSTATE of a server that stays in recovery. */
const READ_ONLY = '25006'

/** A connection that listens on a channel. Throws `instance_unavailable` when the database does not answer. */
export async function startListening(target: Target, channel: string, onNotice: (payload: string) => void) {
  const client = new pg.Client({
    ...target,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    application_name: `${API_APPLICATION} (listening)`,
  })
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  try {
    await client.connect()
    limitMessagesOf(client)
    await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch((error) => {
      // Nothing changes in a past moment, so nothing is announced.
      if (error.code !== READ_ONLY) throw error
    })
    return client
  } catch (cause) {
    await client.end().catch(() => undefined)
    throw unavailable(cause as Error)
  }
}

/** Timestamps stay as exact as the database has them; counts and sizes fit a number. */
const parserOf = (oid: number, format?: 'text' | 'binary') => {
  if (oid === TIMESTAMPTZ) return (value: string) => value
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/** Whether an error means that the database is gone, and not that it refused a statement. */
export const isConnectionLost = (error: unknown) => {
  const { code, severity, message } = error as { code?: unknown; severity?: unknown; message?: unknown }
  // Code in the database may raise any error; the connection survives it.
  return severity !== 'ERROR' && (CONNECTION_LOST.test(String(code)) || ENDED.test(String(message)))
}

export const unavailable = (cause: Error) =>
  new AppError('instance_unavailable', `The database of this project does not answer: ${cause.message}`, {
    cause,
  })
