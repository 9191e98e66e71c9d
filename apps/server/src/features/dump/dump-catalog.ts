import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import pg from 'pg'

type Runner = Pick<pg.Client, 'query'>

const ident = pg.escapeIdentifier
const literal = pg.escapeLiteral
const qualified = (schema: string, name: string) => `${ident(schema)}.${ident(name)}`

/** Schemas that a dump leaves out: PostgreSQL's own, and the platform's own records. */
const FOREIGN_SCHEMAS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', ${literal(BOOKKEEPING_SCHEMA)})`

/**
 * pg_dump leaves roles out, because they belong to a server and not to a database. Missing ones are created without
 * passwords.
 */
export async function rolesSql(client: Runner): Promise<string> {
  const { rows: roles } = await client.query(`
    select rolname, rolcanlogin, rolinherit, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication, rolconnlimit
    from pg_roles where rolname !~ '^pg_' order by rolname`)
  const { rows: settings } = await client.query(`
    select r.rolname, s.setting from pg_db_role_setting d join pg_roles r on r.oid = d.setrole,
      unnest(d.setconfig) as s(setting)
    where d.setdatabase = 0 and r.rolname !~ '^pg_' order by 1, 2`)
  const { rows: memberships } = await client.query(`
    select g.rolname as granted, m.rolname as member, admin_option, inherit_option, set_option
    from pg_auth_members a join pg_roles g on g.oid = a.roleid join pg_roles m on m.oid = a.member
    where m.rolname !~ '^pg_' order by 1, 2`)
  const made = roles.map((role) => {
    const options = [
      role.rolcanlogin ? 'login' : 'nologin',
      role.rolinherit ? 'inherit' : 'noinherit',
      role.rolcreatedb ? 'createdb' : 'nocreatedb',
      role.rolcreaterole ? 'createrole' : 'nocreaterole',
      role.rolbypassrls ? 'bypassrls' : 'nobypassrls',
      role.rolreplication ? 'replication' : 'noreplication',
      `connection limit ${role.rolconnlimit}`,
    ]
    const statement = `create role ${ident(role.rolname)} ${options.join(' ')}`
    return `do $do$ begin execute ${literal(statement)}; exception when duplicate_object then null; end $do$;`
  })
  const set = settings.map(({ rolname, setting }) => {
    const [name, ...value] = (setting as string).split('=')
    return `alter role ${ident(rolname)} set ${name} to ${settingValue(name!, value.join('='))};`
  })
  const granted = memberships.map(
    ({ granted: role, member, admin_option, inherit_option, set_option }) =>
      `grant ${ident(role)} to ${ident(member)} with admin ${admin_option}, inherit ${inherit_option}, set ${set_option};`,
  )
  return ['-- Roles, without passwords', ...made, ...set, ...granted, ''].join('\n')
}

/** Lists are stored as written, with each item quoted where needed. */
const LIST_SETTINGS = [
  'search_path',
  'session_preload_libraries',
  'local_preload_libraries',
  'temp_tablespaces',
]
const settingValue = (name: string, value: string) =>
  LIST_SETTINGS.includes(name.toLowerCase()) ? value || "''" : literal(value)

/** How a dump copies a table. */
export interface TableData {
  /** The statement that reads it. */
  read: string
  /** The statement that loads the same bytes. */
  write: string
}

/** Every table with rows of its own. Of an extension's tables, only those that it marks as user data. */
export async function tablesWithData(client: Runner): Promise<TableData[]> {
  const { rows } = await client.query(`
    select n.nspname, c.relname,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
            and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      e.oid is not null as is_of_extension,
      e.extcondition[array_position(e.extconfig, c.oid)] as condition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    left join pg_extension e on e.oid = d.refobjid
    where c.relkind = 'r' and c.relpersistence <> 't' and ${FOREIGN_SCHEMAS}
      and (e.oid is null or c.oid = any (e.extconfig))
    order by 1, 2`)
  return rows.map(({ nspname, relname, columns, condition }) => {
    const table = qualified(nspname, relname)
    const list = columns.length > 0 ? ` (${columns.map(ident).join(', ')})` : ''
    const source = condition
      ? `(select ${columns.map(ident).join(', ')} from only ${table} ${condition})`
      : `${table}${list}`
    return { read: `copy ${source} to stdout`, write: `COPY ${table}${list} FROM stdin;` }
  })
}

/** The next value of each sequence. */
export async function sequencesSql(client: Runner): Promise<string> {
  const { rows } = await client.query(`
    select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relpersistence <> 't' and ${FOREIGN_SCHEMAS}
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  const lines: string[] = []
  for (const { nspname, relname } of rows) {
    const name = qualified(nspname, relname)
    const { rows: state } = await client.query(`select last_value, is_called from ${name}`)
    lines.push(`select pg_catalog.setval(${literal(name)}, ${state[0].last_value}, ${state[0].is_called});`)
  }
  return `${lines.join('\n')}\n`
}

export async function largeObjectIds(client: Runner): Promise<number[]> {
  const { rows } = await client.query('select oid from pg_largeobject_metadata order by oid')
  return rows.map(({ oid }) => oid)
}

export async function largeObjectSql(client: Runner, oid: number): Promise<string> {
  const { rows } = await client.query(
    `select encode(lo_get(m.oid), 'hex') as bytes, pg_get_userbyid(m.lomowner) as owner
     from pg_largeobject_metadata m where m.oid = $1`,
    [oid],
  )
  const [{ bytes, owner }] = rows as [{ bytes: string; owner: string }]
  return `select pg_catalog.lo_from_bytea(${oid}, '\\x${bytes}');\nalter large object ${oid} owner to ${ident(owner)};\n`
}
