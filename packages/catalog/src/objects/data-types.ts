import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface DataTypeRow {
  oid: number
  schema: string
  name: string
  /** As in pg_type: b base, c composite, d domain, e enum, p pseudo, r range, m multirange. */
  kind: 'b' | 'c' | 'd' | 'e' | 'p' | 'r' | 'm'
  owner: string
  comment: string | null
}

/** Types, without the row types of tables and the array types, which PostgreSQL creates automatically. */
export const dataTypes = (selection: Selection = {}) => `
  select t.oid, n.nspname as schema, t.typname as name, t.typtype as kind,
    pg_catalog.pg_get_userbyid(t.typowner) as owner, ${comment('t.oid', 'pg_type')} as comment
  from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  left join pg_catalog.pg_class c on c.oid = t.typrelid
  left join pg_catalog.pg_type element on element.typarray = t.oid
  where element.oid is null and (c.oid is null or c.relkind = 'c')${restriction(selection, { id: 't.oid', namespace: 't.typnamespace' })}
  ${orderAndLimit(selection, 't.oid', 'n.nspname, t.typname')}`

/** `$1`: oids. Rows of `oid` and `name`: the unqualified name of a type, or that of an array's elements with `[]`. */
export const TYPE_NAMES = `
  select type.oid, coalesce(element.typname || '[]', type.typname) as name
  from pg_catalog.pg_type type
  left join pg_catalog.pg_type element on element.typarray = type.oid
  where type.oid = any ($1::pg_catalog.oid[])`
