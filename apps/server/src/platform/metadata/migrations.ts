import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

export interface Migration {
  version: number
  name: string
  sql: string
}

/** Any number will do as long as every Basalt uses the same. */
const ADVISORY_LOCK = 7_233_141

/** Reads `0001_init.sql`, `0002_….sql` … and refuses gaps, which would mean that a file was lost. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -'.sql'.length),
      sql: readFileSync(path.join(folder, file), 'utf8'),
    }))
  const gap = migrations.find(({ version }, index) => version !== index + 1)
  if (gap) throw new Error(`${folder}: expected migration ${gap.version} to follow without a gap`)
  return migrations
}

type Runner = Pick<pg.Client, 'query'>

/**
 * Brings a database up to the newest migration, each in a transaction of its own. Several programs may try at
 * once; one works while the others wait. `client` must be a single connection, not a pool.
 * Throws StartError when the database is newer than this program.
 */
export async function migrate(client: Runner, schema: string, migrations: Migration[]) {
  if ((await currentVersion(client, schema)) === migrations.length) return
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(bookkeeping(schema))
    const current = await currentVersion(client, schema)
    if (current > migrations.length)
      throw new StartError(
        `The database is at version ${current}, but this program knows versions up to ${migrations.length} only. Start the newer Basalt that last used it.`,
      )
    for (const migration of migrations.slice(current)) await apply(client, schema, migration)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined)
  }
}

async function apply(client: Runner, schema: string, migration: Migration) {
  await client.query('begin')
  try {
    await client.query(migrationScript(schema, migration))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** 0 for a database that has never been migrated. */
async function currentVersion(client: Runner, schema: string) {
  const table = `${schema}.migrations`
  const { rows: found } = await client.query('select to_regclass($1) is not null as exists', [table])
  if (!found[0].exists) return 0
  const { rows } = await client.query(`select coalesce(max(version), 0)::int as version from ${table}`)
  return rows[0].version as number
}

/** The same as `migrate` does to an empty database, as SQL for whoever has to run it elsewhere. */
export const migrationScripts = (schema: string, migrations: Migration[]) => [
  bookkeeping(schema),
  ...migrations.map((migration) => `begin;\n${migrationScript(schema, migration)};\ncommit`),
]

const bookkeeping = (schema: string) => `
  create schema if not exists ${schema};
  create table if not exists ${schema}.migrations (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`

const migrationScript = (schema: string, { version, name, sql }: Migration) =>
  `set local search_path = ${schema};\n${sql}\n;insert into ${schema}.migrations (version, name) values (${version}, '${name}')`
