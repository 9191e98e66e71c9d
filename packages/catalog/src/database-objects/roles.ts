import { quoteLiteral } from '@basalt/sql/quote.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type Which } from './object-page.ts'

/** Things that are named of those that a role owns. */
export const OWNED_NAMED = 100

/** Which roles a platform relies on, by names and by what names begin with. */
export interface ProtectedRoles {
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
}

interface WhichRoles extends Which {
  readonly protected?: boolean | undefined
  readonly active?: boolean | undefined
}

const isProtected = ({ names, prefixes }: ProtectedRoles) =>
  `(r.rolname in (${names.map(quoteLiteral).join(', ')})${prefixes.map((prefix) => ` or pg_catalog.starts_with(r.rolname::text, ${quoteLiteral(prefix)})`).join('')})`

const CONNECTED = 'select usesysid from pg_catalog.pg_stat_activity where usesysid is not null'

/** Whether the caller's role may change the role: with ADMIN OPTION, and with CREATEROLE. */
const isChangeable = (oid: string) => `(
      select me.rolsuper or (me.rolcreaterole and pg_catalog.pg_has_role(${oid}, 'member with admin option'))
      from pg_catalog.pg_roles me where me.rolname = current_user)`

const attributes = `'can_login', r.rolcanlogin, 'inherits', r.rolinherit, 'creates_roles', r.rolcreaterole,
      'creates_databases', r.rolcreatedb, 'bypasses_rls', r.rolbypassrls, 'replicates', r.rolreplication,
      'connection_limit', r.rolconnlimit`

const connections = `(select count(*) from pg_catalog.pg_stat_activity a where a.usesysid = r.oid)`

/** Statements of the list of roles. Logins that stand for other roles are left out by the beginning of their names. */
export function roleLists(managed: ProtectedRoles, standIn: string) {
  const lists = objectLists<'name', WhichRoles>({
    from: 'pg_catalog.pg_roles r',
    where: ({ protected: wanted, active }) =>
      [
        `not pg_catalog.starts_with(r.rolname::text, ${quoteLiteral(standIn)})`,
        ...(wanted === undefined ? [] : [`${wanted ? '' : 'not '}${isProtected(managed)}`]),
        ...(active === undefined ? [] : [`r.oid ${active ? 'in' : 'not in'} (${CONNECTED})`]),
      ].join(' and '),
    oid: 'r.oid',
    namespace: null,
    names: ['r.rolname'],
    sorts: { name: ['r.rolname', 'name'] },
  })
  return {
    count: lists.count,
    /** Rows of `{ id, name, is_protected, is_superuser, …, active_connections }`. */
    page: (page: ObjectPage<'name', WhichRoles>) =>
      lists.page(
        page,
        `select pg_catalog.json_build_object('id', r.oid::pg_catalog.int8, 'name', r.rolname,
      'is_protected', ${isProtected(managed)}, 'is_superuser', r.rolsuper, ${attributes},
      'active_connections', ${connections})
    from pg_catalog.pg_roles r where r.oid = page.oid`,
      ),
  }
}

/** Objects of this database that depend on a role: what it owns, its privileges, and policies that name it. */
const dependencies = (oid: string, types: string) => `
  from pg_catalog.pg_shdepend d
  where d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and d.refobjid = ${oid} and d.deptype in (${types})
    and d.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())`

/**
 * One row of JSON text: a role with its attributes and `{ comment, valid_until, memberships, settings, is_owned, members,
 * owned, active_connections }`, or none. One more thing that it owns is named if there are more than `OWNED_NAMED`.
 */
export const role = (oid: number, managed: ProtectedRoles) => `
  select pg_catalog.json_build_object('id', r.oid::pg_catalog.int8, 'name', r.rolname,
    'is_protected', ${isProtected(managed)}, 'is_superuser', r.rolsuper, ${attributes},
    'comment', pg_catalog.shobj_description(r.oid, 'pg_authid'),
    'valid_until', case when pg_catalog.isfinite(r.rolvaliduntil)
      then pg_catalog.to_char(r.rolvaliduntil at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') else r.rolvaliduntil::text end,
    'memberships', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('role', g.rolname, 'admin', m.admin, 'inherit', m.inherit, 'set', m.set)
        order by g.rolname)
      -- The same role may have been granted by several.
      from (
        select roleid, bool_or(admin_option) as admin, bool_or(inherit_option) as inherit, bool_or(set_option) as set
        from pg_catalog.pg_auth_members where member = r.oid group by roleid) m
      join pg_catalog.pg_roles g on g.oid = m.roleid), '[]'),
    'settings', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
          'name', pg_catalog.split_part(s.setting, '=', 1),
          'value', pg_catalog.substr(s.setting, pg_catalog.strpos(s.setting, '=') + 1)) order by pg_catalog.split_part(s.setting, '=', 1))
      from pg_catalog.pg_db_role_setting d, pg_catalog.unnest(d.setconfig) as s(setting)
      where d.setrole = r.oid and d.setdatabase = 0), '[]'),
    'is_owned', ${isChangeable('r.oid')},
    'active_connections', ${connections},
    'members', coalesce((
      select pg_catalog.json_agg(distinct pg_catalog.pg_get_userbyid(m.member)) from pg_catalog.pg_auth_members m where m.roleid = r.oid), '[]'),
    'owned', coalesce((
      select pg_catalog.json_agg(pg_catalog.pg_describe_object(o.classid, o.objid, o.objsubid))
      from (select d.classid, d.objid, d.objsubid ${dependencies('r.oid', "'o'")} order by d.classid, d.objid limit ${OWNED_NAMED + 1}) o), '[]'))::text
  from pg_catalog.pg_roles r where r.oid = ${wholeNumber(oid)}::pg_catalog.oid`

/** Rows of text: what goes, or must go, with a role: what it owns, then its privileges and the policies that name it. */
export const roleDependents = (oid: number, limit: number) => `
  select case d.deptype when 'o' then pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid)
    else 'privileges on ' || pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid) end
  ${dependencies(`${wholeNumber(oid)}::pg_catalog.oid`, "'o', 'a', 'r', 'i'")}
  order by d.deptype <> 'o', 1 limit ${wholeNumber(limit)}`

/** An SQL expression of the oid of a role. */
export const roleOid = (name: string) =>
  `(select oid from pg_catalog.pg_roles where rolname = ${quoteLiteral(name)})`

/** One row of JSON text: `{ max, reserved, used, roles }`, of connections of clients. */
export const roleConnections = `
  select pg_catalog.json_build_object(
    'max', pg_catalog.current_setting('max_connections')::int,
    'reserved', pg_catalog.current_setting('superuser_reserved_connections')::int,
    'used', coalesce(pg_catalog.sum(c.connections), 0),
    'roles', coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', c.name, 'connections', c.connections) order by c.connections desc, c.name), '[]'))::text
  from (
    select usename as name, count(*) as connections from pg_catalog.pg_stat_activity
    -- Of others, a role without the right to read statistics sees only the user.
    where usename is not null and coalesce(backend_type, 'client backend') in ('client backend', 'walsender') group by usename) c`
