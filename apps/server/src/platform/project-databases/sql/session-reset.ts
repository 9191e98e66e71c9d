import { forgetPrepared, preparedCount, tripOfAll } from '../round-trip.ts'
import type { ProtocolClient, TransactionStatus } from './protocol.ts'

/** What survives DISCARD ALL: the seed of random(), loaded libraries, named connections of dblink. */
const LEAVES_TRACES = /\b(?:setseed|load|dblink_connect)\b/i

/**
 * Resets a connection after a run, and returns whether that was possible: nothing that its SQL did to the session, such
 * as settings, temporary tables, prepared statements, advisory locks or an open transaction, may reach the next run.
 */
export async function resetSession(client: ProtocolClient, text: string, status: TransactionStatus) {
  if (LEAVES_TRACES.test(text)) return false
  try {
    if (status !== 'I') await client.query('rollback')
    await client.query('discard all')
    forgetPrepared(client)
    return true
  } catch {
    return false
  }
}

/** What DISCARD ALL does, without DEALLOCATE ALL and DISCARD PLANS. */
const DISCARD_ALL_BUT_STATEMENTS = [
  'close all',
  'set session authorization default',
  'reset all',
  'unlisten *',
  'select pg_catalog.pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
]

/** SQL can drop statements and prepare others by the same names, but none that look as if a client had prepared them. */
const STATEMENTS = `select pg_catalog.count(*) filter (where not from_sql), pg_catalog.count(*) filter (where from_sql)
  from pg_catalog.pg_prepared_statements`

/**
 * Resets a connection as `resetSession` does, after trips with SQL of ours, and keeps the statements that they
 * prepared: planning one may take longer than running it. When code in the database has touched prepared statements,
 * all of them go. Returns whether it was possible.
 */
export async function resetKeepingPrepared(client: ProtocolClient) {
  if (preparedCount(client) === undefined) return resetSession(client, '', 'I')
  try {
    const results = await tripOfAll(
      client,
      [...DISCARD_ALL_BUT_STATEMENTS, STATEMENTS].map((text) => ({ text, values: [] })),
    )
    const [[own, foreign] = []] = results.at(-1)!
    if (Number(own) === preparedCount(client) && Number(foreign) === 0) return true
  } catch {
    return false
  }
  return resetSession(client, '', 'I')
}
