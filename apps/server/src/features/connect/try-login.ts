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

/** Logs in as a program would, encrypted where the server can, asks one thing and leaves. Never throws. */
export async function tryLogin(login: Login): Promise<ConnectionCheck> {
  const encrypted = await attempt(login, true)
  return encrypted.failure?.includes(NO_TLS) ? attempt(login, false) : encrypted
}

/** What is said of an address that is not dialled. */
export const notTried = (host: string): ConnectionCheck => ({
  reached: null,
  latency_ms: null,
  tls: false,
  role: null,
  failure: `${host} leads to another machine than the one that runs Basalt, such as a proxy. The operator can set BASALT_PUBLIC_URL to have it tested.`,
})

async function attempt(login: Login, tls: boolean): Promise<ConnectionCheck> {
  const client = new pg.Client({
    ...login,
    // Certificates are made here, and the question is whether somebody gets in, as with sslmode=require.
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

const words: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address. Look at the project’s log.',
  ETIMEDOUT: 'The address does not answer. A firewall may be in the way.',
  EHOSTUNREACH: 'No network leads to this address.',
  ENETUNREACH: 'No network leads to this address.',
  ENOTFOUND: 'The name of the host is not known to this machine.',
  '28P01':
    'The database has another password than the one set here, so this check cannot log in. Programs connect with the other one. Reset the database password to check it here.',
  '53300': 'All connections of the database are in use. Close some, or use a pooler.',
  '28000':
    'This server itself is not let in. Look at the network restrictions and banned addresses of the project in the database settings.',
  '0A000':
    'The pool mode of this project is session. Use the session pooler, or change the mode in the database settings.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
}

const failureOf = (error: unknown) => {
  const { code = '', message } = error as Error & { code?: string }
  return words[code] ?? `The database could not be reached: ${message}`
}
