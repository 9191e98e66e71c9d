import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { columnNames, columnsOf, comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type WhichInSchema } from './object-page.ts'

/** Columns and expressions that the list shows of an index. */
export const KEYS_SHOWN = 8

export interface WhichIndexes extends WhichInSchema {
  /** The table's name. */
  readonly table?: string | undefined
  readonly state?: 'invalid' | 'unused' | undefined
}

export type IndexSort = 'name' | 'size' | 'scans'

const utc = (time: string) =>
  `pg_catalog.to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const BYTES = 'coalesce(pg_catalog.pg_relation_size(x.oid), 0)'
const SCANS = 'pg_catalog.pg_stat_get_numscans(x.oid)'

const among = (condition: string) =>
  ` and x.oid in (select i.indexrelid from pg_catalog.pg_index i where ${condition})`

const STATES = {
  invalid: among('not i.indisvalid'),
  // A unique index is used by every write; a partitioned one only through its parts.
  unused: ` and ${SCANS} = 0 and x.relkind = 'i'${among('i.indisvalid and not i.indisunique and not i.indisexclusion')}`,
}

const ofTable = (table: string, schema: string) =>
  among(`i.indrelid = (
        select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(table)})`)

// A list knows its indexes by pg_class alone: a join would look each of them up.
const lists = objectLists<IndexSort, WhichIndexes>({
  from: 'pg_catalog.pg_class x',
  where: ({ schema, table, state }) =>
    `x.relkind in ('i', 'I')${table === undefined ? '' : ofTable(table, schema)}${state === undefined ? '' : STATES[state]}`,
  oid: 'x.oid',
  namespace: 'x.relnamespace',
  names: ['x.relname'],
  sorts: { name: ['x.relname', 'name'], size: [BYTES, 'int8'], scans: [SCANS, 'int8'] },
})

const FROM = `pg_catalog.pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid
      join pg_catalog.pg_class c on c.oid = i.indrelid`

/** The name of the constraint that an index enforces, by the index of pg_depend. */
const CONSTRAINT = `(
      select k.conname from pg_catalog.pg_depend d join pg_catalog.pg_constraint k on k.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = x.oid and d.deptype = 'i'
        and d.refclassid = 'pg_catalog.pg_constraint'::pg_catalog.regclass)`

const keys = (limit: string) => `(
      select pg_catalog.json_agg(pg_catalog.pg_get_indexdef(x.oid, place, true) order by place)
      from pg_catalog.generate_series(1, ${limit}) as place)`

/**
 * Rows of `{ id, name, table, table_id, method, keys, key_count, bytes, scans, last_used_at, is_valid, is_unique,
 * is_primary, is_partial, is_partitioned, constraint }`.
 */
export const indexes = (page: ObjectPage<IndexSort, WhichIndexes>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', x.oid::pg_catalog.int8, 'name', x.relname,
      'table', c.relname, 'table_id', c.oid::pg_catalog.int8, 'method', am.amname,
      'keys', ${keys(`least(i.indnkeyatts, ${KEYS_SHOWN})`)}, 'key_count', i.indnkeyatts,
      'bytes', ${BYTES}, 'scans', ${SCANS}, 'last_used_at', ${utc('pg_catalog.pg_stat_get_lastscan(x.oid)')},
      'is_valid', i.indisvalid, 'is_unique', i.indisunique, 'is_primary', i.indisprimary,
      'is_partial', i.indpred is not null, 'is_partitioned', x.relkind = 'I', 'constraint', ${CONSTRAINT})
    from ${FROM}
      join pg_catalog.pg_am am on am.oid = x.relam
    where x.oid = page.oid`,
  )

export const indexCount = lists.count

/** PostgreSQL writes an expression in parentheses of its own, unless it is a call. */
const expressionOf = (text: string) => `pg_catalog.regexp_replace(${text}, '^\\((.*)\\)$', '\\1')`

const named = (catalog: string, prefix: string, oid: string) => `(
          select pg_catalog.json_build_object('schema', n.nspname, 'name', o.${prefix}name)
          from pg_catalog.${catalog} o join pg_catalog.pg_namespace n on n.oid = o.${prefix}namespace where o.oid = ${oid}`

