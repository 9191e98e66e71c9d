import { comment } from './fragments.ts'
import { isAmong } from './selection.ts'

/** The tables of these schemas with what is needed to write SQL for them; without partitions. */
export const tableDefinitions = (schemas: readonly string[]) => `
  select n.nspname as schema, c.relname as name, c.relrowsecurity as rls_enabled,
    -- -1 for a table that was never analyzed.
    nullif(c.reltuples, -1)::float8 as estimated_rows,
    ${comment('c.oid', 'pg_class')} as comment,
    coalesce((
      select json_agg(json_strip_nulls(json_build_object(
        'name', a.attname,
        'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
        'nullable', not a.attnotnull,
        'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
        'generated', case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
        'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
        'comment', ${comment('c.oid', 'pg_class', 'a.attnum')})) order by a.attnum)
      from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by pg_catalog.array_position(k.conkey, a.attnum))
      from pg_catalog.pg_constraint k
        join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.conrelid = c.oid and k.contype = 'p'), '[]') as primary_key,
    coalesce((
      select json_agg(json_build_object('name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid))
        order by k.conname)
      from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype in ('f', 'u', 'c')), '[]') as constraints
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ${isAmong('n.nspname', schemas)}
  order by n.nspname, c.relname`
