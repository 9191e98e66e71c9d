import pg from 'pg'
import type { ConnectionTarget } from './admin-connection.ts'
import { limitMessagesOf } from './limit-messages.ts'

/** A pool of one connection to a project's database, for libraries that ask for a pool. The caller ends it. */
export function singleConnectionPool(
  target: ConnectionTarget & Pick<pg.PoolConfig, 'application_name' | 'options'>,
): pg.Pool {
  const pool = new pg.Pool({ ...target, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    limitMessagesOf(client)
    // The query that fails reports the end of the connection; the pool listens only while it is idle.
    client.on('error', () => undefined)
  })
  return pool
}
