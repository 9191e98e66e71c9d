import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface TablePrivilegesRow {
  /** The oid of the table, view, foreign table or sequence. */
  relation: number
  schema: string
  table: string
  privileges: { grantor: string; grantee: string; privilege: string; is_grantable: boolean }[]
}

/** Privileges on whole tables, views and sequences, including the owner's. The grantee `PUBLIC` is everyone. */
export const tablePrivileges = (selection: Selection = {}) => `
  select c.oid as relation, n.nspname as schema, c.relname as table,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'grantor', pg_catalog.pg_get_userbyid(given.grantor),
        'grantee', case given.grantee when 0 then 'PUBLIC' else pg_catalog.pg_get_userbyid(given.grantee) end,
        'privilege', given.privilege_type, 'is_grantable', given.is_grantable)
        order by given.grantee, given.privilege_type)
      from pg_catalog.aclexplode(coalesce(c.relacl,
        pg_catalog.acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) as given), '[]') as privileges
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')${restriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
  ${orderAndLimit(selection, 'c.oid', 'n.nspname, c.relname')}`
