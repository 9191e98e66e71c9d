import {
  type ImportPhase,
  LEFT_OUT_LISTED,
  SOURCE_LOCK_SECONDS,
} from '@basalt/contract/database-import/database-import.rules.ts'
import type {
  DatabaseImport,
  ImportReport,
  LeftOut,
  SourceCheck,
} from '@basalt/contract/database-import/database-import.schema.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { sequenceValues, type TableData, tableData } from '../../platform/pg-dump/dump-catalog.ts'
import { pgDump } from '../../platform/pg-dump/pg-dump.ts'
import { copyTables, type During } from './copy-tables.ts'
import { createImportRole, finishImportRole, importRole } from './import-role.ts'
import type { Source } from './source.ts'

export type Progress = NonNullable<DatabaseImport['progress']>

interface ImportOptions {
  readonly id: string
  readonly source: Source
  readonly schemas: readonly string[]
  /** What `checkSource` said of the source. */
  readonly check: SourceCheck
  /** The superuser of the project's database. */
  readonly admin: pg.Client
  /** Connections of the user's role to the project's database. */
  readonly project: During
  readonly signal: AbortSignal
  /** Changed while the import runs. */
  readonly progress: Progress
  /** Stores how far it is, before it goes on. */
  reach(phase: ImportPhase, more?: { report?: ImportReport; createdRoles?: readonly string[] }): Promise<void>
}

/**
 * Imports schemas of another database in one snapshot of it: its definition by pg_dump, its rows by COPY. Every table has
 * all of its rows in the end, or this throws, and what the import's role owns has to be removed. Other statements that
 * the project's database refuses are reported.
 */
export async function importDatabase(options: ImportOptions): Promise<void> {
  const { id, source, schemas, check, admin, signal, progress, reach } = options
  const role = importRole(id)
  const project: During = (work) =>
    options.project(async (client) => {
      await client.query(`set application_name = ${quoteIdentifier(role)}; set role ${quoteIdentifier(role)}`)
      await client.query('set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off')
      return work(client)
    })
  await source.during(async (holder) => {
    const roles = check.roles.filter(({ exists }) => !exists).map(({ name }) => name)
    await reach('definition', { createdRoles: roles })
    await createImportRole(admin, role, await existing(admin, schemas))
    await holder.query('begin transaction isolation level repeatable read, read only')
    const { rows } = await holder.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const { snapshot } = rows[0]!
    const tables = await tablesToCopy(holder, schemas)
    progress.tables_total = tables.length
    progress.bytes_total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
    const definition = await definitionOf(source, snapshot, check.schemas, schemas, signal)
    const refused = new Refusals()

    await project(async (client) => {
      const create = roles.map((name) => `create role ${quoteIdentifier(name)} nologin`)
      await client.query('reset role')
      await refused.run(client, create)
      await client.query(`set role ${quoteIdentifier(role)}`)
      await refused.run(client, definition.before)
    })
    const report: ImportReport = { tables: [], left_out: [], left_out_count: 0, created_roles: roles }
    await reach('rows')
    await requireTables(admin, tables, refused)
    await copyTables({
      tables,
      source: source.during,
      project,
      snapshot,
      onBytes: (bytes) => {
        progress.bytes += bytes
      },
      onTable: ({ schema, name }, copied) => {
        progress.tables += 1
        report.tables.push({ schema, name, rows: copied })
      },
    })
    await reach('constraints')
    await project(async (client) => {
      await refused.run(client, await sequenceValues(holder, schemas))
      await refused.run(client, definition.after)
    })
    signal.throwIfAborted()
    report.tables.sort((a, b) => order(a.schema, b.schema) || order(a.name, b.name))
    report.left_out = refused.list.slice(0, LEFT_OUT_LISTED)
    report.left_out_count = refused.list.length
    await reach('finishing', { report })
  })
  await finishImportRole(admin, role)
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function existing(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_catalog.pg_namespace where nspname = any ($1)',
    [schemas],
  )
  return rows.map(({ name }) => name)
}

interface SizedTable extends TableData {
  bytes: number
}

