import type pg from 'pg'
import { CopyIn } from '../../platform/copy/copy-in.ts'
import { copyOut } from '../../platform/copy/copy-out.ts'
import { tableData } from '../../platform/pg-dump/dump-catalog.ts'
import { pgDump } from '../../platform/pg-dump/pg-dump.ts'
import type { ProtocolClient } from '../../platform/project-databases/sql/protocol.ts'

interface Named {
  schema: string
  name: string
}

/** The definition of a table in the two parts between which its rows are loaded. */
export interface TableDefinition {
  before: string
  after: string
}

/** A pattern of pg_dump that means exactly this table, with its partitions. */
const patternOf = ({ schema, name }: Named) =>
  `"${schema.replaceAll('"', '""')}"."${name.replaceAll('"', '""')}"`

/** What pg_dump writes for psql, and for other servers, does not belong into a transaction. */
const ONLY_FOR_PSQL = /^\\(?:un)?restrict .*$/gm
const SETTINGS = /^SET (?!default_t)[^\n]*;$|^SELECT pg_catalog\.set_config\('search_path'[^\n]*;$/gm

/** Reads the definition of a table; `client` is otherwise unused meanwhile. */
export async function tableDefinition(
  client: pg.Client,
  table: Named,
  signal: AbortSignal,
): Promise<TableDefinition> {
  const part = async (section: 'pre-data' | 'post-data') => {
    const sql = await pgDump(
      client,
      [
        ...['-h', '/tmp', '-d', 'postgres', `--section=${section}`, '--no-owner'],
        `--table-and-children=${patternOf(table)}`,
      ],
      signal,
    )
    // pg_dump disconnects within its transaction and leaves prepared statements, but this connection is reused.
    await client.query('rollback')
    await client.query('discard all')
    return sql.replace(ONLY_FOR_PSQL, '').replace(SETTINGS, '').trim()
  }
  return { before: await part('pre-data'), after: await part('post-data') }
}

/**
 * Creates a table that was dropped and copies its rows, in the transaction that is open on `present`. Returns how many.
 * `past` reads in a transaction too.
 */
export async function createDropped(
  past: pg.Client,
  present: pg.Client,
  { table, definition }: { table: Named; definition: TableDefinition },
): Promise<number> {
  await present.query(definition.before)
  let count = 0
  const parts = await partsOf(past, table)
  for (const { schema, name, read, write } of await tableData(past)) {
    if (!parts.has(JSON.stringify([schema, name]))) continue
    const copy = new CopyIn(present as unknown as ProtocolClient, write)
    present.query(copy as never)
    await copy.ready
    await copyOut(past, read, (chunk) => copy.write(chunk)).catch((error) => {
      copy.refuse('The rows of the past moment could not be read')
      throw error
    })
    count += await copy.end()
  }
  for (const { schema, name, column } of await numberedColumns(past, parts))
    await advance(past, present, [schema, name, column])
  if (definition.after !== '') await present.query(definition.after)
  return count
}

const PARTS = `
  select pg_catalog.json_build_array(n.nspname, c.relname)::text as part
  from (select pg_catalog.to_regclass(pg_catalog.format('%I.%I', $1::text, $2::text)) as oid) own,
    lateral (select own.oid union select relid from pg_catalog.pg_partition_tree(own.oid)) tree(oid)
  join pg_catalog.pg_class c on c.oid = tree.oid join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

/** The table and its partitions, each as the JSON of schema and name. */
async function partsOf(client: pg.Client, { schema, name }: Named): Promise<Set<string>> {
  const { rows } = await client.query<{ part: string }>(PARTS, [schema, name])
  return new Set(rows.map(({ part }) => JSON.stringify(JSON.parse(part))))
}

/** Columns of these tables that a sequence of their own numbers. */
const NUMBERED = `
  select n.nspname as schema, c.relname as name, a.attname as column
  from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    and n.nspname || ' ' || c.relname = any ($1)
    and pg_catalog.pg_get_serial_sequence(pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname) is not null`

async function numberedColumns(client: pg.Client, parts: ReadonlySet<string>) {
  const names = [...parts].map((part) => (JSON.parse(part) as [string, string]).join(' '))
  const { rows } = await client.query<{ schema: string; name: string; column: string }>(NUMBERED, [names])
  return rows
}

const SEQUENCE = `select pg_catalog.pg_get_serial_sequence(pg_catalog.format('%I.%I', $1::text, $2::text), $3) as name`

/** The sequence of a column goes on where it was. */
async function advance(past: pg.Client, present: pg.Client, column: readonly [string, string, string]) {
  const sequenceOn = async (client: pg.Client) =>
    (await client.query<{ name: string | null }>(SEQUENCE, [...column])).rows[0]!.name
  const [before, now] = [await sequenceOn(past), await sequenceOn(present)]
  if (before === null || now === null) return
  const { rows } = await past.query<{ last_value: string; is_called: boolean }>(
    `select last_value::text, is_called from ${before}`,
  )
  const { last_value, is_called } = rows[0]!
  await present.query('select pg_catalog.setval($1::regclass, $2::bigint, $3)', [now, last_value, is_called])
}
