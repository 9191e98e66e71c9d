import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

export interface MetaRoleSelection extends Pick<MetaSelection, 'id' | 'limit' | 'offset'> {
  /** Also roles such as `pg_monitor`. */
  readonly withPredefined?: boolean
}

export const metaRoles = ({ withPredefined = false, ...selection }: MetaRoleSelection = {}) =>
  asJson(`
    select r.oid::int8 as id, r.rolname as name, r.rolsuper as is_superuser, r.rolcreatedb as can_create_db,
      r.rolcreaterole as can_create_role, r.rolinherit as inherit_role, r.rolcanlogin as can_login,
      r.rolreplication as is_replication_role, r.rolbypassrls as can_bypass_rls,
      coalesce(sessions.count, 0) as active_connections,
      case r.rolconnlimit when -1 then pg_catalog.current_setting('max_connections')::int else r.rolconnlimit
        end as connection_limit,
      -- Asterisks in this view.
      r.rolpassword as password, r.rolvaliduntil::text as valid_until,
      (select json_object_agg(pg_catalog.split_part(setting, '=', 1),
          pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1))
        from pg_catalog.unnest(r.rolconfig) as setting) as config
    from pg_catalog.pg_roles r
    left join (select usesysid, count(*) from pg_catalog.pg_stat_activity group by usesysid) sessions
      on sessions.usesysid = r.oid
    where ${withPredefined ? 'true' : "r.rolname !~ '^pg_'"} ${metaRestriction(selection, { id: 'r.oid' })}
    ${orderedPart('r.oid', selection)}`)
