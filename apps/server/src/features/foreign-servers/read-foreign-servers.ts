import {
  FOREIGN_TABLES_LISTED,
  type ForeignSslMode,
  foreignSslModes,
  WRAPPER,
} from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type {
  ForeignServer,
  ForeignServers,
} from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import type pg from 'pg'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'

/** Servers by name. Of user mappings only the user and whether there is a password, which no caller gets. */
const SERVERS = `
  select s.oid::pg_catalog.int8::pg_catalog.float8 as id, s.srvname as name, w.fdwname as wrapper,
    pg_catalog.pg_get_userbyid(s.srvowner) as owner,
    pg_catalog.pg_has_role($1, s.srvowner, 'usage') as is_owned,
    coalesce((
      select pg_catalog.json_object_agg(option_name, option_value)
      from pg_catalog.pg_options_to_table(s.srvoptions)), '{}') as options,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'role', case m.umuser when 0 then 'public' else pg_catalog.pg_get_userbyid(m.umuser) end,
        'user', (select option_value from pg_catalog.pg_options_to_table(m.umoptions) where option_name = 'user'),
        'has_password', exists (
          select from pg_catalog.pg_options_to_table(m.umoptions)
          where option_name = 'password' and option_value <> '')) order by m.umuser = 0, pg_catalog.pg_get_userbyid(m.umuser))
      from pg_catalog.pg_user_mapping m where m.umserver = s.oid), '[]') as mappings,
    coalesce((
      select pg_catalog.json_agg(t) from (
        select c.oid::pg_catalog.int8 as id, n.nspname as schema, c.relname as name,
          (select option_value from pg_catalog.pg_options_to_table(f.ftoptions) where option_name = 'schema_name') as remote_schema,
          (select option_value from pg_catalog.pg_options_to_table(f.ftoptions) where option_name = 'table_name') as remote_name
        from pg_catalog.pg_foreign_table f
        join pg_catalog.pg_class c on c.oid = f.ftrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where f.ftserver = s.oid order by n.nspname, c.relname limit ${FOREIGN_TABLES_LISTED}) t), '[]') as tables,
    (select count(*)::pg_catalog.int4 from pg_catalog.pg_foreign_table f where f.ftserver = s.oid) as table_count
  from pg_catalog.pg_foreign_server s
  join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
  where $2::pg_catalog.text is null or s.srvname = $2
  order by s.srvname`

const FACTS = `
  select exists (select from pg_catalog.pg_extension where extname = '${WRAPPER}') as is_enabled,
    array(select rolname::pg_catalog.text from pg_catalog.pg_roles
      where rolname !~ '^(pg_|basalt_)' and not rolsuper order by rolname <> '${USER_ROLE}', rolname) as roles`

type Row = Pick<
  ForeignServer,
  'id' | 'name' | 'wrapper' | 'owner' | 'is_owned' | 'mappings' | 'tables' | 'table_count'
> & { options: Record<string, string> }

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

/** A server with its options as PostgreSQL stores them. */
export interface StoredServer extends ForeignServer {
  readonly options: Readonly<Record<string, string>>
}

/** The server of this name; undefined when there is none. */
export async function findForeignServer(admin: pg.Client, name: string): Promise<StoredServer | undefined> {
  const { rows } = await admin.query<Row>(SERVERS, [USER_ROLE, name])
  return rows.map(stored)[0]
}

/** The servers of a database, and what is needed to create one. */
export async function readForeignServersOf(
  admin: pg.Client,
): Promise<Omit<ForeignServers, 'allows_private_networks'>> {
  const { rows } = await admin.query<Row>(SERVERS, [USER_ROLE, null])
  const { rows: facts } = await admin.query<Pick<ForeignServers, 'is_enabled' | 'roles'>>(FACTS)
  return { ...facts[0]!, servers: rows.map(stored).map(({ options: _, ...server }) => server) }
}

function stored({ options, ...row }: Row): StoredServer {
  const { hostaddr, dbname, sslmode, port, fetch_size } = options
  const wholeNumber = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)
  return {
    ...row,
    options,
    host: firstOf(options.host),
    address: hostaddr ?? null,
    port: wholeNumber(port) ?? DEFAULT_PORT,
    database: dbname ?? null,
    sslmode: foreignSslModes.find((mode) => mode === sslmode) ?? (null as ForeignSslMode | null),
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
