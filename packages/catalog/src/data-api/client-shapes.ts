import { isArray, isCalledByPostgres } from '../fragments.ts'

/** A type that generated client types refer to. Names are as in the catalog. */

export interface TypeRow {
  oid: number
  schema: string
  name: string
  /** b base, c composite, d domain, e enum, p pseudo, r range, m multirange. */
  kind: string
  /** The element type of an array. */
  element: number | null
  /** The base type of a domain. */
  base: number | null
  is_not_null: boolean
  has_default: boolean
  /** The kind of the relation whose row type this is; `c` for a standalone composite type. */
  relation_kind: string | null
  labels: string[] | null
  /** The attributes of a composite or row type: name, type, nullable. */
  attributes: [string, number, boolean][] | null
}

/** Name, type, nullable, has a default, is generated, is updatable, comment. */
export type ShapeColumn = [string, number, boolean, boolean, boolean, boolean, string | null]

export interface ShapeRow {
  oid: number
  schema: string
  name: string
  kind: string
  about: string | null
  /** Only meaningful for views. */
  may_insert: boolean
  may_update: boolean
  columns: ShapeColumn[] | null
}

export interface CallableRow {
  schema: string
  name: string
  about: string | null
  arg_names: string[] | null
  arg_modes: string[] | null
  arg_types: number[]
  defaults: number
  returns: number
  is_set: boolean
  rows: number
  /** The relation whose row type is the only argument. */
  of: number | null
  /** The relation whose row type is returned. */
  returned_relation: number | null
}

export interface TypeRows {
  shapes: ShapeRow[]
  callables: CallableRow[]
  types: TypeRow[]
}

const IS_CALLABLE = `p.prokind = 'f' and not ${isCalledByPostgres('p.prorettype')}`

/** Statements for client types; `$1` is the list of schemas. Run with an empty search path. */
export const typeQueries = {
  shapes: `
    select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
      obj_description(c.oid, 'pg_class') as about,
      c.relkind = 'v' and pg_relation_is_updatable(c.oid, false) & 8 = 8 as may_insert,
      c.relkind = 'v' and pg_relation_is_updatable(c.oid, false) & 4 = 4 as may_update,
      (
        select json_agg(json_build_array(
          a.attname, a.atttypid::int8, not (a.attnotnull or t.typnotnull),
          a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
          a.attidentity = 'a' or a.attgenerated <> '',
          c.relkind in ('r', 'p') or pg_column_is_updatable(c.oid, a.attnum, false),
          col_description(c.oid, a.attnum)
        ) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  callables: `
    select n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as about,
      p.proargnames as arg_names, p.proargmodes::text[] as arg_modes,
      to_json(array(
        select type::int8
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as types(type, place)
        order by place)) as arg_types,
      p.pronargdefaults as defaults, p.prorettype::int8 as returns, p.proretset as is_set, p.prorows as rows,
      case when p.pronargs = 1 then (
        select c.oid::int8 from pg_type t join pg_class c on c.oid = t.typrelid
        where t.oid = p.proargtypes[0] and c.relkind <> 'c') end as of,
      (select c.oid::int8 from pg_type t join pg_class c on c.oid = t.typrelid
        where t.oid = p.prorettype and c.relkind <> 'c') as returned_relation
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($1) and ${IS_CALLABLE}
    order by p.oid`,
  // All types that the statements above refer to, and those these consist of.
  types: `
    with recursive named(oid) as (
      select t.oid from pg_type t join pg_namespace n on n.oid = t.typnamespace
      left join pg_class c on c.oid = t.typrelid
      where n.nspname = any($1) and (t.typtype = 'e' or c.relkind = 'c')
      union
      select a.atttypid from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
      union
      select unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any($1) and ${IS_CALLABLE}
    ),
    wanted(oid) as (
      select oid from named
      union
      select part.oid
      from wanted w join pg_type t on t.oid = w.oid
      cross join lateral (
        select t.typelem as oid where t.typelem <> 0
        union all select t.typbasetype where t.typbasetype <> 0
        union all select a.atttypid from pg_attribute a
          where t.typrelid <> 0 and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ) part
    )
    select t.oid::int8 as oid, n.nspname as schema, t.typname as name, t.typtype as kind,
      case when ${isArray('t')}
        then t.typelem::int8 end as element,
      nullif(t.typbasetype, 0)::int8 as base, t.typnotnull as is_not_null, t.typdefault is not null as has_default,
      c.relkind as relation_kind,
      case when t.typtype = 'e' then array(
        select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) end as labels,
      case when t.typrelid <> 0 then (
        select json_agg(json_build_array(a.attname, a.atttypid::int8, not (a.attnotnull or at.typnotnull)))
        from pg_attribute a join pg_type at on at.oid = a.atttypid
        where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) end as attributes
    from wanted w
    join pg_type t on t.oid = w.oid
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid`,
} as const
