import { comment, isExtensionDependency } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type WhichInSchema } from './object-page.ts'

/** Triggers that are named of those that call a function. */
export const TRIGGERS_NAMED = 100

const lists = objectLists<'name', WhichInSchema>({
  from: 'pg_catalog.pg_proc p',
  where: () => 'true',
  oid: 'p.oid',
  namespace: 'p.pronamespace',
  names: ['p.proname'],
  sorts: { name: ['p.proname', 'name'] },
})

/** As drafts and lists name the kinds of `pg_proc.prokind`. */
const kindOf = `case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' when 'w' then 'window' else 'function' end`

const volatilityOf = `case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end`

const securityOf = `case when p.prosecdef then 'definer' else 'invoker' end`

/**
 * Rows of `{ id, name, kind, arguments, returns, language, security, volatility, comment }`. `arguments` is text without
 * defaults; `returns` is null for a procedure.
 */
export const listedFunctions = (page: ObjectPage<'name'>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', p.oid::pg_catalog.int8, 'name', p.proname, 'kind', ${kindOf},
      'arguments', pg_catalog.pg_get_function_identity_arguments(p.oid),
      'returns', pg_catalog.pg_get_function_result(p.oid),
      'language', (select l.lanname from pg_catalog.pg_language l where l.oid = p.prolang),
      'security', ${securityOf}, 'volatility', ${volatilityOf},
      'comment', ${comment('p.oid', 'pg_proc')})
    from pg_catalog.pg_proc p where p.oid = page.oid`,
  )

export const listedFunctionCount = lists.count

/** Grantees of an array of access privileges, as `{ role, is_grantable }`; the role is null for PUBLIC. */
const granteesOf = (privileges: string) => `(
      select pg_catalog.json_build_object('role', g.rolname, 'is_grantable', a.is_grantable) as grantee
      from pg_catalog.aclexplode(${privileges}) a left join pg_catalog.pg_roles g on g.oid = a.grantee
      where a.grantee <> p.proowner)`

/**
 * One row of JSON text, or none: `{ id, schema, name, comment, kind, arguments, returns, returns_set, language, body,
 * standard_body, volatility, security, strict, leakproof, parallel, cost, rows, settings, identity, owner, is_owner, is_owned,
 * extension, is_special, grants, first_grants, triggers }`. Arguments are `{ mode, name, type, default }` with the modes of
 * `proargmodes`. `is_special` tells of transforms and support functions. `grants` are the roles that may call it besides its
 * owner, `first_grants` those that a new function of this owner in this schema has.
 */
export const oneFunction = (oid: number) => `
  select pg_catalog.json_build_object('id', p.oid::pg_catalog.int8, 'schema', n.nspname, 'name', p.proname,
    'comment', ${comment('p.oid', 'pg_proc')}, 'kind', ${kindOf},
    'arguments', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('mode', coalesce(p.proargmodes[a.place], 'i'),
        'name', coalesce(p.proargnames[a.place], ''), 'type', pg_catalog.format_type(a.type, null),
        'default', pg_catalog.pg_get_function_arg_default(p.oid, a.place::pg_catalog.int4)) order by a.place)
      from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[])) with ordinality a(type, place)), '[]'),
    'returns', case when p.prokind <> 'p' then pg_catalog.format_type(p.prorettype, null) end, 'returns_set', p.proretset,
    'language', l.lanname, 'body', p.prosrc, 'standard_body', pg_catalog.pg_get_function_sqlbody(p.oid),
    'volatility', ${volatilityOf}, 'security', ${securityOf}, 'strict', p.proisstrict, 'leakproof', p.proleakproof,
    'parallel', case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end,
    'cost', case when p.procost <> case when l.lanname in ('internal', 'c') then 1 else 100 end then p.procost end,
    'rows', case when p.proretset and p.prorows <> 1000 then p.prorows end,
    'settings', coalesce(p.proconfig, '{}'),
    'identity', pg_catalog.pg_get_function_identity_arguments(p.oid),
    'owner', pg_catalog.pg_get_userbyid(p.proowner),
    'is_owner', pg_catalog.pg_get_userbyid(p.proowner) = current_user,
    'is_owned', pg_catalog.pg_has_role(p.proowner, 'usage'),
    'extension', (
      select x.extname from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
      where ${isExtensionDependency('p.oid', 'pg_proc')} and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass),
    'is_special', p.prosupport <> 0 or p.protrftypes is not null,
    'grants', (
      select coalesce(pg_catalog.json_agg(grants.grantee), '[]')
      from ${granteesOf("coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))")} grants),
    'first_grants', (
      select coalesce(pg_catalog.json_agg(grants.grantee), '[]')
      from ${granteesOf(`coalesce((select d.defaclacl from pg_catalog.pg_default_acl d where d.defaclrole = p.proowner
          and d.defaclnamespace = 0 and d.defaclobjtype = 'f'), pg_catalog.acldefault('f', p.proowner))
        || coalesce((select d.defaclacl from pg_catalog.pg_default_acl d where d.defaclrole = p.proowner
          and d.defaclnamespace = p.pronamespace and d.defaclobjtype = 'f'), '{}')`)} grants),
    'triggers', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'schema', tn.nspname, 'table', c.relname,
        'name', t.tgname) order by tn.nspname, c.relname, t.tgname)
      from (
        select d.objid from pg_catalog.pg_depend d
        where d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.refobjid = p.oid
          and d.classid = 'pg_catalog.pg_trigger'::pg_catalog.regclass
        limit ${TRIGGERS_NAMED + 1}) used
      join pg_catalog.pg_trigger t on t.oid = used.objid
      join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace tn on tn.oid = c.relnamespace), '[]'))::text
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  where p.oid = ${wholeNumber(oid)}::pg_catalog.oid`

/** Rows of the names of languages that functions can be written in by the caller, in order. */
export const functionLanguages = `
  select l.lanname from pg_catalog.pg_language l
  where l.lanpltrusted and pg_catalog.has_language_privilege(l.oid, 'usage') order by l.lanname`

/**
 * Rows of `schema`, `name`, `returns`: functions without arguments that return `trigger` or `event_trigger`, which is what
 * triggers can call.
 */
export const triggerFunctions = (returns: 'trigger' | 'event_trigger') => `
  select n.nspname, p.proname from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where p.prorettype = 'pg_catalog.${returns}'::pg_catalog.regtype and p.pronargs = 0
    and n.nspname not in ('pg_catalog', 'information_schema')
    and pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_function_privilege(p.oid, 'execute')
  order by n.nspname, p.proname`
