import { belongsToExtension } from '../fragments.ts'
import type { Lint } from './lint.ts'

/** Whether `anon` or `authenticated` has any data privilege on the relation `c`. */
const IS_OPEN_TO_API = `(pg_catalog.has_table_privilege('anon', c.oid, 'select, insert, update, delete')
  or pg_catalog.has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`

const HAS_POLICY = 'exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)'

const tables = (exposed: string, condition: string, detail: string) => `
  select n.nspname as schema, c.relname as name, ${detail} as detail
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${exposed}) and ${condition}`

export const securityLints: readonly Lint[] = [
  {
    name: 'rls_disabled_in_public',
    title: 'Row level security is off in an exposed schema',
    level: 'ERROR',
    description:
      "The project's API exposes this table without restricting its rows: anyone with the publishable key can do whatever the table's grants allow.",
    remediation:
      'alter table … enable row level security, then write policies for the rows that each role may read and write. Or revoke the grants of anon and authenticated.',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind in ('r', 'p') and not c.relrowsecurity and ${IS_OPEN_TO_API} and not ${HAS_POLICY}`,
        `format('The table %I.%I is exposed, and its row level security is off', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'policy_exists_rls_disabled',
    title: 'Policies without effect',
    level: 'ERROR',
    description: 'The table has policies, which only apply once row level security is on.',
    remediation: 'alter table … enable row level security',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind in ('r', 'p') and not c.relrowsecurity and ${HAS_POLICY}`,
        `format('The table %I.%I has policies, and its row level security is off', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'rls_enabled_no_policy',
    title: 'Row level security without a policy',
    level: 'INFO',
    description: "Only its owner and the service role can read this table through the project's API.",
    remediation: 'Write a policy, unless this is intended.',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind in ('r', 'p') and c.relrowsecurity and not ${HAS_POLICY}`,
        `format('The table %I.%I has row level security and no policy', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'security_definer_view',
    title: "View with its owner's rights",
    level: 'ERROR',
    description:
      "The view is exposed and reads its tables as its owner, which bypasses the caller's policies.",
    remediation: 'alter view … set (security_invoker = on)',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind = 'v' and ${IS_OPEN_TO_API} and not coalesce((
          select option_value::boolean from pg_catalog.pg_options_to_table(c.reloptions)
          where option_name = 'security_invoker'), false)`,
        `format('The view %I.%I is exposed and reads as its owner', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'materialized_view_in_api',
    title: 'Exposed materialized view',
    level: 'WARN',
    description: 'Materialized views have no policies: anyone who can read one can read all its rows.',
    remediation: 'Revoke select from anon and authenticated, or move it to a schema that is not exposed.',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind = 'm' and ${IS_OPEN_TO_API}`,
        `format('The materialized view %I.%I is exposed', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'function_search_path_mutable',
    title: "Function with its owner's rights and no fixed search path",
    level: 'WARN',
    description:
      "The function runs with its owner's rights but resolves names through its caller's search path, which lets the caller substitute objects.",
    remediation: "alter function … set search_path = '', and qualify names in its body",
    sql: (exposed) => `
      select n.nspname as schema, f.proname as name,
        format('The function %s runs as its owner and has no search path of its own', f.oid::regprocedure) as detail
      from pg_catalog.pg_proc f join pg_catalog.pg_namespace n on n.oid = f.pronamespace
      where n.nspname in (${exposed}) and f.prosecdef
        and not exists (select from unnest(f.proconfig) setting where setting like 'search_path=%')
        and not ${belongsToExtension('f.oid', 'pg_proc')}`,
  },
]
