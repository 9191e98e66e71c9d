import pg from 'pg'
import type { ConnectionTarget } from './admin-connection.ts'
import { limitMessagesOf } from './limit-messages.ts'

/** A connection of its own for some work, which is closed afterwards. */
export async function withOwnConnection<T>(
  login: ConnectionTarget & { statement_timeout?: number; application_name: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(login)
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
