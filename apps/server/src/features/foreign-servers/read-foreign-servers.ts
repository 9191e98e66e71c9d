import { type ObjectPage, objectLists, type Which } from '@basalt/catalog/database-objects/object-page.ts'
import { FILE_SERVER } from '@basalt/contract/foreign-files/foreign-files.rules.ts'
import {
  FOREIGN_TABLES_LISTED,
  type ForeignSslMode,
  foreignSslModes,
  WRAPPER,
} from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type {
  ForeignServer,
  ForeignServers,
  ForeignServersQuery,
} from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { placeOf, relayedUserOf } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import type pg from 'pg'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { readObjectPage } from '../database-objects/object-pages.port.ts'

const lists = objectLists<'name', Which>({
  from: 'pg_catalog.pg_foreign_server s',
  // Files have a page of their own.
  where: () => `s.srvname <> '${FILE_SERVER}'`,
  oid: 's.oid',
  namespace: null,
  names: ['s.srvname'],
  sorts: { name: ['s.srvname', 'name'] },
})

/** Which servers a page has, and how many there are; the rest of them is read at once by `SERVERS`. */
export const foreignServerLists = {
  count: lists.count,
  page: (page: ObjectPage<'name', Which>) =>
    lists.page(page, `select pg_catalog.json_build_object('id', page.oid::pg_catalog.int8)`),
}

/**
 * Servers with these oids, by name; `$1` is the user's role. Logins and tables are found in one pass over their catalogs,
 * which no index has by server. Of user mappings only the user and whether there is a password, which no caller gets.
 */
export const SERVERS = `
  with mapped as (
    select m.umserver, pg_catalog.json_agg(pg_catalog.json_build_object(
        'role', case m.umuser when 0 then 'public' else pg_catalog.pg_get_userbyid(m.umuser) end,
        'user', (select option_value from pg_catalog.pg_options_to_table(m.umoptions) where option_name = 'user'),
        'has_password', exists (
          select from pg_catalog.pg_options_to_table(m.umoptions)
          where option_name = 'password' and option_value <> '')) order by m.umuser = 0, pg_catalog.pg_get_userbyid(m.umuser)) as mappings
    from pg_catalog.pg_user_mapping m where m.umserver = any ($2::pg_catalog.oid[]) group by m.umserver),
  held as (
    select f.ftserver, f.ftoptions, c.oid, n.nspname, c.relname,
      pg_catalog.row_number() over (partition by f.ftserver order by n.nspname, c.relname) as place
    from pg_catalog.pg_foreign_table f
    join pg_catalog.pg_class c on c.oid = f.ftrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where f.ftserver = any ($2::pg_catalog.oid[])),
  listed as (
    select h.ftserver, count(*)::pg_catalog.int4 as table_count,
      pg_catalog.json_agg(pg_catalog.json_build_object('id', h.oid::pg_catalog.int8, 'schema', h.nspname, 'name', h.relname,
        'remote_schema', (select option_value from pg_catalog.pg_options_to_table(h.ftoptions) where option_name = 'schema_name'),
        'remote_name', (select option_value from pg_catalog.pg_options_to_table(h.ftoptions) where option_name = 'table_name'))
        order by h.place) filter (where h.place <= ${FOREIGN_TABLES_LISTED}) as tables
    from held h group by h.ftserver)
  select s.oid::pg_catalog.int8::pg_catalog.float8 as id, s.srvname as name, w.fdwname as wrapper,
    pg_catalog.pg_get_userbyid(s.srvowner) as owner,
    pg_catalog.pg_has_role($1, s.srvowner, 'usage') as is_owned,
    coalesce((
      select pg_catalog.json_object_agg(option_name, option_value)
      from pg_catalog.pg_options_to_table(s.srvoptions)), '{}') as options,
    coalesce(mapped.mappings, '[]') as mappings, coalesce(listed.tables, '[]') as tables,
    coalesce(listed.table_count, 0) as table_count
  from pg_catalog.pg_foreign_server s
  join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
  left join mapped on mapped.umserver = s.oid
  left join listed on listed.ftserver = s.oid
  where s.oid = any ($2::pg_catalog.oid[])
  order by s.srvname`

