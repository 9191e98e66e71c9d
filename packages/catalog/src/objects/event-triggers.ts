import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface EventTriggerRow {
  oid: number
  name: string
  /** ddl_command_start, ddl_command_end, sql_drop, table_rewrite or login. */
  event: string
  owner: string
  function_schema: string
  function_name: string
  /** As in pg_event_trigger: O origin, D disabled, R replica, A always. */
  enabled: 'O' | 'D' | 'R' | 'A'
  /** Command tags such as `CREATE TABLE`; empty for all. */
  tags: string[]
  comment: string | null
}

export const eventTriggers = (selection: Omit<Selection, 'schemas'> = {}) => `
  select t.oid, t.evtname as name, t.evtevent as event, pg_catalog.pg_get_userbyid(t.evtowner) as owner,
    n.nspname as function_schema, p.proname as function_name, t.evtenabled as enabled,
    coalesce(t.evttags, '{}') as tags, ${comment('t.oid', 'pg_event_trigger')} as comment
  from pg_catalog.pg_event_trigger t
  join pg_catalog.pg_proc p on p.oid = t.evtfoid
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where true${restriction(selection, { id: 't.oid' })}
  ${orderAndLimit(selection, 't.oid', 't.evtname')}`
