import { comment } from '../fragments.ts'
import { orderAndLimit, type RelationSelection, restriction } from '../selection.ts'

export interface IndexRow {
  oid: number
  schema: string
  name: string
  /** The oid of its table or materialized view. */
  relation: number
  table: string
  /** btree, hash, gin, … */
  method: string
  /** Key columns and expressions, then included columns. */
  columns: string[]
  /** How many of `columns` are key columns. */
  key_columns: number
  /** The condition of a partial index. */
  predicate: string | null
  is_unique: boolean
  is_primary: boolean
  /** False while it is built concurrently, and after such a build failed. */
  is_valid: boolean
  /** Its `CREATE INDEX` statement. */
  definition: string
  comment: string | null
}

export const indexes = (selection: RelationSelection = {}) => `
  select i.indexrelid as oid, n.nspname as schema, x.relname as name, i.indrelid as relation, c.relname as table,
    am.amname as method,
    array(select pg_catalog.pg_get_indexdef(i.indexrelid, place, true)
      from pg_catalog.generate_series(1, i.indnatts) as place order by place) as columns,
    i.indnkeyatts as key_columns, pg_catalog.pg_get_expr(i.indpred, i.indrelid) as predicate,
    i.indisunique as is_unique, i.indisprimary as is_primary, i.indisvalid as is_valid,
    pg_catalog.pg_get_indexdef(i.indexrelid) as definition, ${comment('x.oid', 'pg_class')} as comment
  from pg_catalog.pg_index i
  join pg_catalog.pg_class x on x.oid = i.indexrelid
  join pg_catalog.pg_class c on c.oid = i.indrelid
  join pg_catalog.pg_namespace n on n.oid = x.relnamespace
  join pg_catalog.pg_am am on am.oid = x.relam
  where c.relkind in ('r', 'p', 'm')${restriction(selection, { id: 'i.indexrelid', namespace: 'x.relnamespace', relation: 'i.indrelid' })}
  ${orderAndLimit(selection, 'i.indexrelid', 'n.nspname, c.relname, x.relname')}`
