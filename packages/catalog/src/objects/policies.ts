import { orderAndLimit, type RelationSelection, restriction } from '../selection.ts'

export interface PolicyRow {
  oid: number
  /** The oid of its table. */
  relation: number
  schema: string
  table: string
  name: string
  command: 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** All restrictive policies must allow a row; one permissive policy is enough. */
  is_permissive: boolean
  /** Names; `public` is everyone. */
  roles: string[]
  /** An expression over existing rows. */
  using: string | null
  /** An expression over new rows. */
  with_check: string | null
}

/** Row level security policies. */
export const policies = (selection: RelationSelection = {}) => `
  select p.oid, p.polrelid as relation, n.nspname as schema, c.relname as table, p.polname as name,
    case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE'
      else 'ALL' end as command,
    p.polpermissive as is_permissive,
    -- Oid 0 is PUBLIC.
    case when p.polroles = '{0}' then '{public}' else array(
      select r.rolname::text from pg_catalog.pg_roles r where r.oid = any (p.polroles) order by r.rolname) end as roles,
    pg_catalog.pg_get_expr(p.polqual, p.polrelid) as using,
    pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as with_check
  from pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where true${restriction(selection, { id: 'p.oid', namespace: 'c.relnamespace', relation: 'p.polrelid' })}
  ${orderAndLimit(selection, 'p.oid', 'n.nspname, c.relname, p.polname')}`
