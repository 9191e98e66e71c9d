import { quoteLiteral } from '@basalt/sql/quote.ts'
import { isAmong, type Names, orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface RoleRow {
  oid: number
  name: string
  is_superuser: boolean
  can_login: boolean
  inherits: boolean
  creates_databases: boolean
  creates_roles: boolean
  bypasses_rls: boolean
  replicates: boolean
  /** -1 for none. */
  connection_limit: number
}

interface RoleSelection extends Omit<Selection, 'schemas'> {
  readonly names?: Names
  /** Only roles that this role can `SET ROLE` to, or can grant to itself. */
  readonly assumableBy?: string
}

/** All statements in this file leave out predefined roles such as `pg_monitor`. */
const isNotPredefined = (name: string) => `${name} !~ '^pg_'`

const isAssumableBy = (role: string) => {
  const by = quoteLiteral(role)
  return `(pg_catalog.pg_has_role(${by}, r.oid, 'set') or pg_catalog.pg_has_role(${by}, r.oid, 'member with admin option'))`
}

export const roles = ({ names, assumableBy, ...selection }: RoleSelection = {}) => `
  select r.oid, r.rolname as name, r.rolsuper as is_superuser, r.rolcanlogin as can_login, r.rolinherit as inherits,
    r.rolcreatedb as creates_databases, r.rolcreaterole as creates_roles, r.rolbypassrls as bypasses_rls,
    r.rolreplication as replicates, r.rolconnlimit as connection_limit
  from pg_catalog.pg_roles r
  where ${isNotPredefined('r.rolname')}${names ? ` and ${isAmong('r.rolname', names)}` : ''}${restriction(selection, { id: 'r.oid' })}
    ${assumableBy === undefined ? '' : `and ${isAssumableBy(assumableBy)}`}
  ${orderAndLimit(selection, 'r.oid', 'r.rolname')}`

export interface RoleSettingRow {
  role: string
  /** `name=value` */
  setting: string
}

/** Settings of `ALTER ROLE … SET` for all databases. */
export const roleSettings = () => `
  select r.rolname as role, s.setting
  from pg_catalog.pg_db_role_setting d
  join pg_catalog.pg_roles r on r.oid = d.setrole, pg_catalog.unnest(d.setconfig) as s(setting)
  where d.setdatabase = 0 and ${isNotPredefined('r.rolname')} order by 1, 2`

export interface RoleMembershipRow {
  granted: string
  member: string
  with_admin: boolean
  with_inherit: boolean
  with_set: boolean
}

/** Role memberships. The granted role may be predefined. */
export const roleMemberships = () => `
  select g.rolname as granted, m.rolname as member, a.admin_option as with_admin, a.inherit_option as with_inherit,
    a.set_option as with_set
  from pg_catalog.pg_auth_members a
  join pg_catalog.pg_roles g on g.oid = a.roleid
  join pg_catalog.pg_roles m on m.oid = a.member
  where ${isNotPredefined('m.rolname')} order by 1, 2`
