import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { found, type Lint } from './lint.ts'

const OF_USERS = isOfUsers('n.nspname')

/**
 * A pattern of calls of these functions in stored expressions, which name functions by oid. It is made once per statement.
 * Stored expressions are compared first, because printing one costs as much as comparing dozens.
 */
export const storedCalls = (functions: string) => `(
  select ':funcid (' || coalesce(string_agg(f.oid::text, '|'), '0') || ') ' from pg_catalog.pg_proc f
  where ${functions} or f.oid in ('pg_catalog.current_setting(text)'::pg_catalog.regprocedure,
    'pg_catalog.current_setting(text, boolean)'::pg_catalog.regprocedure))`

/** How PostgreSQL stores a call that is all of a subquery, as recommended. */
const ALONE = ':targetList ({TARGETENTRY :expr {FUNCEXPR :funcid '

/** The calls in the stored expressions of the policy `p` that are no subquery by themselves. */
const unwrappedCalls = `pg_catalog.regexp_count(stored.text, calls.pattern)
  > (length(stored.text) - length(replace(stored.text, '${ALONE}', ''))) / ${ALONE.length}`

/** A call that costs as much for each row as for the statement, as PostgreSQL prints it. */
const CALL = `(?:auth\\.(?:uid|jwt|role|email)\\(\\)|current_setting\\('[^']*'::text(?:, (?:true|false))?\\))`

/** PostgreSQL prints the recommended form as ( SELECT auth.uid() AS uid). */
const unwrapped = (expression: string) =>
  `regexp_replace(${expression}, '\\(\\s*select\\s+(${CALL.replaceAll("'", "''")})(?:\\s+as\\s+\\w+)?\\s*\\)', '\\1', 'gi')`
/** Also when the subquery reads a field of the claims. */
const withoutWrapped = (expression: string) =>
  `regexp_replace(${expression}, '\\(\\s*select\\s+\\(*${CALL.replaceAll("'", "''")}(?:\\s*->>?\\s*''[^'']*''::text\\)*)*\\)*(?:::\\w+\\)*)?(?:\\s+as\\s+\\w+)?\\s*\\)', '', 'gi')`
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
        select p.oid, p.polname, p.polrelid, p.polqual, p.polwithcheck
        from pg_catalog.pg_policy p
          cross join (select ${storedCalls("f.pronamespace = pg_catalog.to_regnamespace('auth')")} as pattern) calls
          cross join lateral (select concat(p.polqual::text, p.polwithcheck::text) as text offset 0) stored
        where ${unwrappedCalls}),
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
