import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { found, type Lint } from './lint.ts'
import { storedCalls } from './policy-cost-lints.ts'

/** The lint that holds only where users of apps can sign in anonymously. */
export const ANONYMOUS_SIGN_INS = 'auth_allow_anonymous_sign_ins'

/** Tables of PostgreSQL and of Basalt are not the user's to fix. */
const OF_USERS = isOfUsers('n.nspname')

const POLICY = {
  catalog: 'pg_policy',
  oid: 'p.oid',
  schema: 'n.nspname',
  name: 'c.relname',
  type: 'policy',
  entity: 'p.polname',
  facts: `jsonb_build_object('policy', p.polname)`,
}

const ofPolicies = `
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace`

/** Policies that do not do what they seem to do. */
export const policyLints: readonly Lint[] = [
  {
    name: 'policy_exists_rls_disabled',
    title: 'Policies without effect',
    level: 'ERROR',
    description: 'The table has policies, which only apply once row level security is on.',
    remediation: 'Enable row level security.',
    sql: () => `
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        detail: `format('The table %I.%I has policies, and its row level security is off', n.nspname, c.relname)`,
        fix: `format('alter table %I.%I enable row level security', n.nspname, c.relname)`,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS} and c.relkind in ('r', 'p') and not c.relrowsecurity
        and exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'rls_enabled_no_policy',
    title: 'Row level security without a policy',
    level: 'INFO',
    description: "Only its owner and the service role can read this table through the project's API.",
    remediation: 'Write a policy, or dismiss this finding if it is intended.',
    sql: (exposed) => `
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        detail: `format('The table %I.%I has row level security and no policy', n.nspname, c.relname)`,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${exposed}) and c.relkind in ('r', 'p') and c.relrowsecurity
        and not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'rls_references_user_metadata',
    title: 'Policy that trusts what users say about themselves',
    level: 'ERROR',
    description: 'Users can edit user_metadata, so they can give themselves whatever this policy checks.',
    remediation: 'Check app_metadata, which only the service role can write, or a table of your own.',
    sql: () => `
      with suspects as materialized (
        select p.oid, p.polname, p.polrelid, p.polqual, p.polwithcheck from pg_catalog.pg_policy p
        where concat(p.polqual::text, p.polwithcheck::text) ~ (${storedCalls(
          // auth.uid() and the like return nothing of what users can edit.
          "f.pronamespace = pg_catalog.to_regnamespace('auth') and f.proname = 'jwt'",
        )} || '|raw_user_meta_data'))
      select ${found({
        ...POLICY,
        detail: `format('The policy %I of %I.%I reads user metadata', p.polname, n.nspname, c.relname)`,
      })}
      from suspects p ${ofPolicies}
      where ${OF_USERS} and concat_ws(' ', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
        pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) ~ '(\\muser_metadata\\M|raw_user_meta_data)'`,
  },
  {
    name: 'rls_policy_always_true',
    title: 'Policy that lets anyone write every row',
    level: 'WARN',
    description:
      'The condition of this policy is always true, so it restricts nothing: callers can change rows of others.',
    remediation: 'Compare the row with the caller, such as owner = (select auth.uid()).',
    sql: () => `
      with suspects as materialized (
        select p.oid, p.polname, p.polrelid, p.polcmd, p.polqual, p.polwithcheck from pg_catalog.pg_policy p
        where p.polpermissive and p.polcmd in ('a', 'w', 'd', '*')
          and (p.polqual::text like '{CONST %' or p.polwithcheck::text like '{CONST %')
          and exists (select from unnest(p.polroles) role
            where role = 0 or pg_catalog.pg_get_userbyid(role) in ('anon', 'authenticated')))
      select ${found({
        ...POLICY,
        detail: `format('The policy %I of %I.%I allows to %s every row', p.polname, n.nspname, c.relname,
          case p.polcmd when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'write' end)`,
      })}
      from suspects p ${ofPolicies}
      where ${OF_USERS} and 'true' = case p.polcmd
        when 'd' then pg_catalog.pg_get_expr(p.polqual, p.polrelid)
        else pg_catalog.pg_get_expr(coalesce(p.polwithcheck, p.polqual), p.polrelid) end`,
  },
  {
    name: ANONYMOUS_SIGN_INS,
    title: 'Policies that anonymous users pass',
    level: 'WARN',
    description:
      'Anonymous sign-ins are on, and anonymous users have the role authenticated: anyone can become one without an address or a password.',
    remediation:
      "Add a restrictive policy that checks (select (auth.jwt() ->> 'is_anonymous')::boolean) is false, or dismiss this finding if they may do that.",
    sql: () => `
      with checked as materialized (
        select p.oid, p.polrelid, p.polpermissive, p.polroles,
          -- Only what calls one of these can tell them apart, and printing is slow.
          case when concat(p.polqual::text, p.polwithcheck::text) ~ (${storedCalls(
            "f.pronamespace = pg_catalog.to_regnamespace('auth') and f.proname = 'jwt'",
          )}) then concat_ws(' ', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
            pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) ~ '\\mis_anonymous\\M' else false end as tells
        from pg_catalog.pg_policy p),
      open as (
        select p.polrelid, count(*) as policies from checked p
        where p.polpermissive and not p.tells
          and exists (select from unnest(p.polroles) role where role = pg_catalog.to_regrole('authenticated'))
          and not exists (select from unnest(p.polroles) role where role = pg_catalog.to_regrole('anon'))
          and not exists (select from checked r where r.polrelid = p.polrelid and not r.polpermissive and r.tells)
        group by p.polrelid)
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        detail: `format('%I.%I has %s for signed-in users that anonymous users pass too', n.nspname, c.relname,
          case p.policies when 1 then '1 policy' else p.policies || ' policies' end)`,
        facts: `jsonb_build_object('policies', p.policies)`,
      })}
      from open p
        join pg_catalog.pg_class c on c.oid = p.polrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${OF_USERS} and c.relrowsecurity`,
  },
]
