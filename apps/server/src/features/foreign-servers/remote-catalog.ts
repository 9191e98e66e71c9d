import { randomBytes } from 'node:crypto'
import { REMOTE_TABLES_LISTED } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { RemoteTables } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type pg from 'pg'

/**
 * The catalog of a foreign server, read by PostgreSQL itself through foreign tables that exist only in a transaction which
 * is rolled back. So the login is the one that queries use, and it never leaves the database.
 */
async function through<T>(
  client: pg.Client,
  server: string,
  tables: Readonly<Record<string, string>>,
  read: (schema: string) => Promise<T>,
): Promise<T> {
  const schema = quoteIdentifier(`basalt_remote_${randomBytes(8).toString('hex')}`)
  await client.query('begin')
  try {
    await client.query(`create schema ${schema}`)
    for (const [name, columns] of Object.entries(tables))
      await client.query(
        `create foreign table ${schema}.${name} (${columns}) server ${quoteIdentifier(server)} options (schema_name 'pg_catalog', table_name '${name}')`,
      )
    return await read(schema)
  } finally {
    // A connection that broke has nothing left to roll back.
    await client.query('rollback').catch(() => undefined)
  }
}

/** The version of a foreign server, such as `16.4`. Throws what PostgreSQL says when it cannot connect. */
export const remoteVersion = (client: pg.Client, server: string): Promise<string> =>
  through(client, server, { pg_settings: 'name text, setting text' }, async (schema) => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from ${schema}.pg_settings where name = 'server_version'`,
    )
    return rows[0]!.setting
  })

const CATALOG = {
  pg_namespace: 'oid oid, nspname name',
  pg_class: 'oid oid, relname name, relnamespace oid, relkind "char", reltuples real, relispartition boolean',
}

/** What IMPORT FOREIGN SCHEMA can define. Partitions are read through their table. */
const IMPORTABLE = `c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

const KINDS = {
  r: 'table',
  v: 'view',
  m: 'materialized_view',
  f: 'foreign_table',
  p: 'partitioned_table',
} as const

/** The schemas of a foreign server that have tables, and the tables of one of them. */
export const remoteTables = (
  client: pg.Client,
  server: string,
  schema: string | undefined,
): Promise<RemoteTables> =>
  through(client, server, CATALOG, async (place) => {
    const from = `from ${place}.pg_class c join ${place}.pg_namespace n on n.oid = c.relnamespace where ${IMPORTABLE}`
    const { rows: schemas } = await client.query<{ name: string; tables: number }>(
      `select n.nspname as name, count(*)::pg_catalog.int4 as tables ${from} group by n.nspname order by n.nspname`,
    )
    if (schema === undefined) return { schemas, tables: [] }
    const { rows } = await client.query<{ name: string; kind: keyof typeof KINDS; rows: number }>(
      `select c.relname as name, c.relkind as kind, c.reltuples::pg_catalog.float8 as rows
       ${from} and n.nspname = $1::pg_catalog.name order by c.relname limit ${REMOTE_TABLES_LISTED}`,
      [schema],
    )
    return {
      schemas,
      tables: rows.map(({ name, kind, rows: estimated }) => ({
        name,
        kind: KINDS[kind],
        rows: estimated < 0 || kind === 'v' || kind === 'f' ? null : estimated,
      })),
    }
  })