/** Largest first. */
async function tablesToCopy(source: pg.Client, schemas: readonly string[]): Promise<SizedTable[]> {
  const { rows } = await source.query<{ schema: string; name: string; bytes: number }>(
    `select n.nspname as schema, c.relname as name, pg_catalog.pg_table_size(c.oid)::float8 as bytes
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1)`,
    [schemas],
  )
  const sizes = new Map(rows.map(({ schema, name, bytes }) => [quoteQualified(schema, name), bytes]))
  const tables = await tableData(source)
  return tables
    .filter(({ schema, isOfExtension }) => schemas.includes(schema) && !isOfExtension)
    .map((table) => ({ ...table, bytes: sizes.get(quoteQualified(table.schema, table.name)) ?? 0 }))
    .sort((a, b) => b.bytes - a.bytes)
}

/** The statements that create objects before their rows, and those that complete them afterwards. */
async function definitionOf(
  source: Source,
  snapshot: string,
  all: readonly { name: string }[],
  schemas: readonly string[],
  signal: AbortSignal,
) {
  const leftOut = all.filter(({ name }) => !schemas.includes(name)).map(({ name }) => name)
  const part = (section: 'pre-data' | 'post-data') =>
    source.during(async (client) => {
      const args = [
        ...['-h', '/tmp', '-d', 'postgres', `--section=${section}`, `--snapshot=${snapshot}`],
        ...['--no-owner', '--no-subscriptions', '--no-publications', '--no-tablespaces'],
        ...[...leftOut, ...OURS].map((name) => `--exclude-schema=${pattern(name)}`),
        `--lock-wait-timeout=${SOURCE_LOCK_SECONDS * 1000}`,
      ]
      const sql = await pgDump(client, args, signal)
      return splitStatements(sql.replace(META_COMMANDS, ''))
        .map(({ text }) => text)
        .filter((text) => !NOT_THE_USERS.test(text))
    })
  return { before: await part('pre-data'), after: await part('post-data') }
}

/** Schemas that every project has. */
const OURS = ['basalt', 'auth', 'extensions', 'storage', 'supabase_migrations']

/** A pattern of pg_dump that means just this name. */
const pattern = (name: string) => quoteIdentifier(name)

/** Comments of extensions, which come with them, and what Basalt itself adds to a database. */
const NOT_THE_USERS =
  /^(?:COMMENT ON EXTENSION|(?:CREATE|ALTER|COMMENT ON) EVENT TRIGGER "?basalt_|CREATE TRIGGER .* EXECUTE FUNCTION basalt\.)/m

/** Lines for psql, which guard it against a hostile server; here, every statement is SQL. */
const META_COMMANDS = /^\\(?:un)?restrict .*$/gm

/** Throws unless every table of the source can take its rows, naming the statement that was refused. */
async function requireTables(client: pg.Client, tables: readonly TableData[], { list }: Refusals) {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any ($1)`,
    [[...new Set(tables.map(({ schema }) => schema))]],
  )
  const made = new Set(rows.map(({ schema, name }) => quoteQualified(schema, name)))
  const missing = tables.find(({ schema, name }) => !made.has(quoteQualified(schema, name)))
  if (!missing) return
  const { schema, name } = missing
  const named = list.find(({ sql }) => /^create table/i.test(sql) && sql.includes(name)) ?? list[0]
  throw new AppError(
    'upstream_failed',
    `The table ${schema}.${name} could not be created${named ? `: ${named.reason}` : '.'}`,
  )
}

/** The project has an empty schema of this name. */
const DUPLICATE_SCHEMA = '42P06'

/** Runs statements one by one, and keeps those that PostgreSQL refuses. */
class Refusals {
  readonly list: LeftOut[] = []

  async run(client: pg.Client, statements: readonly string[]) {
    for (const text of statements)
      try {
        await client.query(text)
      } catch (error) {
        // Without a code the connection is lost.
        const { code, message, severity } = error as Error & { code?: string; severity?: string }
        if (code === undefined || severity !== 'ERROR') throw error
        if (code === DUPLICATE_SCHEMA) continue
        this.list.push({ sql: text.replace(HEADER, '').trim(), reason: message })
      }
  }
}

/** The comment with which pg_dump begins each object. */
const HEADER = /^(?:\s*--[^\n]*\n)+/
