import pg from 'pg'

export interface ConnectionTarget {
  /** Or the directory of a Unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Runs the platform's own work on a project's database. Event triggers are off: a user's trigger function must
 * never run with the rights of the platform.
 */
export async function withAdminConnection<T>(
  target: ConnectionTarget,
  work: (client: pg.Client) => Promise<T>,
) {
  const client = new pg.Client({
    ...target,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'basalt platform',
    options: '-c event_triggers=off -c search_path=pg_catalog -c statement_timeout=60s',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
