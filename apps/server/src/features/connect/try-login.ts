import { performance } from 'node:perf_hooks'
import { CONNECTION_CHECK_TIMEOUT_MS } from '@basalt/contract/connect/connect.rules.ts'
import type { ConnectionCheck } from '@basalt/contract/connect/connect.schema.ts'
import pg from 'pg'

export interface Login {
  host: string
  port: number
  database: string
  user: string
  password: string
}

const tried = `select current_user as role, coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls`

/** Logs in as a program would, asks one thing and leaves. Never throws. */
export async function tryLogin(login: Login): Promise<ConnectionCheck> {
  const client = new pg.Client({
    ...login,
    application_name: 'basalt connection check',
    connectionTimeoutMillis: CONNECTION_CHECK_TIMEOUT_MS,
    query_timeout: CONNECTION_CHECK_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  const since = performance.now()
  try {
    await client.connect()
    const { rows } = await client.query<{ role: string; tls: boolean }>(tried)
    const [{ role, tls }] = rows as [{ role: string; tls: boolean }]
    return { reached: true, latency_ms: Math.round(performance.now() - since), tls, role, failure: null }
  } catch (error) {
    return { reached: false, latency_ms: null, tls: false, role: null, failure: failureOf(error) }
  } finally {
    void client.end().catch(() => undefined)
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address. Look at the project’s log.',
  '28P01': 'The database does not take the password that is on record. Reset the database password.',
  '53300': 'All connections of the database are in use. Close some, or use a pooler.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
}

const failureOf = (error: unknown) => {
  const { code = '', message } = error as Error & { code?: string }
  return words[code] ?? `The database could not be reached: ${message}`
}
