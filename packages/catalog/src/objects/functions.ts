import { comment } from '../fragments.ts'
import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface FunctionRow {
  oid: number
  schema: string
  name: string
  /** As in pg_proc: f function, p procedure, a aggregate, w window function. */
  kind: 'f' | 'p' | 'a' | 'w'
  /** With names and defaults. */
  arguments: string
  /** As in `DROP FUNCTION name(…)`. */
  identity_arguments: string
  /** Null for a procedure. */
  returns: string | null
  language: string
  owner: string
  /** As in pg_proc: i immutable, s stable, v volatile. */
  volatility: 'i' | 's' | 'v'
  is_security_definer: boolean
  /** Whether it returns null for a null argument without being called. */
  is_strict: boolean
  /** `name=value`, in effect while it runs. */
  settings: string[]
  /** Its `CREATE OR REPLACE` statement. Null for an aggregate. */
  definition: string | null
  comment: string | null
}

export const functions = (selection: Selection = {}) => `
  select p.oid, n.nspname as schema, p.proname as name, p.prokind as kind,
    pg_catalog.pg_get_function_arguments(p.oid) as arguments,
    pg_catalog.pg_get_function_identity_arguments(p.oid) as identity_arguments,
    pg_catalog.pg_get_function_result(p.oid) as returns, l.lanname as language,
    pg_catalog.pg_get_userbyid(p.proowner) as owner, p.provolatile as volatility,
    p.prosecdef as is_security_definer, p.proisstrict as is_strict, coalesce(p.proconfig, '{}') as settings,
    case when p.prokind <> 'a' then pg_catalog.pg_get_functiondef(p.oid) end as definition,
    ${comment('p.oid', 'pg_proc')} as comment
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  where true${restriction(selection, { id: 'p.oid', namespace: 'p.pronamespace' })}
  ${orderAndLimit(selection, 'p.oid', 'n.nspname, p.proname, p.oid')}`
