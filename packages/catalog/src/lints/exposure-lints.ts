import { belongsToExtension, isCalledByPostgres } from '../fragments.ts'
import { found, type Lint } from './lint.ts'

/** Whether `anon` or `authenticated` has any data privilege on the relation `c`. */
const IS_OPEN_TO_API = `(pg_catalog.has_table_privilege('anon', c.oid, 'select, insert, update, delete')
  or pg_catalog.has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`

const HAS_POLICY = 'exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid)'

const relations = (
  exposed: string,
  condition: string,
  { type, detail, fix }: { type: string; detail: string; fix?: string },
) => `
  select ${found({ catalog: 'pg_class', oid: 'c.oid', schema: 'n.nspname', name: 'c.relname', type, detail, ...(fix && { fix }) })}
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${exposed}) and ${condition}`

const ENABLE_RLS = `format('alter table %I.%I enable row level security', n.nspname, c.relname)`
const REVOKE_ALL = `format('revoke all on %I.%I from anon, authenticated', n.nspname, c.relname)`

/** The arguments of the function `f`, as ALTER FUNCTION identifies it. */
const ARGUMENTS = 'pg_catalog.pg_get_function_identity_arguments(f.oid)'
/** Procedures are altered by another word. */
const ROUTINE = `case f.prokind when 'p' then 'procedure' else 'function' end`

const functions = (exposed: string, condition: string, { detail, fix }: { detail: string; fix: string }) => `
  select ${found({
    catalog: 'pg_proc',
    oid: 'f.oid',
    schema: 'n.nspname',
    name: 'f.proname',
    type: 'function',
    entity: `format('(%s)', ${ARGUMENTS})`,
    detail,
    fix,
  })}
  from pg_catalog.pg_proc f
    join pg_catalog.pg_namespace n on n.oid = f.pronamespace
    join pg_catalog.pg_language l on l.oid = f.prolang
  where n.nspname in (${exposed}) and f.prokind in ('f', 'p') and ${condition}
    and not ${belongsToExtension('f.oid', 'pg_proc')}`

/** A definer function that a role of the API may call, and that PostgreSQL does not call by itself. */
const isCallable = (role: string) =>
  `f.prosecdef and pg_catalog.has_function_privilege('${role}', f.oid, 'execute') and not ${isCalledByPostgres('f.prorettype')}`

const revokeFrom = (role: string, others: string) =>
  `format('revoke execute on %s %I.%I(%s) from public, ${role}; grant execute on %1$s %2$I.%3$I(%4$s) to ${others}',
    ${ROUTINE}, n.nspname, f.proname, ${ARGUMENTS})`

/** The body of `f`. One in standard SQL is stored as a parse tree. */
const BODY = `coalesce(pg_catalog.pg_get_function_sqlbody(f.oid), f.prosrc)`

/** Column names of what a person or a company would not publish. */
const SENSITIVE =
  '^(password|passwd|pass_?hash|password_hash|secret|api_?key|access_?token|refresh_?token|private_?key|ssn|social_security(_number)?|tax_id|passport(_number)?|credit_?card(_number)?|card_number|cvv|cvc|iban|bank_account|date_of_birth|dob|medical_record|diagnosis|salary)$'

