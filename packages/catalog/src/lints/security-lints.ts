import { isOfExtension } from '../fragments.ts'
import type { Lint } from './lint.ts'

/** Whether somebody with the publishable key, or signed in to an app, may do anything with it. */
const IS_OPEN_TO_API = `(pg_catalog.has_table_privilege('anon', c.oid, 'select, insert, update, delete')
  or pg_catalog.has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`

const HAS_POLICY = 'exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)'

const tables = (exposed: string, condition: string, detail: string) => `
  select n.nspname as schema, c.relname as name, ${detail} as detail
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${exposed}) and ${condition}`

export const lintsOfSecurity: readonly Lint[] = [
  {
    name: 'rls_disabled_in_public',
    title: 'Row level security is off in an exposed schema',
    level: 'ERROR',
    description:
      "The project's API shows this table, and nothing says which rows somebody may see or change: anyone with the publishable key can do all that the table's grants allow.",
    remediation:
      'alter table … enable row level security, then write policies for who may see and change which rows. Or revoke the grants of anon and authenticated.',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind in ('r', 'p') and not c.relrowsecurity and ${IS_OPEN_TO_API} and not ${HAS_POLICY}`,
        `format('The table %I.%I is exposed, and its row level security is off', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'policy_exists_rls_disabled',
    title: 'Policies that do nothing',
    level: 'ERROR',
    description: 'The table has policies, which count only once its row level security is on.',
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
    description: "Nobody but owners and the service role sees a row of this table through the project's API.",
    remediation: 'Write a policy, unless that is what you want.',
    sql: (exposed) =>
      tables(
        exposed,
        `c.relkind in ('r', 'p') and c.relrowsecurity and not ${HAS_POLICY}`,
        `format('The table %I.%I has row level security and no policy', n.nspname, c.relname)`,
      ),
  },
  {
    name: 'security_definer_view',
    title: 'A view that reads with the rights of its owner',
    level: 'ERROR',
    description:
      'The view is exposed and reads its tables as its owner, past the policies that hold for who asks.',
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
    title: 'A materialized view is exposed',
    level: 'WARN',
    description: 'Materialized views have no policies: who may read one sees all of it.',
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
    title: 'A function with the rights of its owner and no fixed search path',
    level: 'WARN',
    description:
      "The function runs with the rights of its owner and finds names by its caller's search path, where the caller can put something else.",
    remediation: "alter function … set search_path = '', and name schemas in its body",
    sql: (exposed) => `
      select n.nspname as schema, f.proname as name,
        format('The function %s runs as its owner and has no search path of its own', f.oid::regprocedure) as detail
      from pg_catalog.pg_proc f join pg_catalog.pg_namespace n on n.oid = f.pronamespace
      where n.nspname in (${exposed}) and f.prosecdef
        and not exists (select from unnest(f.proconfig) setting where setting like 'search_path=%')
        and not ${isOfExtension('f.oid', 'pg_proc')}`,
  },
]
