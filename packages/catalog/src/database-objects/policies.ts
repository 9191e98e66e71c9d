import { quoteLiteral } from '@basalt/sql/quote.ts'
import { comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists } from './object-page.ts'

const lists = objectLists<'name'>({
  from: 'pg_catalog.pg_class c',
  where: () => "c.relkind in ('r', 'p')",
  oid: 'c.oid',
  namespace: 'c.relnamespace',
  names: [
    'c.relname',
    "(select pg_catalog.string_agg(p.polname::text, ' ') from pg_catalog.pg_policy p where p.polrelid = c.oid)",
  ],
  sorts: { name: ['c.relname', 'name'] },
})

const command = `case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end`

/** Oid 0 is PUBLIC. */
const roles = `case when p.polroles = '{0}' then '["public"]'::pg_catalog.json else coalesce((
      select pg_catalog.json_agg(r.rolname order by r.rolname) from pg_catalog.pg_roles r where r.oid = any (p.polroles)), '[]') end`

/** JSON of a policy in a list, of `p`. */
const outline = `pg_catalog.json_build_object('id', p.oid::pg_catalog.int8, 'name', p.polname, 'command', ${command},
      'is_permissive', p.polpermissive, 'roles', ${roles},
      'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'with_check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid))`

/** The roles that a key of the Data API has. */
const apiRoles = "('anon', 'authenticated')"

/** Rows of `{ id, name, is_rls_enabled, is_rls_forced, owner, is_owned, reached_by, policies, policy_count }`. */
export const policyTables = (page: ObjectPage<'name'>, policiesShown: number) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', c.oid::pg_catalog.int8, 'name', c.relname,
      'is_rls_enabled', c.relrowsecurity, 'is_rls_forced', c.relforcerowsecurity,
      'owner', pg_catalog.pg_get_userbyid(c.relowner), 'is_owned', pg_catalog.pg_has_role(c.relowner, 'usage'),
      'reached_by', coalesce((
        select pg_catalog.json_agg(r.rolname order by r.rolname) from pg_catalog.pg_roles r
        where r.rolname in ${apiRoles} and pg_catalog.has_schema_privilege(r.oid, c.relnamespace, 'usage')
          and (pg_catalog.has_table_privilege(r.oid, c.oid, 'insert, update, delete')
            or pg_catalog.has_any_column_privilege(r.oid, c.oid, 'select, insert, update'))), '[]'),
      'policies', coalesce((
        select pg_catalog.json_agg(${outline} order by p.polname)
        from (select * from pg_catalog.pg_policy where polrelid = c.oid order by polname limit ${wholeNumber(policiesShown)}) p), '[]'),
      'policy_count', (select count(*) from pg_catalog.pg_policy p where p.polrelid = c.oid))
    from pg_catalog.pg_class c where c.oid = page.oid`,
  )

export const policyTableCount = lists.count

/** Rows of JSON text: the policies of a table after a name, one more than `limit` when there are others. */
export const policiesOfTable = (table: number, { after, limit }: { after: string; limit: number }) => `
  select (${outline})::text
  from (
    select * from pg_catalog.pg_policy
    where polrelid = ${wholeNumber(table)}::pg_catalog.oid${after === '' ? '' : ` and polname > ${quoteLiteral(after)}::pg_catalog.name`}
    order by polname limit ${wholeNumber(limit + 1)}) p
  order by p.polname`

/** A row if there is a relation with this oid. */
export const tableExists = (table: number) =>
  `select 1 from pg_catalog.pg_class where oid = ${wholeNumber(table)}::pg_catalog.oid`

/**
 * One row of JSON text: the outline of a policy with `{ schema, table, table_id, comment, owner, is_owned, extension,
 * is_rls_enabled, is_rls_forced }`, or none.
 */
export const policy = (oid: number) => `
  select (${outline}::pg_catalog.jsonb || pg_catalog.jsonb_build_object(
    'schema', n.nspname, 'table', c.relname, 'table_id', c.oid::pg_catalog.int8, 'comment', ${comment('p.oid', 'pg_policy')},
    'owner', pg_catalog.pg_get_userbyid(c.relowner), 'is_owned', pg_catalog.pg_has_role(c.relowner, 'usage'),
    'extension', null, 'is_rls_enabled', c.relrowsecurity, 'is_rls_forced', c.relforcerowsecurity))::text
  from pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where p.oid = ${wholeNumber(oid)}::pg_catalog.oid`

/** An SQL expression of the oid of a policy. */
export const policyOid = ({ schema, table, name }: { schema: string; table: string; name: string }) =>
  `(select p.oid from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(table)} and p.polname = ${quoteLiteral(name)})`

/** Policies of one table that a trial evaluates. */
export const TRIAL_POLICIES_MAX = 200

/**
 * Rows of JSON text: the policies of a table that apply to a role and to one of these commands, restrictive ones first,
 * then by name.
 */
export const policiesFor = (table: number, role: string, commands: readonly string[]) => `
  select (${outline})::text
  from pg_catalog.pg_policy p
  where p.polrelid = ${wholeNumber(table)}::pg_catalog.oid and ${command} in (${['ALL', ...commands].map(quoteLiteral).join(', ')})
    and (p.polroles = '{0}' or exists (
      select from pg_catalog.unnest(p.polroles) granted
      where pg_catalog.pg_has_role(${quoteLiteral(role)}, granted, 'usage')))
  order by p.polpermissive, p.polname limit ${TRIAL_POLICIES_MAX}`
