/** Statements that describe what a Data API offers, one schema or object at a time; run with an empty search path. */

import { belongsToExtension, isArray, isCalledByPostgres } from '../fragments.ts'

/**
 * The base type of each type that `source` selects, below all domains and arrays. Defines the common tables `under` and
 * `described`.
 */
const described = (source: string) => `
  with recursive under(top, oid) as (
    select distinct type, type from (${source}) as mentioned(type)
    union all
    select u.top, case when t.typtype = 'd' then t.typbasetype else t.typelem end
    from under u join pg_type t on t.oid = u.oid
    where t.typtype = 'd' or (${isArray('t')})
  ),
  described as (
    select u.top,
      bool_or(${isArray('t')}) as is_list,
      max(t.typname) filter (where t.typtype <> 'd' and not (${isArray('t')})) as base_type,
      coalesce(json_agg(labels.list) filter (where labels.list is not null) -> 0, '[]') as labels
    from under u
    join pg_type t on t.oid = u.oid
    left join lateral (
      select json_agg(e.enumlabel order by e.enumsortorder) as list from pg_enum e where e.enumtypid = t.oid
    ) labels on true
    group by u.top
  )`

/** The functions `p` that `/rpc` offers: no triggers, all arguments named or a single unnamed JSON one, no extensions. */
const IS_CALLED = `p.prokind = 'f'
  and not ${isCalledByPostgres('p.prorettype')}
  and (
    p.pronargs = 0
    or (p.pronargs = 1 and coalesce(p.proargnames[1], '') = ''
      and p.proargtypes[0] in ('pg_catalog.json'::regtype, 'pg_catalog.jsonb'::regtype))
    or (coalesce(cardinality(p.proargnames), 0) >= p.pronargs and not '' = any(p.proargnames[1:p.pronargs])))
  -- Installing an extension is not meant to expose its functions.
  and not ${belongsToExtension('p.oid', 'pg_proc')}`

/** `$1`: a schema. One row with the names of its tables, views and functions. */
export const API_CONTENTS = `
  select
    coalesce(json_agg(name order by name collate "C") filter (where kind = 'table'), '[]') as tables,
    coalesce(json_agg(name order by name collate "C") filter (where kind = 'view'), '[]') as views,
    coalesce(json_agg(name order by name collate "C") filter (where kind = 'function'), '[]') as functions
  from (
    select c.relname::text as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and not ${belongsToExtension('c.oid', 'pg_class')}
    union
    select p.proname, 'function'
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1 and ${IS_CALLED}
  ) things`

/** `$1`: a schema, `$2`: a name. One row that describes a table or view. */
export const API_RELATION = `
  ${described('select a.atttypid from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped')}
  select n.nspname as schema, c.relname as name,
    case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    obj_description(c.oid, 'pg_class') as about,
    c.relkind <> 'm' and pg_relation_is_updatable(c.oid, true) & 8 = 8 as may_insert,
    c.relkind <> 'm' and pg_relation_is_updatable(c.oid, true) & 4 = 4 as may_update,
    c.relkind <> 'm' and pg_relation_is_updatable(c.oid, true) & 16 = 16 as may_delete,
    case when c.relkind in ('r', 'p') then c.relrowsecurity end as has_row_security,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'base_type', d.base_type, 'is_list', d.is_list, 'labels', d.labels,
        'is_nullable', not (a.attnotnull or t.typnotnull),
        'has_default', a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
        'is_writable', a.attidentity <> 'a' and a.attgenerated = ''
          and (c.relkind in ('r', 'p') or pg_column_is_updatable(c.oid, a.attnum, true)),
        'is_primary', a.attnum = any(i.indkey) is true,
        'about', col_description(c.oid, a.attnum)) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join described d on d.top = a.atttypid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((
      select json_agg(json_build_object(
        'constraint', r.conname, 'relation', target.relname, 'columns', own.names, 'to_columns', other.names,
        'is_ambiguous', r.confrelid = r.conrelid or (
          select count(*) from pg_constraint o
          where o.contype = 'f' and o.conparentid = 0 and (
            (o.conrelid = r.conrelid and o.confrelid = r.confrelid)
            or (o.conrelid = r.confrelid and o.confrelid = r.conrelid))
        ) > 1 or exists (
          select from pg_constraint near join pg_constraint far on far.conrelid = near.conrelid
          where near.contype = 'f' and far.contype = 'f' and near.confrelid = r.conrelid
            and far.confrelid = r.confrelid and near.conrelid not in (r.conrelid, r.confrelid)
        )) order by r.conname)
      from pg_constraint r
      join pg_class target on target.oid = r.confrelid and target.relnamespace = c.relnamespace
      cross join lateral (
        select json_agg(a.attname order by k.place) as names from unnest(r.conkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = r.conrelid and a.attnum = k.number) own
      cross join lateral (
        select json_agg(a.attname order by k.place) as names from unnest(r.confkey) with ordinality as k(number, place)
        join pg_attribute a on a.attrelid = r.confrelid and a.attnum = k.number) other
      where r.conrelid = c.oid and r.contype = 'f' and r.conparentid = 0), '[]') as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** `$1`: a schema, `$2`: a name. One row for each function of that name. */
export const API_FUNCTION = `
  ${described('select unnest(p.proargtypes::oid[]) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 and p.proname = $2')}
  select
    pg_get_function_result(p.oid) as returns, p.provolatile <> 'v' as is_stable,
    obj_description(p.oid, 'pg_proc') as about,
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(names.list[a.place], ''),
        'type', format_type(a.type, null), 'base_type', d.base_type, 'is_list', d.is_list, 'labels', d.labels,
        'is_required', a.place <= p.pronargs - p.pronargdefaults and not (p.provariadic <> 0 and a.place = p.pronargs)
      ) order by a.place)
      from unnest(p.proargtypes::oid[]) with ordinality as a(type, place)
      join described d on d.top = a.type), '[]') as arguments
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  -- The names of input arguments.
  cross join lateral (
    select array_agg(coalesce(p.proargnames[m.place], '') order by m.place) as list
    from unnest(coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs::int]))) with ordinality as m(mode, place)
    where m.mode in ('i', 'b', 'v')) names
  where n.nspname = $1 and p.proname = $2 and ${IS_CALLED}
  order by p.pronargs, p.oid`
