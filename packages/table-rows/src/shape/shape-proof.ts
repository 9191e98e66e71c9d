import type { Statement, TextRow } from '../statement.ts'
import type { PageShape } from './table-shape.ts'

/** The setting of the transaction in which `shapeProof` finds the oid of the relation. */
export const PROVED_RELATION = 'basalt.relation'

/**
 * Settings for `shapeProof` and `tableShape` where they are prepared: one plan for all relations, which reads the catalog
 * by index however few rows it has when it is planned. Runs before them, and behind what reads rows.
 */
export const PLANNED_ONCE: Statement = {
  text: `select pg_catalog.set_config(name, value, true) from (values
    ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('jit', 'off'),
    ('plan_cache_mode', 'force_generic_plan')) as planner(name, value)`,
  values: [],
}

/**
 * Which proof a shape needs. A `plain` one costs a third of a `full` one, and suffices for tables without children and
 * without types of users.
 */
export type ProofKind = 'plain' | 'full'

export const proofKindOf = ({ kind, hasChildren, columns }: PageShape): ProofKind =>
  (kind === 'r' || kind === 'm' || kind === 'f') &&
  !hasChildren &&
  columns.every(({ typeName }) => typeName.startsWith('pg_catalog.'))
    ? 'plain'
    : 'full'

/** Objects from this oid on are not PostgreSQL's own. */
const FIRST_OF_USERS = 16384

const SERVER_START = 'pg_catalog.pg_postmaster_start_time()'

/** Which columns of `c` the caller may read: their numbers, unless it is all. */
const READABLE = `case when pg_catalog.has_table_privilege(c.oid, 'select') then 'all' else array(
      select a.attnum from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and pg_catalog.has_column_privilege(c.oid, a.attnum, 'select') order by a.attnum)::pg_catalog.text end`

/** What decides whether values can be compared and sorted, apart from their types. */
const OPERATORS = `
    array(select o.xmin from pg_catalog.pg_opclass o where o.oid >= ${FIRST_OF_USERS} order by o.oid),
    array(select k.xmin from pg_catalog.pg_cast k where k.oid >= ${FIRST_OF_USERS} order by k.oid)`

const RELATION = `pg_catalog.current_setting('${PROVED_RELATION}')::pg_catalog.oid`

const PLAIN: Statement = {
  text: `
  select pg_catalog.concat_ws('/',
    ${SERVER_START},
    c.xmin,
    (select n.xmin from pg_catalog.pg_namespace n where n.oid = c.relnamespace),
    ${READABLE},
    array(select a.xmin from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 order by a.attnum),
    array(select pg_catalog.concat(i.xmin, '.', x.xmin) from pg_catalog.pg_index i
      join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid order by i.indexrelid),
    array(select n.xmin from pg_catalog.pg_constraint n where n.conrelid = c.oid and n.contype = 'n' order by n.oid),
    exists (select from pg_catalog.pg_inherits h where h.inhparent = c.oid),
    ${OPERATORS})
  from pg_catalog.pg_class c where c.oid = ${RELATION}`,
  values: [],
}

