import { comment } from '../fragments.ts'
import { type RelationSelection, restriction } from '../selection.ts'

export interface ColumnRow {
  /** The oid of its table or view. */
  relation: number
  schema: string
  table: string
  /** Its number in pg_attribute: the first is 1, and dropped columns leave gaps. */
  number: number
  name: string
  /** As `format_type` prints it, without the schema if it is on the search path. */
  type: string
  type_id: number
  is_nullable: boolean
  /** An expression. Null for generated columns. */
  default: string | null
  /** The expression of a generated column. */
  generated: string | null
  /** Whether a generated column is stored or computed when read. */
  generation: 'stored' | 'virtual' | null
  identity: 'always' | 'by default' | null
  /** Null if it is that of the type. */
  collation: string | null
  /** The labels of an enum, in order. */
  labels: string[] | null
  comment: string | null
}

/** Columns of tables, views, foreign tables and composite types, in order. */
export const columns = (selection: Pick<RelationSelection, 'schemas' | 'relations'> = {}) => `
  select a.attrelid as relation, n.nspname as schema, c.relname as table, a.attnum as number, a.attname as name,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type, a.atttypid as type_id,
    not (a.attnotnull or t.typtype = 'd' and t.typnotnull) as is_nullable,
    case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as default,
    case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as generated,
    case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end as generation,
    case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity,
    case when a.attcollation <> t.typcollation then co.collname end as collation,
    case when t.typtype = 'e' then array(
      select e.enumlabel::text from pg_catalog.pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) end as labels,
    ${comment('a.attrelid', 'pg_class', 'a.attnum')} as comment
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_collation co on co.oid = a.attcollation
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')${restriction(selection, { id: 'a.attrelid', namespace: 'c.relnamespace', relation: 'a.attrelid' })}
  order by a.attrelid, a.attnum`
