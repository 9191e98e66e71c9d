import { performance } from 'node:perf_hooks'
import { CONNECTION_CHECK_TIMEOUT_MS } from '@basalt/contract/connect/connect.rules.ts'
import type { ConnectionCheck } from '@basalt/contract/connect/connect.schema.ts'
import pg from 'pg'
import { limitMessagesOf } from '../../platform/project-databases/limit-messages.ts'

export interface Login {
  host: string
  port: number
  database: string
  user: string
  password: string
}

const NO_TLS = 'does not support SSL'

/** Logs in, encrypted if the server supports it, runs one query and disconnects. Never throws. */
export async function tryLogin(login: Login): Promise<ConnectionCheck> {
  const encrypted = await attempt(login, true)
  return encrypted.failure?.includes(NO_TLS) ? attempt(login, false) : encrypted
}

/** The result for an address that is not tested. */
export const notTried = (host: string): ConnectionCheck => ({
  reached: null,
  latency_ms: null,
  tls: false,
  role: null,
  failure: `${host} is not the machine that runs Basalt, but for example a proxy. To test this address, the operator has to set BASALT_PUBLIC_URL.`,
})

async function attempt(login: Login, tls: boolean): Promise<ConnectionCheck> {
  const client = new pg.Client({
    ...login,
    // As with sslmode=require: the certificate is self-signed, and only the login is tested.
    ssl: tls && { rejectUnauthorized: false },
    application_name: 'basalt connection check',
    connectionTimeoutMillis: CONNECTION_CHECK_TIMEOUT_MS,
    query_timeout: CONNECTION_CHECK_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  const since = performance.now()
  try {
    await client.connect()
    limitMessagesOf(client)
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    const role = rows[0]?.role ?? null
    return { reached: true, latency_ms: Math.round(performance.now() - since), tls, role, failure: null }
  } catch (error) {
    return { reached: false, latency_ms: null, tls: false, role: null, failure: failureOf(error) }
  } finally {
    void client.end().catch(() => undefined)
  }
}

const failureMessages: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address. See the log of the project.',
  ETIMEDOUT: 'The address does not answer. A firewall may block the connection.',
  EHOSTUNREACH: 'This address cannot be reached from this server.',
  ENETUNREACH: 'This address cannot be reached from this server.',
  ENOTFOUND: 'This server cannot resolve the host name.',
  '28P01':
    'The password was changed in the database itself, so this check cannot log in. Applications connect with that password. Reset the database password to use this check again.',
  '53300': 'All connections of the database are in use. Close some, or use a pooler.',
  '28000':
    'The address of this server is not allowed. See the network restrictions and banned addresses in the database settings of the project.',
  '0A000':
    'The pool mode of this project is session. Use the session pooler, or change the mode in the database settings.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
}

const failureOf = (error: unknown) => {
  const { code = '', message } = error as Error & { code?: string }
  return failureMessages[code] ?? `The database could not be reached: ${message}`
}
