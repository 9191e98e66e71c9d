import pg from 'pg'
import { USER_ROLE } from '../project-databases/database-roles.ts'
import { breakConnection } from '../project-databases/project-connection.ts'
import type { ProjectDatabases } from '../project-databases/project-databases.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'logins'>
  /** After how many seconds PostgreSQL ends a statement, which may wait for another server. */
  readonly seconds: number
  /** Ends the connection. */
  readonly signal?: AbortSignal
}

/**
 * Runs work as `postgres` over a connection of its own: what connects to other servers keeps state in its session, and
 * only a role that is no superuser has to prove a password there.
 */
export async function userSession<T>(
  ref: string,
  { databases, seconds, signal }: Deps,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...(await databases.logins.internal(ref, USER_ROLE)) })
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => undefined)
  const stop = () => breakConnection(client)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await client.connect()
    await client.query(`set statement_timeout = '${seconds}s'; set search_path = ''`)
    return await work(client)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}
