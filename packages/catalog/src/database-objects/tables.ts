import { quoteLiteral } from '@basalt/sql/quote.ts'
import { columnsOf, comment } from '../fragments.ts'
import { type ObjectPage, objectLists, type WhichInSchema } from './object-page.ts'

/** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
type Kind = 'r' | 'v' | 'm' | 'f' | 'p'

export type TableSort =
  | 'name'
  | 'rows'
  | 'size'
  | 'dead_rows'
  | 'vacuumed_at'
  | 'analyzed_at'
  | 'columns'
  | 'rls'
  | 'realtime'

export interface WhichTables extends WhichInSchema {
  /** All kinds if undefined. */
  readonly type?: readonly Kind[] | undefined
}

/** The publication that Realtime reads. */
const PUBLICATION = quoteLiteral('supabase_realtime')

const isIn = (kinds: readonly Kind[]) => `in (${kinds.map(quoteLiteral).join(', ')})`
const KINDS: readonly Kind[] = ['r', 'v', 'm', 'f', 'p']
/** What stores rows. */
const STORED: readonly Kind[] = ['r', 'm']

/**
 * As PostgreSQL counts while rows are written; as of the last ANALYZE after those counts were lost, and for what stores
 * its rows elsewhere.
 */
const rows = `case
    when c.relkind ${isIn(STORED)} and (pg_catalog.pg_stat_get_live_tuples(c.oid) > 0 or pg_catalog.pg_stat_get_tuples_inserted(c.oid) > 0)
      then pg_catalog.pg_stat_get_live_tuples(c.oid)
    when c.relkind ${isIn(STORED)} then greatest(c.reltuples, 0)::pg_catalog.int8
    when c.relkind ${isIn(['f', 'p'])} then nullif(c.reltuples, -1)::pg_catalog.int8 end`

/** Reading the size of a table, or of its indexes, would wait for a transaction that has this lock or is about to. */
const isFree = `c.relkind ${isIn(STORED)} and not (c.oid = any (array(
    select coalesce(i.indrelid, l.relation) from pg_catalog.pg_locks l
    left join pg_catalog.pg_index i on i.indexrelid = l.relation
    where l.locktype = 'relation' and l.mode = 'AccessExclusiveLock')))`

const vacuumed = `greatest(pg_catalog.pg_stat_get_last_vacuum_time(c.oid), pg_catalog.pg_stat_get_last_autovacuum_time(c.oid))`
const analyzed = `greatest(pg_catalog.pg_stat_get_last_analyze_time(c.oid), pg_catalog.pg_stat_get_last_autoanalyze_time(c.oid))`

const isRealtime = `exists (
    select from pg_catalog.pg_publication p where p.pubname = ${PUBLICATION} and c.relkind ${isIn(['r', 'p'])} and (p.puballtables
      or exists (select from pg_catalog.pg_publication_rel r where r.prpubid = p.oid and r.prrelid = c.oid)
      or exists (select from pg_catalog.pg_publication_namespace s where s.pnpubid = p.oid and s.pnnspid = c.relnamespace)))`

const lists = objectLists<TableSort, WhichTables>({
  from: 'pg_catalog.pg_class c',
  where: ({ type }) => `c.relkind ${isIn(type && type.length > 0 ? type : KINDS)}`,
  oid: 'c.oid',
  namespace: 'c.relnamespace',
  names: ['c.relname'],
  sorts: {
    name: ['c.relname', 'name'],
    rows: [`coalesce(${rows}, -1)`, 'int8'],
    size: [`case when ${isFree} then pg_catalog.pg_total_relation_size(c.oid) else -1 end`, 'int8'],
    dead_rows: ['pg_catalog.pg_stat_get_dead_tuples(c.oid)', 'int8'],
    vacuumed_at: [`coalesce(${vacuumed}, '-infinity')`, 'timestamptz'],
    analyzed_at: [`coalesce(${analyzed}, '-infinity')`, 'timestamptz'],
    columns: ['c.relnatts', 'int8'],
    rls: [`(c.relkind ${isIn(['r', 'p'])})::int4 + c.relrowsecurity::int4`, 'int8'],
    realtime: [`(${isRealtime})::int4`, 'int8'],
  },
})

/** Rows of a listed table, as JSON. */
export const tableList = (page: ObjectPage<TableSort, WhichTables>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', c.oid::pg_catalog.int8, 'name', c.relname, 'type', c.relkind,
      'comment', ${comment('c.oid', 'pg_class')},
      'column_count', (select count(*) from ${columnsOf('c.oid')}),
      'estimated_rows', ${rows},
      'dead_rows', case when c.relkind ${isIn(STORED)} then pg_catalog.pg_stat_get_dead_tuples(c.oid) end,
      'size', case when ${isFree} then pg_catalog.json_build_object(
        'table', pg_catalog.pg_table_size(c.oid) - coalesce(pg_catalog.pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0),
        'indexes', pg_catalog.pg_indexes_size(c.oid),
        'toast', coalesce(pg_catalog.pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)) end,
      'vacuumed_at', ${vacuumed}, 'analyzed_at', ${analyzed},
      'rls_enabled', case when c.relkind ${isIn(['r', 'p'])} then c.relrowsecurity end,
      'is_realtime', ${isRealtime})
    from pg_catalog.pg_class c where c.oid = page.oid`,
  )

export const tableListCount = lists.count