type Row = Pick<
  ForeignServer,
  'id' | 'name' | 'wrapper' | 'owner' | 'is_owned' | 'tables' | 'table_count'
> & {
  options: Record<string, string>
  mappings: { role: string; user: string | null; has_password: boolean }[]
}

/** A login of a server. `id` is that of the one outside of the database; undefined when the password is in it. */
export interface StoredMapping {
  readonly role: string
  readonly user: string | null
  readonly hasPassword: boolean
  readonly id: string | undefined
}

/** Options that have a field of their own, or that the platform sets. */
const KNOWN = [
  'host',
  'hostaddr',
  'port',
  'dbname',
  'sslmode',
  'sslrootcert',
  'fetch_size',
  'use_remote_estimate',
]

/** PostgreSQL's defaults of options that a server does not state. */
const DEFAULT_PORT = 5432

/** A server with its options and logins as PostgreSQL stores them. */
export interface StoredServer extends Omit<ForeignServer, 'mappings'> {
  readonly options: Readonly<Record<string, string>>
  readonly mappings: readonly StoredMapping[]
}

/** The server of this name; undefined when there is none. */
export async function findForeignServer(admin: pg.Client, name: string): Promise<StoredServer | undefined> {
  const { rows } = await admin.query<{ id: number }>(
    'select oid::pg_catalog.int8::pg_catalog.float8 as id from pg_catalog.pg_foreign_server where srvname = $1',
    [name],
  )
  return (await serversOf(admin, rows))[0]
}

/** A page of the servers of a database, by name. Throws `validation_failed` for a cursor of something else. */
export async function foreignServerPage(
  admin: pg.Client,
  query: ForeignServersQuery,
): Promise<Pick<ForeignServers, 'count' | 'next_cursor'> & { objects: StoredServer[] }> {
  const run: RunText = async ({ text }) =>
    (await admin.query<(string | null)[]>({ text, rowMode: 'array' })).rows
  const { objects, ...page } = await readObjectPage<{ id: number }, ForeignServersQuery>(
    run,
    foreignServerLists,
    query,
  )
  return { objects: await serversOf(admin, objects), ...page }
}

/** Whether the extension that servers need is enabled. */
export async function isWrapperEnabled(admin: pg.Client): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_catalog.pg_extension where extname = $1', [WRAPPER])
  return rowCount === 1
}

async function serversOf(admin: pg.Client, servers: readonly { id: number }[]): Promise<StoredServer[]> {
  const { rows } = await admin.query<Row>(SERVERS, [USER_ROLE, servers.map(({ id }) => id)])
  return rows.map(stored)
}

function stored({ options, mappings, ...row }: Row): StoredServer {
  const { host, hostaddr, dbname, sslmode, port, fetch_size } = options
  const wholeNumber = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)
  // Without an address it connects to the relay.
  const relayed = host || hostaddr ? undefined : placeOf(dbname ?? '')
  const place = relayed ?? {
    host: firstOf(host),
    port: wholeNumber(port) ?? DEFAULT_PORT,
    database: dbname ?? null,
    sslmode: foreignSslModes.find((mode) => mode === sslmode) ?? (null as ForeignSslMode | null),
  }
  return {
    ...row,
    ...place,
    options,
    is_relayed: relayed !== undefined,
    address: hostaddr ?? null,
    mappings: mappings.map(({ role, user, has_password }) => ({
      role,
      hasPassword: has_password,
      ...(relayedUserOf(user ?? '') ?? { user, id: undefined }),
    })),
    fetch_size: wholeNumber(fetch_size) ?? null,
    use_remote_estimate: options.use_remote_estimate === 'true',
    other_options: Object.entries(options)
      .filter(([name]) => !KNOWN.includes(name))
      .map(([name, value]) => ({ name, value: /pass|secret|key/i.test(name) ? '…' : value })),
  }
}

/** A host with several addresses is written once for each of them. */
function firstOf(hosts: string | undefined): string | null {
  const [first, ...more] = (hosts ?? '').split(',')
  if (first === undefined || first === '') return null
  return more.every((host) => host === first) ? first : hosts!
}
