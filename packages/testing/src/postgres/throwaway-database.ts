import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { waitFor } from '../wait-for.ts'

export interface ThrowawayDatabase {
  /** The URL of the superuser. */
  url: string
  /** The directory of the server's Unix socket, by which the platform connects to its instances. */
  socketDirectory: string
  drop(): Promise<void>
}

/** SQLSTATE object_in_use: another client is connected to the template. */
const OBJECT_IN_USE = '55006'

/** Creates a database for one test file, as a copy of `template` if given, on the server of the global setup. */
export async function createThrowawayDatabase(
  options: { template?: string } = {},
): Promise<ThrowawayDatabase> {
  const adminUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = pg.escapeIdentifier(options.template ?? 'template1')
  await createWhenIdle(adminUrl, `create database ${name} template ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    socketDirectory: inject('postgresSocket'),
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Another test file may be copying or preparing the same template for a moment. */
async function createWhenIdle(adminUrl: string, statement: string): Promise<void> {
  const outcome = await waitFor(async () => {
    const attempt = await execute(adminUrl, statement).then(
      () => 'made' as const,
      (error: Error & { code?: string }) => error,
    )
    return attempt !== 'made' && attempt.code === OBJECT_IN_USE ? undefined : attempt
  })
  if (outcome !== 'made') throw outcome
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