/** What the project's API exposes. */
export const exposureLints: readonly Lint[] = [
  {
    name: 'rls_disabled_in_public',
    title: 'Row level security is off in an exposed schema',
    level: 'ERROR',
    description:
      "The project's API exposes this table without restricting its rows: anyone with the publishable key can do whatever the table's grants allow.",
    remediation:
      'Enable row level security, then write policies for the rows that each role may read and write. Until there is one, anon and authenticated see no rows. Or revoke their grants.',
    sql: (exposed) =>
      relations(
        exposed,
        `c.relkind in ('r', 'p') and not c.relrowsecurity and ${IS_OPEN_TO_API} and not ${HAS_POLICY}`,
        {
          type: 'table',
          detail: `format('The table %I.%I is exposed, and its row level security is off', n.nspname, c.relname)`,
          fix: ENABLE_RLS,
        },
      ),
  },
  {
    name: 'sensitive_columns_exposed',
    title: 'Sensitive columns without row level security',
    level: 'ERROR',
    description:
      'Judging by their names, these columns have passwords, keys or personal data, and the API returns all of their rows.',
    remediation:
      'Enable row level security, or revoke select on the columns. Move secrets to a schema that is not exposed.',
    sql: (exposed) => `
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        detail: `format('The table %I.%I is exposed without row level security, and has the columns %s', n.nspname, c.relname, s.columns)`,
        fix: ENABLE_RLS,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join lateral (
          select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname ~* '${SENSITIVE}'
            and (pg_catalog.has_column_privilege('anon', c.oid, a.attnum, 'select')
              or pg_catalog.has_column_privilege('authenticated', c.oid, a.attnum, 'select'))
        ) s on s.columns is not null
      where n.nspname in (${exposed}) and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  },
  {
    name: 'security_definer_view',
    title: "View with its owner's rights",
    level: 'ERROR',
    description:
      "The view is exposed and reads its tables as its owner, which bypasses the caller's policies.",
    remediation: 'Let the view read as its caller.',
    sql: (exposed) =>
      relations(
        exposed,
        `c.relkind = 'v' and ${IS_OPEN_TO_API} and not coalesce((
          select option_value::boolean from pg_catalog.pg_options_to_table(c.reloptions)
          where option_name = 'security_invoker'), false)`,
        {
          type: 'view',
          detail: `format('The view %I.%I is exposed and reads as its owner', n.nspname, c.relname)`,
          fix: `format('alter view %I.%I set (security_invoker = on)', n.nspname, c.relname)`,
        },
      ),
  },
  {
    name: 'auth_users_exposed',
    title: 'View that exposes auth.users',
    level: 'ERROR',
    description:
      'Email addresses and other data of all users can be read through this view with the publishable key.',
    remediation:
      'Revoke the grants, or keep what the API needs in a table of its own with row level security.',
    sql: (exposed) => `
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: `case c.relkind when 'v' then 'view' else 'materialized view' end`,
        detail: `format('%I.%I reads auth.users and is open to the API', n.nspname, c.relname)`,
        fix: REVOKE_ALL,
      })}
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${exposed}) and ${IS_OPEN_TO_API}
        -- A view that reads as its caller shows only what the caller may read anyway.
        and (c.relkind = 'm' or c.relkind = 'v' and not coalesce((
          select option_value::boolean from pg_catalog.pg_options_to_table(c.reloptions)
          where option_name = 'security_invoker'), false))
        and exists (
          select from pg_catalog.pg_rewrite r
            join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = r.oid
              and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
          where r.ev_class = c.oid and d.refobjid = pg_catalog.to_regclass('auth.users'))`,
  },
  {
    name: 'materialized_view_in_api',
    title: 'Exposed materialized view',
    level: 'WARN',
    description: 'Materialized views have no policies: anyone who can read one can read all its rows.',
    remediation: 'Revoke the grants of anon and authenticated, or move it to a schema that is not exposed.',
    sql: (exposed) =>
      relations(exposed, `c.relkind = 'm' and ${IS_OPEN_TO_API}`, {
        type: 'materialized view',
        detail: `format('The materialized view %I.%I is exposed', n.nspname, c.relname)`,
        fix: REVOKE_ALL,
      }),
  },
  {
    name: 'foreign_table_in_api',
    title: 'Exposed foreign table',
    level: 'WARN',
    description:
      'Foreign tables have no policies: anyone who can read one can read all that its server returns.',
    remediation: 'Revoke the grants of anon and authenticated, or move it to a schema that is not exposed.',
    sql: (exposed) =>
      relations(exposed, `c.relkind = 'f' and ${IS_OPEN_TO_API}`, {
        type: 'foreign table',
        detail: `format('The foreign table %I.%I is exposed', n.nspname, c.relname)`,
        fix: REVOKE_ALL,
      }),
  },
  {
    name: 'function_search_path_mutable',
    title: 'Function without a fixed search path',
    level: 'WARN',
    description:
      "The function resolves names through its caller's search path, so a caller can substitute objects. That is worst when it runs with its owner's rights.",
    remediation:
      'Fix the search path of the function. If it uses other schemas, add them, or qualify their names in its body.',
    sql: (exposed) =>
      functions(
        exposed,
        // A body in standard SQL is resolved once, when the function is created.
        `l.lanname not in ('internal', 'c') and f.prosqlbody is null
          and not exists (select from unnest(f.proconfig) setting where setting like 'search_path=%')`,
        {
          detail: `format('The %s %I.%I(%s) has no search path of its own%s', ${ROUTINE}, n.nspname, f.proname, ${ARGUMENTS},
            case when f.prosecdef then ' and runs as its owner' else '' end)`,
          fix: `format('alter %s %I.%I(%s) set search_path = %2$I, pg_temp', ${ROUTINE}, n.nspname, f.proname, ${ARGUMENTS})`,
        },
      ),
  },
  {
    name: 'anon_function_writes',
    title: 'Anyone can call a function that writes',
    level: 'ERROR',
    description:
      "The function changes rows with its owner's rights, past all policies, and needs only the publishable key.",
    remediation:
      'Revoke execute from anon, let the function run as its caller, or check the caller inside it.',
    sql: (exposed) =>
      functions(
        exposed,
        `${isCallable('anon')} and f.provolatile = 'v'
          and ${BODY} ~* '\\m(insert\\s+into|update\\s+[\\w".]+\\s+set|update\\s+only|delete\\s+from|merge\\s+into|truncate)\\M'`,
        {
          detail: `format('anon may call %I.%I(%s), which writes as its owner', n.nspname, f.proname, ${ARGUMENTS})`,
          fix: revokeFrom('anon', 'authenticated, service_role'),
        },
      ),
  },
  {
    name: 'anon_security_definer_function_executable',
    title: "Anyone can call a function with its owner's rights",
    level: 'WARN',
    description:
      "The function bypasses the policies of the tables it uses, and the project's API offers it to callers without a session.",
    remediation: 'Revoke execute from anon, or let the function run as its caller.',
    sql: (exposed) =>
      functions(exposed, isCallable('anon'), {
        detail: `format('anon may call %I.%I(%s), which runs as its owner', n.nspname, f.proname, ${ARGUMENTS})`,
        fix: revokeFrom('anon', 'authenticated, service_role'),
      }),
  },
  {
    name: 'authenticated_security_definer_function_executable',
    title: "Signed-in users can call a function with its owner's rights",
    level: 'WARN',
    description:
      "The function bypasses the policies of the tables it uses, and the project's API offers it to every signed-in user.",
    remediation: 'Revoke execute from authenticated, or let the function run as its caller.',
    sql: (exposed) =>
      functions(exposed, isCallable('authenticated'), {
        detail: `format('authenticated may call %I.%I(%s), which runs as its owner', n.nspname, f.proname, ${ARGUMENTS})`,
        fix: revokeFrom('anon, authenticated', 'service_role'),
      }),
  },
  {
    name: 'public_bucket_allows_listing',
    title: 'All files of a public bucket can be listed',
    level: 'WARN',
    description:
      'Files of a public bucket can be downloaded by their address without any policy. A policy that selects all of them also lets clients list them.',
    remediation: 'Drop the policy, or narrow it to the files that a caller may list.',
    sql: () => `
      select ${found({
        catalog: 'pg_policy',
        oid: 'p.oid',
        schema: `'storage'`,
        name: `'objects'`,
        type: 'policy',
        entity: `p.polname || ':' || b.id`,
        detail: `format('The policy %I lets anyone list the files of the public bucket %s', p.polname, b.name)`,
        fix: `format('drop policy %I on storage.objects', p.polname)`,
        facts: `jsonb_build_object('policy', p.polname, 'bucket', b.id)`,
      })}
      from pg_catalog.pg_policy p
        cross join lateral (select pg_catalog.pg_get_expr(p.polqual, p.polrelid) as condition) rule
        join storage.buckets b on b.public
          and (rule.condition = 'true' or rule.condition = format('(bucket_id = %L::text)', b.id))
      where p.polrelid = pg_catalog.to_regclass('storage.objects') and p.polcmd in ('r', '*') and p.polpermissive
        and exists (select from unnest(p.polroles) role
          where role = 0 or pg_catalog.pg_get_userbyid(role) in ('anon', 'authenticated'))`,
  },
]