/**
 * One row of JSON text, or none: what the list has, and `{ schema, comment, owner, is_owned, extension, table_kind,
 * table_bytes, tuples_read, is_ready, is_exclusion, nulls_not_distinct, parent, definition, where, keys, include,
 * parameters, has_class_options }`. Keys come as `{ column, expression, is_descending, is_nulls_first, operator_class,
 * collation }`; a class or collation is null where it is the default.
 */
export const index = (oid: number) => `
  select pg_catalog.json_build_object('id', x.oid::pg_catalog.int8, 'schema', n.nspname, 'name', x.relname,
    'comment', ${comment('x.oid', 'pg_class')},
    'owner', pg_catalog.pg_get_userbyid(x.relowner), 'is_owned', pg_catalog.pg_has_role(x.relowner, 'usage'),
    'extension', (
      select e.extname from pg_catalog.pg_depend d join pg_catalog.pg_extension e on e.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e'
        and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass),
    'table', c.relname, 'table_id', c.oid::pg_catalog.int8, 'table_kind', c.relkind,
    'table_bytes', coalesce(pg_catalog.pg_relation_size(c.oid), 0), 'method', am.amname,
    'bytes', ${BYTES}, 'scans', ${SCANS}, 'last_used_at', ${utc('pg_catalog.pg_stat_get_lastscan(x.oid)')},
    'tuples_read', pg_catalog.pg_stat_get_tuples_returned(x.oid),
    'is_valid', i.indisvalid, 'is_ready', i.indisready, 'is_unique', i.indisunique, 'is_primary', i.indisprimary,
    'is_exclusion', i.indisexclusion, 'nulls_not_distinct', i.indnullsnotdistinct, 'is_partitioned', x.relkind = 'I',
    'constraint', ${CONSTRAINT},
    'parent', (
      select pg_catalog.json_build_object('schema', pn.nspname, 'name', parent.relname)
      from pg_catalog.pg_inherits h join pg_catalog.pg_class parent on parent.oid = h.inhparent
        join pg_catalog.pg_namespace pn on pn.oid = parent.relnamespace
      where h.inhrelid = x.oid),
    'definition', pg_catalog.pg_get_indexdef(x.oid),
    'where', pg_catalog.pg_get_expr(i.indpred, i.indrelid),
    'keys', (
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'column', a.attname,
        'expression', case when a.attname is null then ${expressionOf('pg_catalog.pg_get_indexdef(x.oid, k.place::pg_catalog.int4, false)')} end,
        'is_descending', i.indoption[k.place - 1] & 1 <> 0, 'is_nulls_first', i.indoption[k.place - 1] & 2 <> 0,
        'operator_class', ${named('pg_opclass', 'opc', 'i.indclass[k.place - 1]')} and not o.opcdefault),
        'collation', ${named('pg_collation', 'coll', 'i.indcollation[k.place - 1]')}
          and o.oid <> coalesce(nullif(a.attcollation, 0), (
            select t.typcollation from pg_catalog.pg_attribute own join pg_catalog.pg_type t on t.oid = own.atttypid
            where own.attrelid = x.oid and own.attnum = k.place), 0))) order by k.place)
      from pg_catalog.generate_series(1, i.indnkeyatts) as k(place)
      left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[k.place - 1] and a.attnum <> 0),
    'include', pg_catalog.to_json(${columnNames('c.oid', '(i.indkey::pg_catalog.int2[])[i.indnkeyatts : i.indnatts - 1]')}),
    'parameters', pg_catalog.to_json(coalesce(x.reloptions, '{}')),
    'has_class_options', exists (
      select from pg_catalog.pg_attribute own where own.attrelid = x.oid and own.attnum > 0 and own.attoptions is not null))::text
  from ${FROM}
    join pg_catalog.pg_namespace n on n.oid = x.relnamespace
    join pg_catalog.pg_am am on am.oid = x.relam
  where x.oid = ${wholeNumber(oid)}::pg_catalog.oid and c.relkind in ('r', 'p', 'm')`

/** Tables and materialized views with indexes that a form offers; beyond this many it is searched for. */
export const INDEXED_TABLES_MAX = 1000

/**
 * One row of JSON text: what a new index of a schema can be made of, as `{ tables, columns, classes, collations }`. The
 * columns are those of `table`.
 */
