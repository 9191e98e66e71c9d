import {
  SLOT_WAIT_SECONDS,
  SOURCE_LOCK_SECONDS,
} from '@basalt/contract/database-import/database-import.rules.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { LOCK_NOT_AVAILABLE, QUERY_CANCELED } from '../../../platform/project-databases/sql/sql-failed.ts'

type Runner = Pick<pg.Client, 'query'>
type Table = { readonly schema: string; readonly name: string }

const listOf = (tables: readonly Table[]) =>
  tables.map(({ schema, name }) => `only ${quoteQualified(schema, name)}`).join(', ')

/**
 * Publishes tables and keeps the source's WAL from now on. The publication comes first: changes are read with the catalog
 * as it was when they were made.
 */
export async function publish(source: Runner, name: string, tables: readonly Table[]): Promise<void> {
  const list = tables.length > 0 ? ` for table ${listOf(tables)}` : ''
  await source.query(`create publication ${quoteIdentifier(name)}${list}`)
  await source.query(`set statement_timeout = '${SLOT_WAIT_SECONDS}s'`)
  try {
    await source.query(
      `select pg_catalog.pg_create_logical_replication_slot(${quoteLiteral(name)}, 'pgoutput')`,
    )
  } catch (cause) {
    if ((cause as { code?: string }).code !== QUERY_CANCELED) throw cause
    throw new AppError(
      'upstream_failed',
      `The source could not create a replication slot within ${SLOT_WAIT_SECONDS} seconds: transactions have been open there for longer. End them and start again.`,
      { cause },
    )
  }
}

/** Statements that remove from a source what following it has created, to be run by anyone who may replicate there. */
export const cleanupSql = (name: string, tableSlots: string | null) =>
  [
    `select pg_terminate_backend(active_pid) from pg_replication_slots where ${slotsOf(name, tableSlots)} and active_pid is not null;`,
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where ${slotsOf(name, tableSlots)};`,
    `drop publication if exists ${quoteIdentifier(name)};`,
  ].join('\n')

const slotsOf = (name: string, tableSlots: string | null) =>
  tableSlots === null
    ? `slot_name = ${quoteLiteral(name)}`
    : `(slot_name = ${quoteLiteral(name)} or slot_name ~ ${quoteLiteral(tableSlots)})`

/** How often a slot that is in use is tried to be dropped: its sender may take a moment to end. */
const DROP_ATTEMPTS = 50
const DROP_PAUSE_SECONDS = 0.2
const OBJECT_IN_USE = '55006'

/** Removes from a source what following it has created, all of it or what there is of it. */
export async function unpublish(source: Runner, name: string, tableSlots: string | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await source.query(cleanupSql(name, tableSlots))
      return
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === DROP_ATTEMPTS) throw error
      await source.query(`select pg_catalog.pg_sleep(${DROP_PAUSE_SECONDS})`)
    }
}

interface SlotState {
  lag_bytes: number
  lag_seconds: number
  wal_status: 'reserved' | 'extended' | 'unreserved' | 'lost' | null
}

/** The slot of a followed import; undefined when the source has none of this name. Lag in bytes and seconds. */
export async function slotState(source: Runner, name: string): Promise<SlotState | undefined> {
  const { rows: versions } = await source.query<{ number: number }>(
    `select pg_catalog.current_setting('server_version_num')::int as number`,
  )
  const walStatus = versions[0]!.number >= WAL_STATUS_SINCE ? 's.wal_status' : 'null'
  const { rows } = await source.query<SlotState>(
    `select greatest(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.confirmed_flush_lsn), 0)::float8 as lag_bytes,
       coalesce(extract(epoch from r.replay_lag), 0)::float8 as lag_seconds, ${walStatus} as wal_status
     from pg_catalog.pg_replication_slots s left join pg_catalog.pg_stat_replication r on r.pid = s.active_pid
     where s.slot_name = $1`,
    [name],
  )
  return rows[0]
}

const WAL_STATUS_SINCE = 130_000

/** Whether a slot's subscriber has confirmed everything up to a position. */
export async function hasConfirmed(source: Runner, name: string, position: string): Promise<boolean> {
  const { rowCount } = await source.query(
    'select from pg_catalog.pg_replication_slots where slot_name = $1 and confirmed_flush_lsn >= $2::pg_catalog.pg_lsn',
    [name, position],
  )
  return rowCount === 1
}

/** The published tables. */
export async function publishedTables(source: Runner, name: string): Promise<Table[]> {
  const { rows } = await source.query<Table>(
    'select schemaname as schema, tablename as name from pg_catalog.pg_publication_tables where pubname = $1',
    [name],
  )
  return rows
}

/** Keeps others from writing to tables until the transaction ends. Waits for what they write now. */
export async function lockAgainstWrites(source: Runner, tables: readonly Table[]): Promise<void> {
  await source.query(`begin; set local lock_timeout = '${SOURCE_LOCK_SECONDS}s'`)
  if (tables.length === 0) return
  try {
    await source.query(`lock table ${listOf(tables)} in share mode`)
  } catch (cause) {
    if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw cause
    throw new AppError(
      'conflict',
      `A transaction at the source has been writing for more than ${SOURCE_LOCK_SECONDS} seconds. Stop what writes there, then switch over.`,
      { cause },
    )
  }
}

/** The position in the WAL after everything that was committed before, once it is on the source's disk. */
export async function positionNow(source: Runner): Promise<string> {
  // A subscriber confirms only what it has received, which is what has been flushed.
  await source.query(
    `begin; set local synchronous_commit = local;
     select pg_catalog.pg_logical_emit_message(true, 'basalt', 'switch-over'); commit`,
  )
  const { rows } = await source.query<{ position: string }>(
    'select pg_catalog.pg_current_wal_flush_lsn()::text as position',
  )
  return rows[0]!.position
}
