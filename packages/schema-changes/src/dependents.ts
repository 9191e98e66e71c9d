import { quoteLiteral } from '@basalt/sql/quote.ts'

/** Dependents beyond this many are counted and not listed. */
export const DEPENDENTS_MAX = 200

/** The system catalog that has an object. */
export type ObjectCatalog =
  | 'pg_class'
  | 'pg_type'
  | 'pg_proc'
  | 'pg_trigger'
  | 'pg_event_trigger'
  | 'pg_policy'
  | 'pg_extension'
  | 'pg_publication'
  | 'pg_foreign_server'
  | 'pg_authid'

/**
 * What goes when a relation, or one of its columns, is dropped by CASCADE and does not belong to it: views, foreign keys of
 * other tables, functions, policies. Rows of one column, each as PostgreSQL describes the object, views first.
 * Only what depends on it is visited.
 */
export function dependents(oid: number, column?: string): string {
  const relation = `${String(oid)}::pg_catalog.oid`
  return dependentsOf(
    'pg_class',
    oid,
    column === undefined
      ? '0'
      : `(select a.attnum from pg_catalog.pg_attribute a where a.attrelid = ${relation} and a.attname = ${quoteLiteral(column)} and not a.attisdropped)`,
  )
}

/** As `dependents`, of any object. `part` is an SQL expression: the number of a column, or 0. */
export function dependentsOf(catalog: ObjectCatalog, oid: number, part = '0'): string {
  // An object that is dropped with its owner counts as a part of it, so that views stand for their rules.
  return `
  with recursive gone(classid, objid, objsubid, is_part) as (
    select 'pg_catalog.${catalog}'::pg_catalog.regclass::pg_catalog.oid, ${String(oid)}::pg_catalog.oid, ${part}::pg_catalog.int4, true
    union
    select next.classid, next.objid, next.objsubid, next.is_part from gone
    cross join lateral (
      (select d.classid, d.objid, d.objsubid, d.deptype <> 'n' and gone.is_part as is_part
      from pg_catalog.pg_depend d
      where d.refclassid = gone.classid and d.refobjid = gone.objid
        and (gone.objsubid = 0 or d.refobjsubid = gone.objsubid) and d.deptype in ('n', 'a', 'i', 'P', 'S', 'e')
      -- Keeps the planner from reading all dependencies for a join.
      offset 0)
      union all
      -- Dropping a rule of a view, or what else belongs inside, drops the view.
      (select d.refclassid, d.refobjid, 0, false
      from pg_catalog.pg_depend d
      where not gone.is_part and d.classid = gone.classid and d.objid = gone.objid and d.objsubid = gone.objsubid and d.deptype = 'i'
      offset 0)
    ) next
  ), named as (
    select distinct on (identity.type, identity.identity) pg_catalog.pg_describe_object(gone.classid, gone.objid, gone.objsubid) as text, identity.type
    from gone cross join lateral pg_catalog.pg_identify_object(gone.classid, gone.objid, gone.objsubid) identity
    where not gone.is_part
      and not exists (
        select from gone part where part.is_part and part.classid = gone.classid and part.objid = gone.objid
          and (part.objsubid = 0 or part.objsubid = gone.objsubid))
      and gone.classid <> 'pg_catalog.pg_rewrite'::pg_catalog.regclass
      -- Types of the rows of tables and views, and arrays, go with what they are of.
      and not (gone.classid = 'pg_catalog.pg_type'::pg_catalog.regclass
        and (select t.typtype not in ('d', 'e', 'b', 'r') or t.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc
          from pg_catalog.pg_type t where t.oid = gone.objid))
      -- A trigger goes with its table; those that enforce constraints go with these.
      and not (gone.classid = 'pg_catalog.pg_trigger'::pg_catalog.regclass
        and (select t.tgisinternal or exists (
            select from gone owner where owner.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and owner.objid = t.tgrelid)
          from pg_catalog.pg_trigger t where t.oid = gone.objid))
      -- A view goes as a whole.
      and not (gone.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and gone.objsubid <> 0
        and (select x.relkind from pg_catalog.pg_class x where x.oid = gone.objid) in ('v', 'm'))
      and not (gone.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and gone.objsubid = 0
        and (select x.relkind from pg_catalog.pg_class x where x.oid = gone.objid) in ('i', 'I', 't', 'S'))
      and not (gone.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass
        and (select k.contype <> 'f' or k.conparentid <> 0 from pg_catalog.pg_constraint k where k.oid = gone.objid))
  )
  select text from named order by type desc, text limit ${DEPENDENTS_MAX + 1}`
}
