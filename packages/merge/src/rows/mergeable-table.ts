import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type { Run } from '../statement.ts'

export interface MergeableColumn {
  readonly name: string
  /** The type without its modifier, qualified: a value that is too long for the column is refused, not cut. */
  readonly type: string
  /** Position in the catalog, which a rename keeps. */
  readonly number: number
}

/** Why the rows of a table cannot be merged. */
export type TableProblem = 'no_key' | 'unlogged'

/** A table with what a merge of its rows needs to know. */
export interface MergeableTable {
  readonly oid: number
  readonly schema: string
  readonly name: string
  /** Whether its rows are in partitions. */
  readonly isPartitioned: boolean
  /** The columns that are written; generated columns follow from them. */
  readonly columns: readonly MergeableColumn[]
  /** The columns that identify a row, some of `columns`; empty when there is no primary key. */
  readonly key: readonly MergeableColumn[]
  readonly problem: TableProblem | undefined
  /** PostgreSQL's estimate; for a table that it has never counted, the most that its size allows. */
  readonly estimatedRows: number
}

/** Files are known by bucket and path: both sides may have given the same path other bytes. */
const KEYS_BY_NAME = `('storage', 'objects', '{bucket_id,name}'::text[])`

/** Tables of Basalt whose rows belong to the users. */
const FILES = `('storage', 'buckets'), ('storage', 'objects')`

/** A row takes at least this many bytes, with its header and its line pointer. */
const SMALLEST_ROW = 28

const estimateOf = (relation: string) =>
  `case when ${relation}.reltuples < 0 then pg_catalog.pg_relation_size(${relation}.oid) / ${SMALLEST_ROW}
    else ${relation}.reltuples::bigint end`

/** Partitions belong to their table, and tables of extensions to the extension. */
const TABLES = `
  select c.oid, n.nspname, c.relname, c.relkind = 'p', c.relpersistence,
    case when c.relkind = 'r' then ${estimateOf('c')} else
      (select coalesce(sum(${estimateOf('leaf')}), 0)::bigint
        from pg_catalog.pg_partition_tree(c.oid) part join pg_catalog.pg_class leaf on leaf.oid = part.relid
        where part.isleaf) end,
    (select pg_catalog.json_agg(pg_catalog.json_build_array(
        a.attname, pg_catalog.format_type(a.atttypid, -1), a.attnum) order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''),
    coalesce(
      (select pg_catalog.json_agg(a.attnum order by pg_catalog.array_position(named.columns, a.attname::text))
        from (values ${KEYS_BY_NAME}) named(nspname, relname, columns)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = any (named.columns)
        where named.nspname = n.nspname and named.relname = c.relname),
      (select pg_catalog.json_agg(k.number order by k.place)
        from pg_catalog.pg_index i, pg_catalog.unnest(i.indkey::int2[]) with ordinality k(number, place)
        where i.indrelid = c.oid and i.indisprimary and i.indimmediate))
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
    and (${isOfUsers('n.nspname')} or (n.nspname, c.relname) in (${FILES}))
    and not exists (select from pg_catalog.pg_depend e
      where e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and e.objid = c.oid and e.deptype = 'e')
  order by n.nspname, c.relname`

/** The tables of a database, and those of its files, by schema and name. */
export async function readMergeableTables(run: Run): Promise<MergeableTable[]> {
  const rows = await run({ text: TABLES, values: [] })
  return rows.map(([oid, schema, name, isPartitioned, persistence, estimate, columnsJson, keyJson]) => {
    const columns = (JSON.parse(columnsJson ?? '[]') as [string, string, number][]).map(
      ([column, type, number]) => ({
        name: column,
        type,
        number,
      }),
    )
    const numbers = JSON.parse(keyJson ?? '[]') as number[]
    const key = numbers.flatMap((number) => columns.find((column) => column.number === number) ?? [])
    // A key that contains a generated column is none of the columns that are written.
    const hasKey = key.length > 0 && key.length === numbers.length
    return {
      oid: Number(oid),
      schema: schema!,
      name: name!,
      isPartitioned: isPartitioned === 't',
      columns,
      key: hasKey ? key : [],
      problem: persistence === 'u' ? 'unlogged' : hasKey ? undefined : 'no_key',
      estimatedRows: Number(estimate),
    }
  })
}

/** The table as statements name it, without the tables that inherit from it. */
export const onlyTable = ({ schema, name, isPartitioned }: MergeableTable) =>
  `${isPartitioned ? '' : 'only '}${quoteQualified(schema, name)}`

/**
 * The key of a row of `alias` as an array of texts. Not by casts, which may be functions of users: a branch keeps its keys
 * as a superuser.
 */
export const keyOf = ({ key }: Pick<MergeableTable, 'key'>, alias: string) =>
  `array[${key.map(({ name }) => `pg_catalog.format('%s', ${alias}.${quoteIdentifier(name)})`).join(', ')}]`

/** Whether a row of `alias` has the key in `json`, a JSON array of texts; an index can answer it. */
export const hasKey = ({ key }: Pick<MergeableTable, 'key'>, alias: string, json: string) =>
  key
    .map(
      ({ name, type }, place) =>
        `${alias}.${quoteIdentifier(name)} operator(pg_catalog.=) (${json} ->> ${place})::${type}`,
    )
    .join(' and ')
