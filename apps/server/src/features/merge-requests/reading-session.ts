import { type Run, SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { limitMessagesOf } from '../../platform/project-databases/limit-messages.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import { COMPARISON_TIMEOUT_MS } from './merge-runs.rules.ts'

/** A connection of its own for some work, which is closed afterwards. */
export async function withClient<T>(
  login: ConnectionTarget & { statement_timeout?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...login, application_name: 'basalt merge' })
  // A statement that is running fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    limitMessagesOf(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Reads one state of a database, as the role of the login. */
export const reading = <T>(login: ConnectionTarget, work: (run: Run) => Promise<T>): Promise<T> =>
  withClient({ ...login, statement_timeout: COMPARISON_TIMEOUT_MS }, async (client) => {
    await client.query(`begin isolation level repeatable read, read only; ${SESSION_SETTINGS}`)
    return work(textRows(client))
  })
