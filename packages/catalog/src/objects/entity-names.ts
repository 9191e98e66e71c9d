import { isOneOf } from '../selection.ts'

export interface EntityNameRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
  kind: 'r' | 'v' | 'm' | 'f' | 'p'
}

/** The names of tables and views by oid; those that do not exist are left out. */
export const entityNames = (oids: readonly number[]) => `
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isOneOf('c.oid', oids)}`