export const indexChoices = (schema: string, table: string) => `
  select pg_catalog.json_build_object(
    'tables', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('name', c.relname, 'is_partitioned', c.relkind = 'p', 'is_view', c.relkind = 'm') order by c.relname)
      from (
        select relname, relkind from pg_catalog.pg_class
        where relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})
          and relkind in ('r', 'p', 'm')
        order by relname limit ${INDEXED_TABLES_MAX}) c), '[]'),
    'columns', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from ${columnsOf(`pg_catalog.to_regclass(${quoteLiteral(quoteQualified(schema, table))})`)}), '[]'),
    'classes', (
      select pg_catalog.json_agg(pg_catalog.json_build_object('method', am.amname, 'schema', n.nspname, 'name', o.opcname,
        'type', pg_catalog.format_type(o.opcintype, null), 'is_default', o.opcdefault) order by o.opcname, o.opcintype)
      from pg_catalog.pg_opclass o join pg_catalog.pg_am am on am.oid = o.opcmethod
        join pg_catalog.pg_namespace n on n.oid = o.opcnamespace),
    'collations', (
      select pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'name', o.collname) order by n.nspname, o.collname)
      from (
        select distinct collname, collnamespace from pg_catalog.pg_collation
        where collencoding in (-1, (select encoding from pg_catalog.pg_database where datname = pg_catalog.current_database()))
        order by collname limit 2000) o
      join pg_catalog.pg_namespace n on n.oid = o.collnamespace))::text`

/**
 * An expression: whether a concurrent build of the index left it invalid, or a rebuild left its copy, which PostgreSQL names
 * after it.
 */
export const leftOverIndex = ({ schema, name }: { schema: string; name: string }) => `exists (
    select from pg_catalog.pg_class x join pg_catalog.pg_index i on i.indexrelid = x.oid
    where not i.indisvalid and x.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})
      and (x.relname = ${quoteLiteral(name)} or x.relname ~ '_cc(new|old)[0-9]*$'
        and pg_catalog.starts_with(${quoteLiteral(name)}, pg_catalog.regexp_replace(x.relname, '_cc(new|old)[0-9]*$', ''))))`

/** The application name of sessions that change an index outside a transaction. */
export const INDEX_SESSION = 'basalt dashboard, index'

/**
 * Rows of what builds, rebuilds or drops indexes in this database now, whoever started it: pg_stat_progress_create_index,
 * and sessions of ours that have not begun or show no progress. Sizes are in blocks and tuples of the running phase.
 */
export const INDEX_BUILDS = `
  select a.pid, ${utc('a.backend_start').replace('.MS', '.US')} as connected_at, ${utc('a.query_start')} as started_at,
    pg_catalog.left(a.query, 2000) as sql, coalesce(a.usename, '') as role,
    p.phase, p.index_relid::pg_catalog.int8 as index_id, x.relname as index, c.relname as "table", n.nspname as schema,
    p.lockers_total::pg_catalog.int4 as lockers_total, p.lockers_done::pg_catalog.int4 as lockers_done,
    p.blocks_total::pg_catalog.float8 as blocks_total, p.blocks_done::pg_catalog.float8 as blocks_done,
    p.tuples_total::pg_catalog.float8 as tuples_total, p.tuples_done::pg_catalog.float8 as tuples_done,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('pid', w.pid, 'role', coalesce(w.usename, ''), 'application', w.application_name,
        'state', w.state, 'since', ${utc('w.xact_start')}, 'query', pg_catalog.left(w.query, 500)) order by w.xact_start)
      from pg_catalog.pg_stat_activity w
      where w.pid = any (case when a.wait_event_type = 'Lock' then pg_catalog.pg_blocking_pids(a.pid) end)), '[]') as waits_for
  from pg_catalog.pg_stat_activity a
    left join pg_catalog.pg_stat_progress_create_index p on p.pid = a.pid
    left join pg_catalog.pg_class x on x.oid = nullif(p.index_relid, 0)
    left join pg_catalog.pg_class c on c.oid = p.relid
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where a.datname = pg_catalog.current_database() and a.backend_type = 'client backend'
    and (p.pid is not null or a.application_name = '${INDEX_SESSION}' and a.state = 'active')
  order by a.query_start, a.pid`
