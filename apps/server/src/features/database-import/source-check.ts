import type { SourceCheck, SourceSchema } from '@basalt/contract/database-import/database-import.schema.ts'
import type { SourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import { PROTECTED_ROLE_PREFIXES } from '@basalt/contract/database-objects/roles/roles.rules.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'
import { checkFollow } from './follow/follow-check.ts'
import { takenTables, USERS_SCHEMA } from './imported-users.ts'
import { versionObstacle } from './source-version.rules.ts'

type Runner = Pick<pg.Client, 'query'>

interface SourceFacts {
  version: string
  version_number: number
  database: string
  bytes: number
  large_objects: number
}

const FACTS = `
  select pg_catalog.split_part(pg_catalog.current_setting('server_version'), ' ', 1) as version,
    pg_catalog.current_setting('server_version_num')::int as version_number,
    pg_catalog.current_database() as database, pg_catalog.pg_database_size(pg_catalog.current_database())::float8 as bytes,
    (select pg_catalog.count(*)::int from pg_catalog.pg_largeobject_metadata) as large_objects`

/** Sizes as of the last VACUUM or ANALYZE: the real ones would wait for locks. */
const SCHEMAS = `
  select n.nspname as name, pg_catalog.count(c.oid)::int as tables,
    coalesce(pg_catalog.sum(greatest(c.relpages, 0) + greatest(coalesce(toast.relpages, 0), 0)), 0)::float8
      * pg_catalog.current_setting('block_size')::int as bytes
  from pg_catalog.pg_namespace n
  left join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'm')
  left join pg_catalog.pg_class toast on toast.oid = c.reltoastrelid
  where ${isOfUsers('n.nspname')} group by 1 order by 1`

const INSTALLED = `
  select extname as name, extversion as version from pg_catalog.pg_extension where extname <> 'plpgsql' order by 1`

/** Roles that grants and policies of this database name (a, r), or that own objects (o). */
const ROLES = `
  select r.rolname as name, pg_catalog.array_agg(distinct d.deptype::text) as uses
  from pg_catalog.pg_shdepend d join pg_catalog.pg_roles r on r.oid = d.refobjid
  where d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass and r.rolname !~ '^pg_'
    and d.dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
  group by 1 order by 1`

/** Users of apps, where the source has them as projects have. They are added to those of the project. */
const USERS = `
  select pg_catalog.count(*)::int as tables, pg_catalog.sum(pg_catalog.pg_table_size(c.oid))::float8 as bytes
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = '${USERS_SCHEMA}' and c.relname = any ($1)
    and pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_table_privilege(c.oid, 'select')
  having pg_catalog.count(*) filter (where c.relname in ('users', 'identities')) = 2
    and exists (select from information_schema.columns
      where table_schema = '${USERS_SCHEMA}' and (table_name, column_name) = ('users', 'encrypted_password'))
    and exists (select from information_schema.columns
      where table_schema = '${USERS_SCHEMA}' and (table_name, column_name) = ('identities', 'identity_data'))`

interface UsersFacts {
  tables: number
  bytes: number
}

/** Schemas of the project that hold something, and so cannot be imported into. */
const OCCUPIED = `
  select n.nspname as name from pg_catalog.pg_namespace n
  where exists (select from pg_catalog.pg_class where relnamespace = n.oid)
    or exists (select from pg_catalog.pg_proc where pronamespace = n.oid)
    or exists (select from pg_catalog.pg_type where typnamespace = n.oid)`

/** The roles of a source database, as far as an import is concerned with them. */
export async function rolesOf(source: Runner) {
  const { rows } = await source.query<{ name: string; uses: string[] }>(ROLES)
  return {
    /** With privileges or in policies. */
    named: rows.filter(({ uses }) => uses.some((use) => use === 'a' || use === 'r')).map(({ name }) => name),
    /** Those of users: a platform's own roles own what is not imported. */
    owners: rows
      .filter(
        ({ name, uses }) => uses.includes('o') && !PROTECTED_ROLE_PREFIXES.some((of) => name.startsWith(of)),
      )
      .map(({ name }) => name),
  }
}

/** What a source database has, and what of it fits into a project. Reads both catalogs and changes nothing. */
export async function checkSource(
  source: pg.Client,
  project: Runner,
  address: SourceAddress,
): Promise<SourceCheck> {
  const { rows: facts } = await source.query<SourceFacts>(FACTS)
  const { version, version_number, database, bytes, large_objects } = facts[0]!
  const { rows: schemas } = await source.query<Omit<SourceSchema, 'obstacle'>>(SCHEMAS)
  const { rows: installed } = await source.query<{ name: string; version: string }>(INSTALLED)
  const { rows: users } = await source.query<UsersFacts>(USERS, [takenTables])
  const roles = await rolesOf(source)
  const occupied = await namesOf(project, OCCUPIED)
  const available = await namesOf(project, 'select name from pg_catalog.pg_available_extensions')
  const existing = await namesOf(project, 'select rolname as name from pg_catalog.pg_roles')
  return {
    version,
    database,
    bytes,
    large_objects,
    is_encrypted: 'encrypted' in (source as unknown as Connected).connection.stream,
    obstacle: versionObstacle(version, Math.floor(version_number / 10_000)),
    schemas: [
      ...schemas.map((schema) => ({
        ...schema,
        obstacle: occupied.has(schema.name)
          ? 'The schema of this name in the project holds objects. Import into an empty project, or move them away.'
          : null,
      })),
      ...users.map(({ tables, bytes }) => ({ name: USERS_SCHEMA, tables, bytes, obstacle: null })),
    ],
    extensions: installed.map((extension) => ({ ...extension, is_available: available.has(extension.name) })),
    roles: roles.named.map((name) => ({ name, exists: existing.has(name) })),
    owners: roles.owners,
    follow: await checkFollow(source, address),
  }
}

/** The driver's connection, which its published types omit. */
interface Connected {
  connection: { stream: object }
}

async function namesOf(client: Runner, sql: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(sql)
  return new Set(rows.map(({ name }) => name))
}
