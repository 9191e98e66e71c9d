import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface ViewRow {
  oid: number
  schema: string
  name: string
  /** As in pg_class: v view, m materialized view. */
  kind: 'v' | 'm'
  owner: string
  /** The query. */
  definition: string
  /** Whether it reads its tables with the caller's privileges. */
  is_security_invoker: boolean
  /** False for a materialized view created or refreshed WITH NO DATA. */
  is_populated: boolean
  is_insertable: boolean
  is_updatable: boolean
  is_deletable: boolean
  comment: string | null
}

/** Views and materialized views. */
export const views = (selection: Selection = {}) => `
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind,
    pg_catalog.pg_get_userbyid(c.relowner) as owner, pg_catalog.pg_get_viewdef(c.oid) as definition,
    coalesce((select option_value::boolean from pg_catalog.pg_options_to_table(c.reloptions)
      where option_name = 'security_invoker'), false) as is_security_invoker,
    c.relispopulated as is_populated,
    -- Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete.
    c.relkind = 'v' and pg_catalog.pg_relation_is_updatable(c.oid, true) & 8 = 8 as is_insertable,
    c.relkind = 'v' and pg_catalog.pg_relation_is_updatable(c.oid, true) & 4 = 4 as is_updatable,
    c.relkind = 'v' and pg_catalog.pg_relation_is_updatable(c.oid, true) & 16 = 16 as is_deletable,
    ${comment('c.oid', 'pg_class')} as comment
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm')${restriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
  ${orderAndLimit(selection, 'c.oid', 'n.nspname, c.relname')}`