const FULL: Statement = {
  text: `
  with relation as materialized (
    select c.oid, c.xmin, c.relkind, c.relnamespace from pg_catalog.pg_class c where c.oid = ${RELATION}
  ), source as materialized (
    select oid from relation
    union
    select d.refobjid from relation c
    join pg_catalog.pg_rewrite w on w.ev_class = c.oid and w.rulename = '_RETURN'
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = w.oid
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
    where c.relkind = 'v'
  )
  select pg_catalog.concat_ws('/',
    ${SERVER_START},
    c.xmin,
    (select n.xmin from pg_catalog.pg_namespace n where n.oid = c.relnamespace),
    ${READABLE},
    array(select a.xmin from source s join pg_catalog.pg_attribute a on a.attrelid = s.oid and a.attnum > 0
      order by a.attrelid, a.attnum),
    array(select pg_catalog.concat(i.xmin, '.', x.xmin) from source s join pg_catalog.pg_index i on i.indrelid = s.oid
      join pg_catalog.pg_class x on x.oid = i.indexrelid order by i.indexrelid),
    array(select n.xmin from source s join pg_catalog.pg_constraint n on n.conrelid = s.oid and n.contype = 'n'
      order by n.oid),
    -- Partitions and inheriting tables.
    array(
      with recursive member(oid) as (
        select c.oid
        union
        select h.inhrelid from member join pg_catalog.pg_inherits h on h.inhparent = member.oid)
      select member.oid from member order by member.oid),
    -- A view, and whether others inherit from its tables.
    case when c.relkind = 'v' then pg_catalog.concat_ws(' ',
      pg_catalog.pg_relation_is_updatable(c.oid, false),
      (select w.xmin from pg_catalog.pg_rewrite w where w.ev_class = c.oid and w.rulename = '_RETURN'),
      array(select h.xmin from source s join pg_catalog.pg_inherits h on h.inhparent = s.oid
        order by h.inhrelid)) end,
    -- Types of users, and those that they are made of.
    array(
      with recursive used(oid) as (
        select a.atttypid from source s join pg_catalog.pg_attribute a on a.attrelid = s.oid and a.attnum > 0
        where a.atttypid >= ${FIRST_OF_USERS}
        union
        select part.oid from used join pg_catalog.pg_type t on t.oid = used.oid
        cross join lateral (
          values (t.typbasetype), (t.typelem)
          union all
          select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0) part(oid)
        where part.oid >= ${FIRST_OF_USERS})
      select pg_catalog.concat_ws('.', t.xmin, n.xmin, array(
          select a.xmin from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 order by a.attnum))
      from used join pg_catalog.pg_type t on t.oid = used.oid join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      order by t.oid),
    ${OPERATORS})
  from relation c`,
  values: [],
}

/**
 * Returns one row with one text, or no row when the relation is gone. As long as the text is the same, `tableShape` finds
 * the same `PageShape` for the same role. It consists of the versions of the rows of the catalog that the shape is made
 * from; a version is the number of the transaction that wrote the row. When a database was put back to an earlier time,
 * numbers are given out again, so the start of the server is part of it.
 *
 * The text of the statement is always the same, and has no parameters: prepared, it is planned once on a connection.
 */
export const shapeProof = (kind: ProofKind): Statement => (kind === 'plain' ? PLAIN : FULL)

/**
 * Fails unless the proof is `expected` and no rule rewrites changes of the relation, so that a transaction that was
 * written for a known shape goes no further. Its text depends on the kind alone.
 */
export const mustProve = (kind: ProofKind, expected: string): Statement => ({
  text: `select 1 / case when (${shapeProof(kind).text}) = $1::pg_catalog.text and not exists (
    select from pg_catalog.pg_rewrite w where w.ev_class = ${RELATION} and w.rulename <> '_RETURN') then 1 else 0 end`,
  values: [expected],
})

/**
 * Returns one row with one text. As long as the text is the same, no transaction that could have written something has
 * ended in the whole server, and a proof that held still holds: it costs a tenth of one. A replica does not list the
 * transactions that are under way, so there it returns NULL.
 */
export const DATABASE_MOMENT: Statement = {
  text: `select case when not pg_catalog.pg_is_in_recovery() then
    pg_catalog.concat(${SERVER_START}, '/', pg_catalog.pg_current_snapshot()) end`,
  values: [],
}

/** The result of `DATABASE_MOMENT`; undefined where nothing tells moments apart. */
export const readMoment = (rows: readonly TextRow[]): string | undefined => rows[0]?.[0] ?? undefined

/** The result of `shapeProof`; undefined when the relation is gone. */
export const readShapeProof = (rows: readonly TextRow[]): string | undefined => rows[0]?.[0] ?? undefined
