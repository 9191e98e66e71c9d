import { columnNames } from '../fragments.ts'
import { isOneOf, orderAndLimit, type RelationSelection, restriction } from '../selection.ts'

/** As in pg_constraint: a no action, r restrict, c cascade, n set null, d set default. */
type ReferentialAction = 'a' | 'r' | 'c' | 'n' | 'd'

export interface ForeignKeyRow {
  oid: number
  name: string
  /** The oid of the referencing table. */
  relation: number
  schema: string
  table: string
  columns: string[]
  to_relation: number
  to_schema: string
  to_table: string
  to_columns: string[]
  on_update: ReferentialAction
  on_delete: ReferentialAction
  /** False after NOT VALID. */
  is_validated: boolean
}

const keyFields = `k.oid, k.conname as name, k.conrelid as relation, n.nspname as schema, c.relname as table,
    ${columnNames('k.conrelid', 'k.conkey')} as columns,
    k.confrelid as to_relation, ton.nspname as to_schema, toc.relname as to_table,
    ${columnNames('k.confrelid', 'k.confkey')} as to_columns,
    k.confupdtype as on_update, k.confdeltype as on_delete, k.convalidated as is_validated
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_class toc on toc.oid = k.confrelid
  join pg_catalog.pg_namespace ton on ton.oid = toc.relnamespace`

/** Foreign keys by referencing table, without the copies that partitions inherit. */
export const foreignKeys = (selection: RelationSelection = {}) => `
  select ${keyFields}
  where k.contype = 'f' and k.conparentid = 0${restriction(selection, { id: 'k.oid', namespace: 'c.relnamespace', relation: 'k.conrelid' })}
  ${orderAndLimit(selection, 'k.oid', 'n.nspname, c.relname, k.conname')}`

/**
 * The foreign keys that refer to one of these tables, without the copies that partitions inherit. They are found by what
 * they depend on: pg_constraint has no index of referenced tables.
 */
export const foreignKeysTo = (oids: readonly number[]) => `
  select ${keyFields}
  where k.contype = 'f' and k.conparentid = 0 and ${isOneOf('k.confrelid', oids)}
    and k.oid = any (array(select d.objid from pg_catalog.pg_depend d
      where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and ${isOneOf('d.refobjid', oids)}
        and d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass))
  order by n.nspname, c.relname, k.conname`
