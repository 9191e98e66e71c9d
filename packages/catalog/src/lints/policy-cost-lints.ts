import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { found, type Lint } from './lint.ts'

const OF_USERS = isOfUsers('n.nspname')

/**
 * A condition: whether the policy `p` calls a function of auth, or `current_setting`. Stored expressions name functions by
 * oid, so that only these few have to be printed, which is what costs.
 */
export const POLICY_CALLS = `exists (
  select from (
    select f.oid from pg_catalog.pg_proc f where f.pronamespace = pg_catalog.to_regnamespace('auth')
    union all values ('pg_catalog.current_setting(text)'::pg_catalog.regprocedure::oid), ('pg_catalog.current_setting(text, boolean)'::pg_catalog.regprocedure::oid)
  ) called
  where concat(p.polqual::text, p.polwithcheck::text) like '%:funcid ' || called.oid || ' %')`

/** A call that costs as much for each row as for the statement, as PostgreSQL prints it. */
const CALL = `(?:auth\\.(?:uid|jwt|role|email)\\(\\)|current_setting\\('[^']*'::text(?:, (?:true|false))?\\))`

/** PostgreSQL prints the recommended form as ( SELECT auth.uid() AS uid). */
const unwrapped = (expression: string) =>
  `regexp_replace(${expression}, '\\(\\s*select\\s+(${CALL.replaceAll("'", "''")})(?:\\s+as\\s+\\w+)?\\s*\\)', '\\1', 'gi')`
const withoutWrapped = (expression: string) =>
  `regexp_replace(${expression}, '\\(\\s*select\\s+${CALL.replaceAll("'", "''")}(?:\\s+as\\s+\\w+)?\\s*\\)', '', 'gi')`
const wrapped = (expression: string) =>
  `regexp_replace(${unwrapped(expression)}, '(${CALL.replaceAll("'", "''")})', '(select \\1)', 'gi')`

/** What makes row level security slow. */
export const policyCostLints: readonly Lint[] = [
  {
    name: 'auth_rls_initplan',
    title: 'Policy that calls auth functions for each row',
    level: 'WARN',
    description:
      'The policy calls auth.uid(), auth.jwt(), auth.role() or current_setting() for every row instead of once per statement.',
    remediation: 'Write (select auth.uid()) instead of auth.uid(), likewise for the others.',
    sql: () => `
      with suspects as materialized (
        select p.oid, p.polname, p.polrelid, p.polqual, p.polwithcheck from pg_catalog.pg_policy p where ${POLICY_CALLS}),
      printed as materialized (
        select p.oid, p.polname, p.polrelid, pg_catalog.pg_get_expr(p.polqual, p.polrelid) as using,
          pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as checked from suspects p)
      select ${found({
        catalog: 'pg_policy',
        oid: 'p.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'policy',
        entity: 'p.polname',
        detail: `format('The policy %I of %I.%I calls a function for each row that has one value per statement', p.polname, n.nspname, c.relname)`,
        fix: `format('alter policy %I on %I.%I', p.polname, n.nspname, c.relname)
          || coalesce(' using (' || ${wrapped('p.using')} || ')', '')
          || coalesce(' with check (' || ${wrapped('p.checked')} || ')', '')`,
        facts: `jsonb_build_object('policy', p.polname)`,
      })}
      from printed p
        join pg_catalog.pg_class c on c.oid = p.polrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS} and ${withoutWrapped(`concat_ws(' ', p.using, p.checked)`)} ~* '${CALL.replaceAll("'", "''")}'`,
  },
  {
    name: 'multiple_permissive_policies',
    title: 'Several permissive policies for one action',
    level: 'WARN',
    description:
      'PostgreSQL evaluates all permissive policies of a role and action for each row. One policy with OR is cheaper, and easier to read.',
    remediation: 'Join their conditions with OR in one policy, or limit each to other roles.',
    sql: () => `
      with tables as materialized (
        select p.polrelid from pg_catalog.pg_policy p where p.polpermissive group by p.polrelid having count(*) > 1),
      policies as materialized (
        select p.polrelid, p.polname, role, action from pg_catalog.pg_policy p
          join tables using (polrelid)
          cross join lateral unnest(p.polroles) role
          cross join lateral unnest(case p.polcmd when '*' then array['r', 'a', 'w', 'd']::"char"[] else array[p.polcmd] end) action
        where p.polpermissive),
      -- A policy for everyone (0) counts for each role that another policy names.
      per_role as (
        select of_role.polrelid, of_role.action, of_role.role, array_agg(distinct other.polname::text) as names
        from (select distinct polrelid, action, role from policies) of_role
          join policies other on other.polrelid = of_role.polrelid and other.action = of_role.action
            and other.role in (of_role.role, 0)
        group by of_role.polrelid, of_role.action, of_role.role having count(distinct other.polname) > 1),
      per_action as (
        select polrelid, action, names,
          string_agg(case role when 0 then 'public' else pg_catalog.pg_get_userbyid(role) end, ', ' order by role) as roles
        from per_role group by polrelid, action, names)
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        entity: `word || ' ' || p.roles`,
        detail: `format('%I.%I has %s permissive policies for %s by %s: %s', n.nspname, c.relname, cardinality(p.names), word, p.roles,
          array_to_string(p.names, ', '))`,
        facts: `jsonb_build_object('policies', p.names, 'action', word)`,
      })}
      from per_action p
        join pg_catalog.pg_class c on c.oid = p.polrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        cross join lateral (select case p.action when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end) w(word)
      where ${OF_USERS} and c.relrowsecurity`,
  },
]
