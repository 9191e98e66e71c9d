import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadSchema } from '@basalt/merge/schema/schema-merge.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'
import { PLATFORM_OBJECTS } from '../../platform/platform-objects.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { singleConnectionPool } from '../../platform/project-databases/single-connection-pool.ts'
import {
  BASE_SCHEMA_DELAY_MS,
  BASE_SCHEMA_OBJECTS_MAX,
  BASE_SCHEMA_TIMEOUT_MS,
  SNAPSHOT_POLL_MS,
} from './branches.rules.ts'

const APPLICATION = 'basalt branch schema'

const COUNT_OBJECTS = `
  select count(*)::int as count from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfUsers('n.nspname')}`

/** Whether a database has too many tables and views for its schema to be kept. */
export async function isTooLarge(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(COUNT_OBJECTS)
  return rows[0]!.count > BASE_SCHEMA_OBJECTS_MAX
}

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
  if (await isTooLarge(client)) return { schema: Promise.resolve(undefined) }
  let hasEnded = false
  const socket = new Socket()
  const schema = readSchema(target, socket).finally(() => {
    hasEnded = true
  })
  // Its failure is reported where the schema is awaited.
  schema.catch(() => undefined)
  while (!hasEnded && (await client.query(HAS_SNAPSHOT)).rowCount === 0) await sleep(SNAPSHOT_POLL_MS)
  // Nothing more is asked before what was asked has been answered.
  socket.pause()
  void sleep(BASE_SCHEMA_DELAY_MS).then(() => socket.resume())
  return { schema }
}

async function readSchema(target: ConnectionTarget, socket: Socket): Promise<string> {
  const { text } = await extractSchema({ ...target, stream: () => socket })
  return text
}

async function extractSchema(
  target: ConnectionTarget & { stream?: () => Socket },
): Promise<ReadSchema & { text: string }> {
  const [{ extract }, { serializeSnapshot }] = await loadSchemaReader()
  const pool = singleConnectionPool({ ...target, application_name: APPLICATION })
  try {
    const schema = await extract(pool, { statementTimeoutMs: BASE_SCHEMA_TIMEOUT_MS })
    const { factBase, pgVersion } = schema
    return { ...schema, text: serializeSnapshot(factBase, { pgVersion, redactSecrets: true }) }
  } finally {
    await pool.end()
  }
}

/**
 * The schema at the moment of branching, read later: while a branch and what it was made from have the same, neither has
 * changed it. Undefined when they differ.
 */
export async function readCommonSchema({
  branch,
  source,
}: {
  branch: ConnectionTarget
  source: ConnectionTarget
}): Promise<string | undefined> {
  const [ofBranch, ofSource] = [await extractSchema(branch), await extractSchema(source)]
  const { mergeSchemas } = await import('@basalt/merge/schema/schema-merge.ts')
  const { statements, notCompared } = mergeSchemas({
    base: ofSource.text,
    branch: ofBranch,
    target: ofSource,
    leftOut: PLATFORM_OBJECTS,
    decisions: new Map(),
    renames: [],
  })
  return statements.length === 0 && notCompared.length === 0 ? ofBranch.text : undefined
}
