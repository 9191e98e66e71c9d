import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'

export interface ColumnTypeRow {
  name: string
  schema: string
  kind: 'enum' | 'domain' | 'composite' | 'range' | 'base'
  labels: string[] | null
  comment: string | null
}

const TYPES_MAX = 1000

/** Types of apps and extensions that a column can have, as JSON text in one row. */
export const COLUMN_TYPES = `
  select coalesce(pg_catalog.jsonb_agg(found order by found.kind <> 'enum', found.schema <> 'public', found.schema, found.name), '[]')::text
  from (
    select pg_catalog.format_type(t.oid, null) as name, n.nspname as schema,
      case t.typtype when 'e' then 'enum' when 'd' then 'domain' when 'c' then 'composite' when 'r' then 'range' else 'base' end as kind,
      case when t.typtype = 'e' then (
        select pg_catalog.jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid) end as labels,
      pg_catalog.obj_description(t.oid, 'pg_type') as comment
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    left join pg_catalog.pg_class c on c.oid = t.typrelid
    where t.typtype in ('b', 'd', 'e', 'r', 'c') and (c.oid is null or c.relkind = 'c')
      and ${isNamedByApps('n.nspname')}
      and not exists (select from pg_catalog.pg_type element where element.typarray = t.oid)
      and pg_catalog.has_type_privilege(t.oid, 'usage') and pg_catalog.has_schema_privilege(n.oid, 'usage')
    limit ${TYPES_MAX}) found`
