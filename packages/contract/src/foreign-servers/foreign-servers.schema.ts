import { z } from 'zod'
import { globalListQuery, objectPage } from '../database-objects/database-objects.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'
import {
  FETCH_SIZE_MAX,
  foreignSslModes,
  IMPORTED_TABLES_MAX,
  isHost,
  isSocket,
  isTooLong,
  NAME_BYTES,
  passwordPlaces,
  SERVERS_PAGE_SIZE,
} from './foreign-servers.rules.ts'

const SECRET_MAX = 1000
const HOST_MAX = 253

export const UserMapping = z.object({
  /** The role whose queries log in with it; `public` for all others. */
  role: z.string(),
  /** The user at the other server; null when PostgreSQL shows it to the owner of the mapping only. */
  user: z.string().nullable(),
  password: z.enum(passwordPlaces),
})
export type UserMapping = z.output<typeof UserMapping>

export const ForeignTable = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  remote_schema: z.string().nullable(),
  remote_name: z.string().nullable(),
})
export type ForeignTable = z.output<typeof ForeignTable>

export const ForeignServer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    wrapper: z.string(),
    owner: z.string(),
    /** Whether `postgres` may change it. */
    is_owned: z.boolean(),
    host: z.string().nullable(),
    /** Whether Basalt connects to it, with passwords that the database does not have. */
    is_relayed: z.boolean(),
    /** Of others: the address that PostgreSQL connects to itself; the one that the host had when the server was saved. */
    address: z.string().nullable(),
    port: z.number().int(),
    database: z.string().nullable(),
    sslmode: z.enum(foreignSslModes).nullable(),
    fetch_size: z.number().int().nullable(),
    use_remote_estimate: z.boolean(),
    /** All others, as they are stored. */
    other_options: z.array(z.object({ name: z.string(), value: z.string() })),
    mappings: z.array(UserMapping),
    /** At most FOREIGN_TABLES_LISTED. */
    tables: z.array(ForeignTable),
    table_count: z.number().int(),
  })
  .meta({ id: 'ForeignServer' })
export type ForeignServer = z.output<typeof ForeignServer>

export const ForeignServersQuery = globalListQuery(['name']).extend({
  limit: z.coerce.number().int().min(1).max(SERVERS_PAGE_SIZE).default(SERVERS_PAGE_SIZE),
})
export type ForeignServersQuery = z.output<typeof ForeignServersQuery>

export const ForeignServers = z.object({
  /** Whether the extension that the servers need is enabled. Creating the first server enables it. */
  is_enabled: z.boolean(),
  /** Whether the operator lets servers be in private networks and on the platform's own machine. */
  allows_private_networks: z.boolean(),
  ...objectPage(ForeignServer).shape,
})
export type ForeignServers = z.output<typeof ForeignServers>

const Name = Text.min(1, 'Enter a name').refine(
  (name) => !isTooLong(name),
  `PostgreSQL keeps ${NAME_BYTES} bytes of a name. Use a shorter one.`,
)

const Host = Text.min(1, 'Enter a host')
  .max(HOST_MAX, 'Host names have at most 253 characters')
  .refine((host) => !isSocket(host), 'Sockets of the machine cannot be used. Enter a host name.')
  .refine(isHost, 'Enter one host name or IP address, without a port')

const place = {
  host: Host,
  port: z.number().int().min(1, 'From 1 to 65535').max(65535, 'From 1 to 65535'),
  database: Name,
  sslmode: z.enum(foreignSslModes),
  /** Rows that are fetched at once; null for PostgreSQL's 100. */
  fetch_size: z.number().int().min(1).max(FETCH_SIZE_MAX).nullable(),
  /** Whether plans ask the other server what they cost: better plans, slower planning. */
  use_remote_estimate: z.boolean(),
}

export const ForeignLogin = z.strictObject({
  /** The user at the other server. */
  user: Name,
  /** PostgreSQL lets only superusers connect to servers without one. */
  password: Text.min(1, 'Enter the password').max(SECRET_MAX),
})
export type ForeignLogin = z.output<typeof ForeignLogin>

export const NewForeignServer = z.strictObject({
  name: Name,
  ...place,
  sslmode: place.sslmode.default('prefer'),
  fetch_size: place.fetch_size.default(null),
  use_remote_estimate: place.use_remote_estimate.default(false),
  /** How `postgres` logs in there. */
  login: ForeignLogin,
})
export type NewForeignServer = z.output<typeof NewForeignServer>

/** What a server is to be from now on. */
export const ForeignServerEdit = z.strictObject({
  name: Name,
  ...place,
  /** How `postgres` logs in there from now on. Needed when host or port change: a login is sent nowhere else. */
  login: ForeignLogin.optional(),
})
export type ForeignServerEdit = z.output<typeof ForeignServerEdit>

const PathName = z.string().min(1).max(255)
export const ForeignServerParams = ProjectParams.extend({ server: PathName })
export const UserMappingParams = ForeignServerParams.extend({ role: PathName })

export const DropForeignServerQuery = z.object({
  /** Drops its foreign tables and what depends on them as well. */
  cascade: z.enum(['true', 'false']).default('false'),
})

/** What is dropped with a server: `foreign table shop.orders`, as PostgreSQL describes it. */
export const ForeignServerDependents = z.object({ dependents: z.array(z.string()) })

export const ForeignServerTest = z.object({
  is_reachable: z.boolean(),
  milliseconds: z.number(),
  /** Of the other server, such as `16.4`; null when it is not reachable. */
  version: z.string().nullable(),
  /** Why it is not reachable; null when it is. */
  reason: z.string().nullable(),
  /** The addresses that the host has now, when the one that is used is no longer among them. */
  moved_to: z.array(z.string()),
})
export type ForeignServerTest = z.output<typeof ForeignServerTest>

export const remoteTableKinds = [
  'table',
  'view',
  'materialized_view',
  'foreign_table',
  'partitioned_table',
] as const

export const RemoteTablesQuery = z.object({
  /** The schema whose tables are listed; none unless given. */
  schema: Text.max(255).optional(),
})

export const RemoteTables = z.object({
  schemas: z.array(z.object({ name: z.string(), tables: z.number().int() })),
  /** At most REMOTE_TABLES_LISTED. */
  tables: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(remoteTableKinds),
      /** Estimated; null when the other server has not counted yet. */
      rows: z.number().nullable(),
    }),
  ),
})
export type RemoteTables = z.output<typeof RemoteTables>

export const ForeignSchemaImport = z.strictObject({
  /** The schema at the other server. */
  schema: Name,
  tables: z.array(Name).min(1, 'Choose at least one table').max(IMPORTED_TABLES_MAX),
  /** The schema here, which is created when it does not exist. */
  into: Name,
  /** Drops foreign tables of this server that have these names in the schema, to define them again. */
  replaces: z.boolean().default(false),
})
export type ForeignSchemaImport = z.output<typeof ForeignSchemaImport>

export const ForeignSchemaImported = z.object({
  /** Names of the foreign tables that were created, in the schema. */
  tables: z.array(z.string()),
})
