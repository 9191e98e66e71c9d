import {
  type RoleMembershipRow,
  type RoleRow,
  type RoleSettingRow,
  roleMemberships,
  roleSettings,
  roles,
} from '@basalt/catalog/objects/roles.ts'
import { type SequenceRow, sequences } from '@basalt/catalog/objects/sequences.ts'
import type { Names } from '@basalt/catalog/selection.ts'
import { type TableDataRow, tablesWithData } from '@basalt/catalog/table-data.ts'
import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import pg from 'pg'

type Runner = Pick<pg.Client, 'query'>

const ident = pg.escapeIdentifier
const literal = pg.escapeLiteral
const qualified = (schema: string, name: string) => `${ident(schema)}.${ident(name)}`

/**
 * The roles of the server, which pg_dump leaves out because they do not belong to a database. Missing ones are created
 * without passwords.
 */
export async function rolesSql(client: Runner): Promise<string> {
  const { rows: made } = await client.query<RoleRow>(roles())
  const { rows: settings } = await client.query<RoleSettingRow>(roleSettings())
  const { rows: memberships } = await client.query<RoleMembershipRow>(roleMemberships())
  const created = made.map((role) => {
    const options = [
      role.can_login ? 'login' : 'nologin',
      role.inherits ? 'inherit' : 'noinherit',
      role.creates_databases ? 'createdb' : 'nocreatedb',
      role.creates_roles ? 'createrole' : 'nocreaterole',
      role.bypasses_rls ? 'bypassrls' : 'nobypassrls',
      role.replicates ? 'replication' : 'noreplication',
      `connection limit ${role.connection_limit}`,
    ]
    const statement = `create role ${ident(role.name)} ${options.join(' ')}`
    return `do $do$ begin execute ${literal(statement)}; exception when duplicate_object then null; end $do$;`
  })
  const set = settings.map(({ role, setting }) => {
    const [name, ...value] = setting.split('=')
    return `alter role ${ident(role)} set ${name} to ${settingValue(name!, value.join('='))};`
  })
  const granted = memberships.map(
    ({ granted: role, member, with_admin, with_inherit, with_set }) =>
      `grant ${ident(role)} to ${ident(member)} with admin ${with_admin}, inherit ${with_inherit}, set ${with_set};`,
  )
  return ['-- Roles, without passwords', ...created, ...set, ...granted, ''].join('\n')
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

/** How a table is copied. */
export interface TableData {
  schema: string
  name: string
  isOfExtension: boolean
  /** The statement that reads it. */
  read: string
  /** The statement that loads the same bytes. */
  write: string
}

/** How to copy each table that has its own rows, by schema and name. */
export async function tableData(client: Runner): Promise<TableData[]> {
  const { rows } = await client.query<TableDataRow>(tablesWithData())
  return rows.map(({ schema, name, columns, condition }) => {
    const table = qualified(schema, name)
    const list = columns.length > 0 ? ` (${columns.map(ident).join(', ')})` : ''
    const source = condition
      ? `(select ${columns.map(ident).join(', ')} from only ${table} ${condition})`
      : `${table}${list}`
    return {
      schema,
      name,
      isOfExtension: condition !== null,
      read: `copy ${source} to stdout`,
      write: `COPY ${table}${list} FROM stdin;`,
    }
  })
}

/** Statements that set the next value of each sequence; by default of all that apps name. */
export async function sequenceValues(client: Runner, schemas: Names = isNamedByApps): Promise<string[]> {
  const { rows } = await client.query<SequenceRow>(sequences({ schemas }))
  const lines: string[] = []
  for (const sequence of rows) {
    // A temporary sequence ends with its session, and an extension creates its own.
    if (sequence.persistence === 't' || sequence.is_of_extension) continue
    const name = qualified(sequence.schema, sequence.name)
    const { rows: state } = await client.query(`select last_value, is_called from ${name}`)
    lines.push(`select pg_catalog.setval(${literal(name)}, ${state[0].last_value}, ${state[0].is_called});`)
  }
  return lines
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
