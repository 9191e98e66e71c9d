import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'

/** A table of a user's schema. */
export interface FoundTable {
  schema: string
  name: string
}

export interface FirstTables {
  /** The oldest table. */
  created: FoundTable | null
  /** The oldest table with row level security. */
  guarded: FoundTable | null
  /** The oldest table with rows, as far as the statistics know. */
  filled: FoundTable | null
  /** Tables that occupy space, of which the statistics know no rows: they may have some. The oldest come first. */
  occupied: FoundTable[]
}

/** Tables that occupy space and are probed for rows. */
const OCCUPIED_MAX = 20

const found = "pg_catalog.json_build_object('schema', schema, 'name', name)"

/**
 * One row, `FirstTables`: the first tables of users that exist, have row level security and have rows. Tables of
 * extensions do not count. Statistics are forgotten when a server crashes and are a moment late, so that a table
 * without counted rows may have some. For superusers: the size of a file is read without a lock on its table.
 */
export const firstTables = (): string => `
  with tables as materialized (
    select c.oid, n.nspname as schema, c.relname as name, c.relkind, c.relrowsecurity,
           c.reltuples > 0 or pg_catalog.pg_stat_get_live_tuples(c.oid) > 0 as has_counted_rows
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence <> 't' and ${isOfUsers('n.nspname')}
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e')
  )
  select
    (select ${found} from tables order by oid limit 1) as created,
    (select ${found} from tables where relrowsecurity order by oid limit 1) as guarded,
    (select ${found} from tables where relkind = 'r' and has_counted_rows order by oid limit 1) as filled,
    (select coalesce(pg_catalog.json_agg(${found} order by oid), '[]') from (
      select * from tables
      where relkind = 'r' and not exists (select from tables where relkind = 'r' and has_counted_rows)
        and (pg_catalog.pg_stat_file(pg_catalog.pg_relation_filepath(oid), true)).size > 0
      order by oid limit ${OCCUPIED_MAX}
    ) occupied) as occupied`

/** Ids of tables by their names, which are `$1` (schemas) and `$2` (names); a row, `TableId`, for each that exists. */
export const TABLE_IDS = `
  select n.nspname as schema, c.relname as name, c.oid as id
  from unnest($1::text[], $2::text[]) as wanted (schema, name)
  join pg_catalog.pg_namespace n on n.nspname = wanted.schema
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = wanted.name and c.relkind in ('r', 'p')`

export interface TableId extends FoundTable {
  id: number
}
