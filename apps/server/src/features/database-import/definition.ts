import { SOURCE_LOCK_SECONDS } from '@basalt/contract/database-import/database-import.rules.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Source } from '../../platform/other-databases/source.ts'
import { type TableData, tableData } from '../../platform/pg-dump/dump-catalog.ts'
import { pgDump } from '../../platform/pg-dump/pg-dump.ts'
import { isProjectDefault } from './project-defaults.rules.ts'
import type { Refusals } from './refusals.ts'
import { withoutHeader } from './statement-header.ts'

/** Those of the schemas that the project has already. */
export async function existingSchemas(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_catalog.pg_namespace where nspname = any ($1)',
    [schemas],
  )
  return rows.map(({ name }) => name)
}

export interface SizedTable extends TableData {
  bytes: number
}

/** The tables of schemas with their own rows, largest first. */
export async function tablesToCopy(source: pg.Client, schemas: readonly string[]): Promise<SizedTable[]> {
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

/**
 * The statements that create objects before their rows, those that complete them afterwards, and those that would stand in
 * the way of rows that PostgreSQL writes by itself.
 */
export async function definitionOf(
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
        .filter((text) => !NOT_THE_USERS.test(withoutHeader(text)) && !isProjectDefault(withoutHeader(text)))
    })
  const before = await part('pre-data')
  const after = await part('post-data')
  return {
    before: before.filter((text) => !isInTheWay(text)),
    after: after.filter((text) => !isInTheWay(text)),
    last: [...before, ...after].filter(isInTheWay),
  }
}

/**
 * Row level security that holds for the owner as well refuses COPY and replication, triggers that fire on replicated rows
 * would make the rows that the source has made already, and a materialized view is empty until there are rows.
 */
const IN_THE_WAY =
  /^(?:ALTER TABLE .* (?:FORCE ROW LEVEL SECURITY|ENABLE (?:ALWAYS|REPLICA) (?:TRIGGER|RULE) .*)|REFRESH MATERIALIZED VIEW .*)$/s

/** A body of a function may have such a line too, so the whole statement decides. */
const isInTheWay = (text: string) => IN_THE_WAY.test(withoutHeader(text))

/** Schemas that every project has. */
const OURS = ['basalt', 'auth', 'extensions', 'net', 'storage', 'supabase_migrations']

/** A pattern of pg_dump that means just this name. */
const pattern = (name: string) => quoteIdentifier(name)

/** Comments of extensions, which come with them, and what Basalt itself adds to a database. */
const NOT_THE_USERS =
  /^(?:COMMENT ON EXTENSION|(?:CREATE|ALTER|COMMENT ON) EVENT TRIGGER "?basalt_|CREATE TRIGGER .* EXECUTE FUNCTION basalt\.)/

/** Lines for psql, which guard it against a hostile server; here, every statement is SQL. */
const META_COMMANDS = /^\\(?:un)?restrict .*$/gm

/** Throws unless every table of the source can take its rows, naming the statement that was refused. */
export async function requireTables(client: pg.Client, tables: readonly TableData[], { list }: Refusals) {
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
