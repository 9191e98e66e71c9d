import pg from 'pg'
import { type ConnectionTarget, endWithin } from './admin-connection.ts'
import { limitMessagesOf } from './limit-messages.ts'
import { breakConnection } from './project-connection.ts'

interface Options {
  /** Its name in `pg_stat_activity`. */
  readonly application: string
  /** How long each statement may take; 0 without a limit. Those of the role are for its apps. */
  readonly statementTimeoutMs: number
  /** Ends the connection at once, with which PostgreSQL rolls back its transaction. */
  readonly signal?: AbortSignal | undefined
}

/** Runs work on a connection of its own, which is closed afterwards. Throws the reason of the signal. */
export async function withUserConnection<T>(
  login: ConnectionTarget,
  { application, statementTimeoutMs, signal }: Options,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...login,
    application_name: application,
    options: `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`,
  })
  // A statement that is running fails with it.
  client.on('error', () => undefined)
  const leave = () => breakConnection(client)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await client.connect()
    limitMessagesOf(client)
    return await work(client)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    await endWithin(client)
  }
}
