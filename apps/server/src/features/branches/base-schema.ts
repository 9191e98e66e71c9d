import { setTimeout as sleep } from 'node:timers/promises'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { singleConnectionPool } from '../../platform/project-databases/single-connection-pool.ts'
import { BASE_SCHEMA_OBJECTS_MAX, BASE_SCHEMA_TIMEOUT_MS, SNAPSHOT_POLL_MS } from './branches.rules.ts'

const APPLICATION = 'basalt branch schema'

const COUNT_OBJECTS = `
  select count(*)::int as count from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfUsers('n.nspname')}`

/** A transaction that keeps one snapshot has a backend_xmin from its first query on. */
const HAS_SNAPSHOT = `
  select from pg_catalog.pg_stat_activity where application_name = '${APPLICATION}' and backend_xmin is not null`

/** Loads what reads schemas, which takes a moment when it is first needed. */
export const loadSchemaReader = () =>
  Promise.all([import('@supabase/pg-delta/extract'), import('@supabase/pg-delta')])

/**
 * Begins to read the schema of a database, and resolves once later changes no longer affect what is read. The result is
 * undefined for a schema that is too large. Secrets of foreign servers are left out.
 */
export async function beginReadingSchema(
  client: pg.Client,
  target: ConnectionTarget,
): Promise<{ schema: Promise<string | undefined> }> {
  const { rows } = await client.query<{ count: number }>(COUNT_OBJECTS)
  if (rows[0]!.count > BASE_SCHEMA_OBJECTS_MAX) return { schema: Promise.resolve(undefined) }
  let hasEnded = false
  const schema = readSchema(target).finally(() => {
    hasEnded = true
  })
  // Its failure is reported where the schema is awaited.
  schema.catch(() => undefined)
  while (!hasEnded && (await client.query(HAS_SNAPSHOT)).rowCount === 0) await sleep(SNAPSHOT_POLL_MS)
  return { schema }
}

async function readSchema(target: ConnectionTarget): Promise<string> {
  const [{ extract }, { serializeSnapshot }] = await loadSchemaReader()
  const pool = singleConnectionPool({ ...target, application_name: APPLICATION })
  try {
    const { factBase, pgVersion } = await extract(pool, { statementTimeoutMs: BASE_SCHEMA_TIMEOUT_MS })
    return serializeSnapshot(factBase, { pgVersion, redactSecrets: true })
  } finally {
    await pool.end()
  }
}
