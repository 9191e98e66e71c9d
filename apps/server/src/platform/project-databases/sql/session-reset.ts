import { forgetPrepared, preparedCount, type TextRow, type TripStatement } from '../round-trip.ts'
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

/**
 * SQL can drop statements and prepare others by the same names, but none that look as if a client had prepared them. This
 * one is not kept prepared, so that none can take its place.
 */
const STATEMENTS: TripStatement = {
  text: `select pg_catalog.count(*) filter (where not from_sql), pg_catalog.count(*) filter (where from_sql)
  from pg_catalog.pg_prepared_statements`,
  values: [],
  isOnce: true,
}

/**
 * Statements behind the commit of a trip that reset the session as `resetSession` does, but keep what trips prepared:
 * planning one may take longer than running it.
 */
export const RESET_KEEPING_PREPARED: readonly TripStatement[] = [
  ...DISCARD_ALL_BUT_STATEMENTS.map((text) => ({ text, values: [] })),
  STATEMENTS,
]

/**
 * Ends a reset by `RESET_KEEPING_PREPARED`, whose rows are given. When code in the database has touched prepared
 * statements, all of them go. Returns whether it was possible.
 */
export async function resetBehind(client: ProtocolClient, reset: Promise<readonly TextRow[][]>) {
  try {
    const [[own, foreign] = []] = (await reset).at(-1)!
    if (Number(own) === preparedCount(client) && Number(foreign) === 0) return true
  } catch {
    return false
  }
  return resetSession(client, '', 'I')
}
