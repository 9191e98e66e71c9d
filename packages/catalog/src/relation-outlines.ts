import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { columnsOf } from './fragments.ts'

export interface RelationOutline {
  schema: string
  name: string
  /** As in pg_class: table, view, materialized view, foreign table, partitioned table. */
  kind: 'r' | 'v' | 'm' | 'f' | 'p'
  /** As SQL declarations, with the labels of an enum as a comment. */
  columns: string[]
  /** Keys, as SQL declarations. */
  constraints: string[]
}

interface Limits {
  /** Relations with a name in `$1`. */
  readonly named: number
  /** Other relations. */
  readonly others: number
  /** Columns per relation. */
  readonly columns: number
}

const KINDS = "('r', 'v', 'm', 'f', 'p')"

/**
 * Relations in brief, those named in `$1` first; those of Basalt itself only if named. Both halves read the index on names
 * and stop at their limit, so that a database with a hundred thousand tables costs no more than a small one.
 */
export const relationOutlines = ({ named, others, columns }: Limits) => `
  with named as (
    select c.oid, c.relname, c.relkind, c.relnamespace, 0 as rank from pg_catalog.pg_class c
    where c.relname = any ($1::pg_catalog.name[]) and c.relkind in ${KINDS} and not c.relispartition
      and c.relnamespace <> 'pg_catalog'::pg_catalog.regnamespace
      and c.relnamespace <> 'information_schema'::pg_catalog.regnamespace
    limit ${named}
  ), others as (
    select c.oid, c.relname, c.relkind, c.relnamespace, 1 as rank
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ${KINDS} and not c.relispartition
      and ${isOfUsers('n.nspname')}
    order by c.relname limit ${others}
  ), chosen as (
    select * from named union all select * from others where oid not in (select oid from named)
  )
  select n.nspname as schema, t.relname as name, t.relkind as kind,
    array(
      select pg_catalog.quote_ident(a.attname) || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || coalesce((select ' /* ' || pg_catalog.string_agg(pg_catalog.quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
            || ' */' from pg_catalog.pg_enum e where e.enumtypid = a.atttypid), '')
      from ${columnsOf('t.oid')} order by a.attnum limit ${columns}
    ) as columns,
    array(
      select pg_catalog.pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k
      where k.conrelid = t.oid and k.contype in ('p', 'u', 'f') order by k.contype desc, k.conname
    ) as constraints
  from chosen t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  order by t.rank, n.nspname <> 'public', n.nspname, t.relname`
