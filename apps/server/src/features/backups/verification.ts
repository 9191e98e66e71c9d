import type { Verification } from '@basalt/contract/backups/backups.schema.ts'
import pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { DATABASE } from '../../platform/project-databases/database-roles.ts'
import { PROBLEMS_MAX } from './backups.rules.ts'
import { type Estimates, missingRows } from './missing-rows.rules.ts'

/** Tables whose rows a backup has: not unlogged ones, and of partitioned ones their partitions. */
const HAS_ROWS = "c.relkind in ('r', 'm') and c.relpersistence = 'p' and c.relispopulated"

/** Statistics are counted as rows are written, and what a vacuum found is stored with the table: the lower one is safe. */
const ESTIMATES = `
  select pg_catalog.format('%I.%I', s.schemaname, s.relname) as name,
    case when c.reltuples >= 0 then least(s.n_live_tup, c.reltuples) else s.n_live_tup end::float8 as rows
  from pg_catalog.pg_stat_user_tables s join pg_catalog.pg_class c on c.oid = s.relid
  where ${HAS_ROWS}`

export async function estimatesOf(client: pg.Client): Promise<Estimates> {
  const { rows } = await client.query<{ name: string; rows: number }>(ESTIMATES)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

const DATABASES = `
  select datname as name from pg_catalog.pg_database where datallowconn and not datistemplate order by 1`

/** Puts into each database of a restored cluster what it is read with. Returns their names. */
export async function prepareToVerify(login: ConnectionTarget, signal: AbortSignal): Promise<string[]> {
  const names = await inDatabase(login, DATABASE, signal, async (client) => {
    const { rows } = await client.query<{ name: string }>(DATABASES)
    return rows.map(({ name }) => name)
  })
  for (const name of names)
    await inDatabase(login, name, signal, async (client) => {
      // The database is a copy that is deleted afterwards. A function of its owner must not run with our rights.
      await client.query('set event_triggers = off')
      await client.query('drop extension if exists amcheck cascade')
      await client.query('create schema basalt_check')
      await client.query('create extension amcheck schema basalt_check')
    })
  return names
}

/**
 * Reads all of a restored cluster: every page of every table, every B-tree index, and counts the rows. `before` and `after`
 * are what the server that was backed up said, before and after the backup; `names` are the databases, prepared.
 */
export async function verifyDatabases(
  login: ConnectionTarget,
  {
    names,
    before,
    after,
    signal,
  }: { names: readonly string[]; before: Estimates; after: Estimates; signal: AbortSignal },
): Promise<Verification> {
  const total: Verification = { tables: 0, rows: 0, problems: [] }
  for (const name of names) {
    const counts = await inDatabase(login, name, signal, (client) => verifyDatabase(client, total.problems))
    total.tables += counts.size
    total.rows += [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (name === DATABASE) total.problems.push(...missingRows(counts, before, after))
  }
  total.problems = total.problems.slice(0, PROBLEMS_MAX)
  return total
}

const DAMAGED_PAGES = `
  select c.oid::pg_catalog.regclass::text as name, v.blkno::float8 as block, v.msg as message
  from pg_catalog.pg_class c cross join lateral basalt_check.verify_heapam(c.oid::pg_catalog.regclass) v
  where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' limit ${PROBLEMS_MAX}`

const INDEXES = `
  select c.oid::int8::text as oid, c.oid::pg_catalog.regclass::text as name
  from pg_catalog.pg_class c join pg_catalog.pg_index i on i.indexrelid = c.oid join pg_catalog.pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`

const TABLES = `
  select pg_catalog.format('%I.%I', n.nspname, c.relname) as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${HAS_ROWS}
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'basalt_check')`

async function verifyDatabase(client: pg.Client, problems: string[]): Promise<Map<string, number>> {
  const pages = await client.query<{ name: string; block: number; message: string }>(DAMAGED_PAGES)
  for (const { name, block, message } of pages.rows) problems.push(`${name}, page ${block}: ${message}`)
  const indexes = await client.query<{ oid: string; name: string }>(INDEXES)
  for (const { oid, name } of indexes.rows)
    await client
      .query('select basalt_check.bt_index_check($1::pg_catalog.regclass)', [oid])
      .catch((error) => {
        if (!(error instanceof pg.DatabaseError)) throw error
        problems.push(`${name}: ${error.message}`)
      })
  // An index alone would answer a count.
  await client.query('set enable_indexonlyscan = off')
  const counts = new Map<string, number>()
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::float8 as rows from only ${name}`)
    counts.set(name, rows[0]!.rows)
  }
  return counts
}

async function inDatabase<T>(
  login: ConnectionTarget,
  database: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...login, database, application_name: 'basalt check' })
  const end = () => void client.end().catch(() => undefined)
  // The query that is running reports the end of the connection.
  client.on('error', () => undefined)
  signal.throwIfAborted()
  signal.addEventListener('abort', end)
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
    await client.end()
  }
}
