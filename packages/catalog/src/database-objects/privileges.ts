import { quoteLiteral } from '@basalt/sql/quote.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type Which, type WhichInSchema } from './object-page.ts'

/** Stands for every role. Its oid is 0. */
const EVERY_ROLE = 'PUBLIC'

/** The oid of a role; no row, and so no privilege, for one that does not exist. */
const roleOf = (role: string) =>
  role === EVERY_ROLE
    ? '0::pg_catalog.oid'
    : `(select oid from pg_catalog.pg_roles where rolname = ${quoteLiteral(role)})`

interface Source {
  readonly role: string
  readonly privileges: readonly string[]
  /** An SQL expression of the privileges, with defaults in place of null. */
  readonly acl: string
  /** An SQL condition for the role `me.oid` and `wanted.privilege`. */
  readonly has: string
  /** Whether a privilege on the whole covers the part. */
  readonly covers?: string
}

const wantedOf = (role: string, privileges: readonly string[]) => `(select ${roleOf(role)} as oid) me,
        pg_catalog.unnest(array[${privileges.map(quoteLiteral).join(', ')}]) with ordinality as wanted(privilege, place)
      where me.oid is not null`

/** JSON of the state of each privilege where there is no list, and no default one. */
const unlisted = ({ role, privileges, has, covers = 'false' }: Omit<Source, 'acl'>) => `(
      select pg_catalog.json_agg(pg_catalog.json_build_object('privilege', wanted.privilege,
        'is_direct', false, 'is_grantable', false, 'is_effective', ${has}, 'covered', ${covers}, 'through', '[]'::pg_catalog.json)
        order by wanted.place)
      from ${wantedOf(role, privileges)})`

/** JSON of the state of each privilege. */
const states = ({ role, privileges, acl, has, covers = 'false' }: Source) => `(
      select pg_catalog.json_agg(pg_catalog.json_build_object('privilege', wanted.privilege,
        'is_direct', exists (select from pg_catalog.aclexplode(${acl}) a where a.grantee = me.oid and a.privilege_type = wanted.privilege),
        'is_grantable', exists (
          select from pg_catalog.aclexplode(${acl}) a where a.grantee = me.oid and a.privilege_type = wanted.privilege and a.is_grantable),
        'is_effective', ${has},
        'covered', ${covers},
        'through', coalesce((
          select pg_catalog.json_agg(distinct case a.grantee when 0 then '${EVERY_ROLE}' else pg_catalog.pg_get_userbyid(a.grantee) end)
          from pg_catalog.aclexplode(${acl}) a
          where a.privilege_type = wanted.privilege and a.grantee <> me.oid
            -- PUBLIC is a member of nothing.
            and case when a.grantee = 0 then true when me.oid = 0 then false else pg_catalog.pg_has_role(me.oid, a.grantee, 'usage') end), '[]'))
        order by wanted.place)
      from ${wantedOf(role, privileges)})`

const owned = (owner: string) =>
  `'owner', pg_catalog.pg_get_userbyid(${owner}), 'is_owned', pg_catalog.pg_has_role(${owner}, 'usage')`

interface WithRole {
  readonly role: string
}

const tables = objectLists<'name', WhichInSchema & WithRole>({
  from: 'pg_catalog.pg_class c',
  where: () => "c.relkind in ('r', 'p', 'v', 'm', 'f')",
  oid: 'c.oid',
  namespace: 'c.relnamespace',
  names: ['c.relname'],
  sorts: { name: ['c.relname', 'name'] },
})

const aclOfTable = "coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))"

/** Rows of `{ id, name, owner, is_owned, privileges }`, where `privileges` is null for a role that does not exist. */
export const tablePrivilegeLists = (privileges: readonly string[]) => ({
  count: tables.count,
  page: (page: ObjectPage<'name', WhichInSchema & WithRole>) =>
    tables.page(
      page,
      `select pg_catalog.json_build_object('id', c.oid::pg_catalog.int8, 'name', c.relname, ${owned('c.relowner')},
      'privileges', ${states({
        role: page.role,
        privileges,
        acl: aclOfTable,
        has: 'pg_catalog.has_table_privilege(me.oid, c.oid, wanted.privilege)',
      })})
    from pg_catalog.pg_class c where c.oid = page.oid`,
    ),
})

const schemas = objectLists<'name', Which & WithRole>({
  from: 'pg_catalog.pg_namespace n',
  where: () => "n.nspname !~ '^pg_(toast|temp)'",
  oid: 'n.oid',
  namespace: null,
  names: ['n.nspname'],
  sorts: { name: ['n.nspname', 'name'] },
})

/** As `tablePrivilegeLists`, of schemas. */
export const schemaPrivilegeLists = (privileges: readonly string[]) => ({
  count: schemas.count,
  page: (page: ObjectPage<'name', Which & WithRole>) =>
    schemas.page(
      page,
      `select pg_catalog.json_build_object('id', n.oid::pg_catalog.int8, 'name', n.nspname, ${owned('n.nspowner')},
      'privileges', ${states({
        role: page.role,
        privileges,
        acl: "coalesce(n.nspacl, pg_catalog.acldefault('n', n.nspowner))",
        has: 'pg_catalog.has_schema_privilege(me.oid, n.oid, wanted.privilege)',
      })})
    from pg_catalog.pg_namespace n where n.oid = page.oid`,
    ),
})

/** One row of JSON text: `{ schema, table, is_owned, columns }`, or none. */
export const columnPrivilegesOf = (table: number, role: string, privileges: readonly string[]) => {
  const column = {
    role,
    privileges,
    has: 'pg_catalog.has_column_privilege(me.oid, c.oid, a.attnum, wanted.privilege)',
    covers: 'pg_catalog.has_table_privilege(me.oid, c.oid, wanted.privilege)',
  }
  // Hardly any column has a list of its own, and there are no defaults.
  return `
  select pg_catalog.json_build_object('schema', n.nspname, 'table', c.relname, 'is_owned', pg_catalog.pg_has_role(c.relowner, 'usage'),
    'columns', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('id', a.attnum, 'name', a.attname, 'privileges',
        case when a.attacl is null then ${unlisted(column)} else ${states({ ...column, acl: 'a.attacl' })} end) order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'))::text
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.oid = ${wholeNumber(table)}::pg_catalog.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')`
}

/** Rows of JSON text: `{ role, schema, objects, grantee, privileges }`. */
export const defaultPrivileges = `
  select pg_catalog.json_build_object('role', pg_catalog.pg_get_userbyid(d.defaclrole), 'schema', n.nspname,
    'objects', case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
      when 'T' then 'types' when 'n' then 'schemas' else 'large objects' end,
    'grantee', case a.grantee when 0 then '${EVERY_ROLE}' else pg_catalog.pg_get_userbyid(a.grantee) end,
    'privileges', pg_catalog.json_agg(a.privilege_type order by a.privilege_type))::text
  from pg_catalog.pg_default_acl d
  left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace,
    pg_catalog.aclexplode(d.defaclacl) a
  group by d.defaclrole, n.nspname, d.defaclobjtype, a.grantee
  order by pg_catalog.pg_get_userbyid(d.defaclrole), n.nspname nulls first, d.defaclobjtype, a.grantee`

/** One row when a role exists. */
export const roleExists = (role: string) =>
  `select from (select ${roleOf(role)} as oid) r where r.oid is not null`
