import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadSchema } from '@basalt/merge/schema/schema-merge.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'
import { PLATFORM_OBJECTS } from '../../platform/platform-objects.ts'
import {
  type ConnectionTarget,
  WITHOUT_USERS_CODE,
} from '../../platform/project-databases/admin-connection.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { singleConnectionPool } from '../../platform/project-databases/single-connection-pool.ts'
import { BASE_SCHEMA_DELAY_MS, BASE_SCHEMA_OBJECTS_MAX, BASE_SCHEMA_TIMEOUT_MS } from './branches.rules.ts'

const COUNT_OBJECTS = `
  select count(*)::int as count from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfUsers('n.nspname')}`

/** Whether a database has too many tables and views for its schema to be kept. */
export async function isTooLarge(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(COUNT_OBJECTS)
  return rows[0]!.count > BASE_SCHEMA_OBJECTS_MAX
}

/**
 * Keeps everybody from changing the schema until the transaction ends: catalogs cannot be written, except those that change
 * with rows. Relations are locked too: somebody who changes a table locks it before waiting for a catalog, and reading the
 * definitions would then wait for that lock. Views are only parsed for this, so that no function of users runs.
 */
const LOCK_SCHEMA = `
  do $$ declare relation record; begin
    execute (
      select 'lock table ' || string_agg(format('pg_catalog.%I', relname), ', ' order by relname) || ' in share mode'
      from pg_catalog.pg_class
      where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared
        and relname !~ '^pg_(statistic|largeobject)');
    for relation in
      select format('%I.%I', n.nspname, c.relname) as name, c.relkind in ('r', 'p') as is_table
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    loop
      if relation.is_table then
        execute 'lock table only ' || relation.name || ' in access share mode';
      else
        begin
          execute 'prepare basalt_schema as select from ' || relation.name;
          execute 'deallocate basalt_schema';
        exception when others then
          -- A view that selects from itself can be defined but not used, and so not locked.
        end;
      end if;
    end loop;
  end $$`

/** Loads what reads schemas, which takes a moment when it is first needed. */
export const loadSchemaReader = () =>
  Promise.all([import('@supabase/pg-delta/extract'), import('@supabase/pg-delta')])

/** The session that reads a schema, in the pool that the library asks for. */
export async function connectForSchema(admin: ConnectionTarget): Promise<pg.Pool> {
  const pool = schemaPool({ ...admin, options: WITHOUT_USERS_CODE })
  try {
    const session = await pool.connect()
    session.release()
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

/**
 * Begins to read the schema of a database, and resolves once it cannot be changed until it has been read: a snapshot would not
 * do, because PostgreSQL writes the definitions of functions, constraints and views as they are now. Who wants to change it
 * waits. Secrets of foreign servers are left out. Ends the pool.
 */
export async function beginReadingSchema(pool: pg.Pool): Promise<{ schema: Promise<string> }> {
  try {
    const session = await pool.connect()
    // The library goes on in this transaction: PostgreSQL only warns of its BEGIN.
    await session
      .query(`begin isolation level repeatable read read only; ${LOCK_SCHEMA}; set local role ${USER_ROLE}`)
      .finally(() => session.release())
  } catch (error) {
    await pool.end()
    throw error
  }
  const schema = sleep(BASE_SCHEMA_DELAY_MS).then(async () => (await extractSchema(pool)).text)
  // Its failure is reported where the schema is awaited.
  schema.catch(() => undefined)
  return { schema }
}

const schemaPool = (target: ConnectionTarget & { options?: string }) =>
  singleConnectionPool({ ...target, application_name: 'basalt branch schema' })

/** Ends the pool. */
async function extractSchema(pool: pg.Pool): Promise<ReadSchema & { text: string }> {
  try {
    const [{ extract }, { serializeSnapshot }] = await loadSchemaReader()
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
  const [ofBranch, ofSource] = [
    await extractSchema(schemaPool(branch)),
    await extractSchema(schemaPool(source)),
  ]
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
