import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'

/** Name, type, kind, nullable, default, attnum, oid of the type. */
export type ColumnRow = [string, string, string, boolean, string | null, number, number]

export interface RelationRow {
  oid: number
  schema: string
  name: string
  kind: string
  /** Bits of `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete. */
  writable: number
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
  arg_kinds: string[]
  defaults: number
  is_variadic: boolean
  volatility: string
  is_set: boolean
  rows: number
  returns_void: boolean
  returns_row: boolean
  returned_relation: number | null
  /** The name of the returned domain if it is a media type. */
  media_type: string | null
  /** The oid of the type below all domains. */
  returned_base: number
  of: number | null
  settings: string[] | null
}

/** A cast to or from a domain. PostgreSQL ignores these, so only the Data API applies them. */
export interface CastRow {
  source: number
  target: number
  function: string
}

/** An aggregate whose result is a domain named like a media type. */
export interface HandlerRow {
  media_type: string
  /** Null when it accepts rows of any relation. */
  relation: number | null
  function: string
  base: number
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
  casts: CastRow[]
  handlers: HandlerRow[]
  roles: RoleRow[]
}

/** Column names by relation oid and attribute number. */
export type NumberedColumns = ReadonlyMap<number, ReadonlyMap<number, string>>

const IN_APP_SCHEMA = isNamedByApps('n.nspname')

/** Domains with their base type and effective default. */
const DOMAINS = `
  recursive chain(oid, base, fallback) as (
    select oid, typbasetype, pg_get_expr(typdefaultbin, 0) from pg_type where typtype = 'd'
    union all
    select chain.oid, t.typbasetype, coalesce(chain.fallback, pg_get_expr(t.typdefaultbin, 0))
    from chain join pg_type t on t.oid = chain.base and t.typtype = 'd'
  ),
  domains as (select chain.* from chain join pg_type t on t.oid = chain.base and t.typtype <> 'd')`

/** The kind of a type `t`; `d` is its row in `domains`, if it is one. */
const KIND = `
  case
    when coalesce(d.base, t.oid) in (114, 3802) then 'json'
    when coalesce(d.base, t.oid) = 3614 then 'text search'
    when t.typcategory in ('A', 'C') then 'composite'
    else 'plain' end`

/**
 * Statements that read the catalog. Run with an empty search path, so that type names are qualified. `$1` of `routines` is
 * the list of exposed schemas.
 */
export const catalogQueries = {
  relations: `
    with ${DOMAINS}
    select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
      case when c.relkind in ('r', 'p') then 28 when c.relkind in ('v', 'f') then pg_relation_is_updatable(c.oid, true)
        else 0 end as writable,
      a.columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join (
      select a.attrelid,
        json_agg(json_build_array(
          a.attname,
          format_type(a.atttypid, a.atttypmod),
          ${KIND},
          not a.attnotnull,
          case
            when a.attidentity <> '' then (
              -- pg_get_serial_sequence fails on schemas without USAGE.
              select format('nextval(%L)', format('%I.%I', sn.nspname, s.relname))
              from pg_depend o
              join pg_class s on s.oid = o.objid and s.relkind = 'S'
              join pg_namespace sn on sn.oid = s.relnamespace
              where o.classid = 'pg_class'::regclass and o.refclassid = 'pg_class'::regclass
                and o.refobjid = a.attrelid and o.refobjsubid = a.attnum and o.deptype = 'i')
            when a.attgenerated = '' then coalesce(pg_get_expr(e.adbin, e.adrelid), d.fallback) end,
          a.attnum,
          t.oid::int8
        ) order by a.attnum) as columns
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
      left join domains d on d.oid = t.oid
      left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${IN_APP_SCHEMA}
      group by a.attrelid
    ) a on a.attrelid = c.oid
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${IN_APP_SCHEMA}`,
  keys: `
    select i.indrelid::int8 as relation, i.indisprimary as is_primary, i.indkey::int2[] as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and i.indpred is null and i.indexprs is null and i.indnkeyatts = i.indnatts and ${IN_APP_SCHEMA}`,
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
    where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${IN_APP_SCHEMA}`,
  // The type modifier -1 means none: without it "character" would mean one character, and "bit" one bit.
  routines: `
    with ${DOMAINS}
    select n.nspname as schema, p.proname as name,
      p.proargnames as arg_names, p.proargmodes::text[] as arg_modes, args.types as arg_types, args.kinds as arg_kinds,
      p.pronargdefaults as defaults, p.provariadic <> 0 as is_variadic, p.provolatile as volatility,
      p.proretset as is_set, p.prorows as rows,
      t.typname = 'void' and t.typnamespace = 'pg_catalog'::regnamespace as returns_void,
      -- A bare record has no declared columns.
      b.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) as returns_row,
      case when c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') then c.oid::int8 end as returned_relation,
      case when t.typtype = 'd' and t.typname like '%/%' then t.typname end as media_type,
      b.oid::int8 as returned_base,
      case when p.pronargs = 1 then (
        select of.typrelid::int8 from pg_type of where of.oid = p.proargtypes[0] and of.typrelid <> 0) end as of,
      p.proconfig as settings
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join domains on domains.oid = t.oid
    join pg_type b on b.oid = coalesce(domains.base, t.oid)
    left join pg_class c on c.oid = b.typrelid and b.typrelid <> 0
    cross join lateral (
      select coalesce(array_agg(format_type(t.oid, -1) order by place), '{}') as types,
        coalesce(array_agg(${KIND} order by place), '{}') as kinds
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as given(type, place)
      join pg_type t on t.oid = given.type
      left join domains d on d.oid = t.oid
    ) args
    where p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler')
      and n.nspname = any($1)
    order by p.proname, p.oid`,
  casts: `
    select c.castsource::int8 as source, c.casttarget::int8 as target, format('%I.%I', n.nspname, p.proname) as function
    from pg_cast c
    join pg_proc p on p.oid = c.castfunc
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type source on source.oid = c.castsource
    join pg_type target on target.oid = c.casttarget
    where c.castcontext = 'i' and c.castmethod = 'f'
      and (source.typtype = 'd' and target.oid = 114 or target.typtype = 'd' and source.oid in (25, 114))`,
  handlers: `
    with ${DOMAINS}
    select t.typname as media_type, format('%I.%I', n.nspname, p.proname) as function, domains.base::int8 as base,
      case when of.typrelid <> 0 then of.typrelid::int8 end as relation
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype and t.typtype = 'd' and t.typname like '%/%'
    join domains on domains.oid = t.oid
    join pg_type of on of.oid = p.proargtypes[0]
    where p.prokind = 'a' and p.pronargs = 1 and (of.typrelid <> 0 or of.oid = 'anyelement'::regtype) and ${IN_APP_SCHEMA}
    order by p.oid`,
  // Settings for one database come after those for all databases, and override them.
  roles: `
    select r.rolname as role, array_agg(entry order by s.setdatabase, place) as settings
    from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole
    cross join lateral unnest(s.setconfig) with ordinality as given(entry, place)
    left join pg_settings known on known.name = lower(split_part(entry, '=', 1))
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (known.context is null or known.context = 'user'
        or has_parameter_privilege(session_user, known.name, 'set'))
      and (r.rolname = session_user or pg_has_role(session_user, r.oid, 'member'))
    group by r.rolname`,
} as const
