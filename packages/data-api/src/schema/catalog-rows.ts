import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'

/** The catalog's rows, as the statements below bring them. */

/** Name, type, kind, nullable, default, attnum. */
export type ColumnRow = [string, string, string, boolean, string | null, number]

export interface RelationRow {
  oid: number
  schema: string
  name: string
  kind: string
  columns: ColumnRow[] | null
}

export interface KeyRow {
  relation: number
  is_primary: boolean
  columns: number[]
}

export interface ReferenceRow {
  name: string
  from: number
  from_columns: number[]
  to: number
  to_columns: number[]
}

export interface ViewRow {
  relation: number
  rule: string
}

export interface RoutineRow {
  schema: string
  name: string
  arg_names: string[] | null
  arg_modes: string[] | null
  arg_types: string[]
  defaults: number
  is_variadic: boolean
  volatility: string
  is_set: boolean
  rows: number
  returns_void: boolean
  returns_row: boolean
  returned_relation: number | null
  of: number | null
}

export interface RoleRow {
  role: string
  settings: string[]
}

export interface CatalogRows {
  relations: RelationRow[]
  keys: KeyRow[]
  references: ReferenceRow[]
  views: ViewRow[]
  routines: RoutineRow[]
  roles: RoleRow[]
}

/** Columns by their numbers: keys are stored so, by the oid of the relation. */
export type NumberedColumns = ReadonlyMap<number, ReadonlyMap<number, string>>

const IS_SEEN = isNamedByApps('n.nspname')

/**
 * Statements that read the catalog, to be run with an empty search path, so that the names of types are whole.
 * `$1` of the routines is the list of exposed schemas.
 */
export const catalogQueries = {
  relations: `
    select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind, a.columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join (
      select a.attrelid,
        json_agg(json_build_array(
          a.attname,
          format_type(a.atttypid, a.atttypmod),
          case
            when t.oid in (114, 3802) or t.typbasetype in (114, 3802) then 'json'
            when t.oid = 3614 or t.typbasetype = 3614 then 'text search'
            when t.typcategory in ('A', 'C') then 'composite'
            else 'plain' end,
          not a.attnotnull,
          case
            when a.attidentity <> '' then (
              -- pg_get_serial_sequence would refuse schemas that the reader may not use.
              select format('nextval(%L)', format('%I.%I', sn.nspname, s.relname))
              from pg_depend o
              join pg_class s on s.oid = o.objid and s.relkind = 'S'
              join pg_namespace sn on sn.oid = s.relnamespace
              where o.classid = 'pg_class'::regclass and o.refclassid = 'pg_class'::regclass
                and o.refobjid = a.attrelid and o.refobjsubid = a.attnum and o.deptype = 'i')
            when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          a.attnum
        ) order by a.attnum) as columns
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${IS_SEEN}
      group by a.attrelid
    ) a on a.attrelid = c.oid
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${IS_SEEN}`,
  keys: `
    select i.indrelid::int8 as relation, i.indisprimary as is_primary, i.indkey::int2[] as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and i.indpred is null and i.indexprs is null and i.indnkeyatts = i.indnatts and ${IS_SEEN}`,
  references: `
    select r.conname as name, r.conrelid::int8 as from, r.conkey as from_columns,
      r.confrelid::int8 as to, r.confkey as to_columns
    from pg_constraint r
    where r.contype = 'f' and r.conparentid = 0
    order by r.conname, r.conrelid`,
  views: `
    select r.ev_class::int8 as relation, r.ev_action::text as rule
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${IS_SEEN}`,
  routines: `
    select n.nspname as schema, p.proname as name,
      p.proargnames as arg_names, p.proargmodes::text[] as arg_modes,
      array(
        select format_type(type, null)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as types(type, place)
        order by place) as arg_types,
      p.pronargdefaults as defaults, p.provariadic <> 0 as is_variadic, p.provolatile as volatility,
      p.proretset as is_set, p.prorows as rows,
      t.typname = 'void' and t.typnamespace = 'pg_catalog'::regnamespace as returns_void,
      t.typtype = 'c' or t.oid = 2249
        or coalesce((select b.typtype = 'c' from pg_type b where b.oid = t.typbasetype), false) as returns_row,
      case when c.relkind in ('r', 'p', 'v', 'm', 'f') then c.oid::int8 end as returned_relation,
      case when p.pronargs = 1 then (
        select of.typrelid::int8 from pg_type of where of.oid = p.proargtypes[0] and of.typrelid <> 0) end as of
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join pg_class c on c.oid = t.typrelid and t.typrelid <> 0
    where p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler')
      and n.nspname = any($1)
    order by p.proname, p.oid`,
  roles: `
    select rolname as role, rolconfig as settings
    from pg_roles
    where rolconfig is not null and (rolname = session_user or pg_has_role(session_user, oid, 'member'))`,
} as const
