import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

/** Row level security policies. */
export const metaPolicies = (selection: MetaSelection = {}) => `
  with page as materialized (
    select p.oid from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
    where true ${metaRestriction(selection, { id: 'p.oid', namespace: 'c.relnamespace', relation: 'p.polrelid' })}
    ${orderedPart('p.oid', selection)}
  )
  ${asJson(`
    select p.oid::int8 as id, n.nspname as schema, c.relname as table, c.oid::int8 as table_id, p.polname as name,
      case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end as action,
      -- Oid 0 is PUBLIC.
      case when p.polroles = '{0}' then array['public'] else array(
        select r.rolname::text from pg_catalog.pg_roles r where r.oid = any (p.polroles) order by r.rolname) end as roles,
      case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE'
        else 'ALL' end as command,
      pg_catalog.pg_get_expr(p.polqual, p.polrelid) as definition,
      pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as check
    from page
    join pg_catalog.pg_policy p on p.oid = page.oid
    join pg_catalog.pg_class c on c.oid = p.polrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    order by page.oid`)}`
