import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

export interface Migration {
  version: number
  name: string
  sql: string
}

/** Any number works as long as every Basalt uses the same one. */
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
 * Brings a database up to the newest migration, each in its own transaction. Programs that migrate at the same time wait
 * for each other. `client` must be a single connection, not a pool.
 * Throws StartError when the database is newer than this program, or has migrations other than this program's.
 */
export async function migrate(client: Runner, schema: string, migrations: Migration[]) {
  if (isUpToDate(await appliedTo(client, schema), migrations)) return
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await client.query(bookkeeping(schema))
    const applied = await appliedTo(client, schema)
    refuseDifferentHistory(applied, migrations)
    for (const { version } of applied.filter(({ hash }) => hash === null))
      await client.query(`update ${schema}.migrations set hash = $1 where version = $2`, [
        hashOf(migrations[version - 1]!),
        version,
      ])
    for (const migration of migrations.slice(applied.length)) await apply(client, schema, migration)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined)
  }
}

/** SHA-256 of the text, whichever line ends the checkout has. */
const hashOf = ({ sql }: Migration) => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

interface AppliedMigration {
  version: number
  name: string
  /** Null when it was applied before hashes were stored; then only the name is compared. */
  hash: string | null
}

const isUpToDate = (applied: readonly AppliedMigration[], migrations: readonly Migration[]) =>
  applied.length === migrations.length &&
  applied.every(({ version, name, hash }, index) => {
    const migration = migrations[index]!
    return version === migration.version && name === migration.name && hash === hashOf(migration)
  })

/** The same number does not mean the same migration: two branches of the program may each have added one. */
function refuseDifferentHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]) {
  const newest = applied.at(-1)?.version ?? 0
  if (newest > migrations.length)
    throw new StartError(
      `The database is at version ${newest}, but this program knows versions up to ${migrations.length} only. Start the newer Basalt that last used it.`,
    )
  for (const [index, { version, name, hash }] of applied.entries()) {
    const migration = migrations[index]!
    if (version !== migration.version)
      throw new StartError(
        `The database lacks migration ${migration.version} ("${migration.name}") but has later ones. Restore it from a backup.`,
      )
    if (name !== migration.name)
      throw new StartError(
        `The database was made by another Basalt: its migration ${version} is "${name}", and this program's is "${migration.name}". Start the Basalt that last used it.`,
      )
    if (hash !== null && hash !== hashOf(migration))
      throw new StartError(
        `The database was made by another Basalt: its migration ${version} ("${name}") is not the one of this program, although it has the same name. Start the Basalt that last used it.`,
      )
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

/** The applied migrations, oldest first; empty for a database that has never been migrated. */
async function appliedTo(client: Runner, schema: string): Promise<AppliedMigration[]> {
  const table = `${schema}.migrations`
  const { rows: columns } = await client.query(
    "select attname from pg_attribute where attrelid = to_regclass($1) and attname in ('version', 'hash')",
    [table],
  )
  if (columns.length === 0) return []
  const hash = columns.some(({ attname }) => attname === 'hash') ? 'hash' : 'null as hash'
  const { rows } = await client.query(`select version, name, ${hash} from ${table} order by version`)
  return rows
}

/** What `migrate` does to an empty database, as SQL to run elsewhere. */
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
  );
  alter table ${schema}.migrations add column if not exists hash text`

const migrationScript = (schema: string, migration: Migration) =>
  `set local search_path = ${schema};\n${migration.sql}\n;insert into ${schema}.migrations (version, name, hash) values (${migration.version}, '${migration.name}', '${hashOf(migration)}')`
