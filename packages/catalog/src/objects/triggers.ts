import { columnNames, comment } from '../fragments.ts'
import { orderAndLimit, type RelationSelection, restriction } from '../selection.ts'

export interface TriggerRow {
  oid: number
  /** The oid of its table or view. */
  relation: number
  schema: string
  table: string
  name: string
  timing: 'BEFORE' | 'AFTER' | 'INSTEAD OF'
  events: ('INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE')[]
  level: 'ROW' | 'STATEMENT'
  /** The columns of `UPDATE OF`; otherwise empty. */
  columns: string[]
  function_id: number
  function_schema: string
  function_name: string
  /** As in pg_trigger: O origin, D disabled, R replica, A always. */
  enabled: 'O' | 'D' | 'R' | 'A'
  /** Its `CREATE TRIGGER` statement. */
  definition: string
  comment: string | null
}

/** Triggers, without the internal ones that enforce constraints. */
export const triggers = (selection: RelationSelection = {}) => `
  select t.oid, t.tgrelid as relation, n.nspname as schema, c.relname as table, t.tgname as name,
    -- Bits of tgtype: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead of.
    case when t.tgtype & 64 <> 0 then 'INSTEAD OF' when t.tgtype & 2 <> 0 then 'BEFORE' else 'AFTER' end as timing,
    array(select event from (values (4, 'INSERT'), (16, 'UPDATE'), (8, 'DELETE'), (32, 'TRUNCATE')) as known(bit, event)
      where t.tgtype & bit <> 0) as events,
    case when t.tgtype & 1 <> 0 then 'ROW' else 'STATEMENT' end as level,
    ${columnNames('t.tgrelid', 't.tgattr::int2[]')} as columns,
    t.tgfoid as function_id, fn.nspname as function_schema, p.proname as function_name, t.tgenabled as enabled,
    pg_catalog.pg_get_triggerdef(t.oid) as definition, ${comment('t.oid', 'pg_trigger')} as comment
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_proc p on p.oid = t.tgfoid
  join pg_catalog.pg_namespace fn on fn.oid = p.pronamespace
  where not t.tgisinternal${restriction(selection, { id: 't.oid', namespace: 'c.relnamespace', relation: 't.tgrelid' })}
  ${orderAndLimit(selection, 't.oid', 'n.nspname, c.relname, t.tgname')}`
