import {
  FOREIGN_CHANGE_SECONDS,
  FOREIGN_READ_SECONDS,
  WRAPPER,
} from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type {
  ForeignLogin,
  ForeignSchemaImport,
  ForeignServer,
  ForeignServerEdit,
  ForeignServers,
  ForeignServersQuery,
  ForeignServerTest,
  NewForeignServer,
  RemoteTables,
} from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { placeText, type RemotePlace } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { dependentsOf } from '@basalt/schema-changes/dependents.ts'
import {
  alterServer,
  createServer,
  createUserMapping,
  dropServer,
  dropUserMapping,
  enableWrapper,
  type ForeignOptions,
  importSchema,
} from '@basalt/sql/foreign-server.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import { userSession } from '../../platform/other-databases/user-session.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { publicAddresses } from '../../platform/outgoing-requests/public-addresses.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import type { ForeignLoginStore } from './foreign-logins.store.ts'
import {
  findForeignServer,
  foreignServerPage,
  isWrapperEnabled,
  type StoredServer,
} from './read-foreign-servers.ts'
import { remoteTables, remoteVersion } from './remote-catalog.ts'
import { foreignFailure, remoteFailure } from './remote-failure.ts'
import { idsOf, type Statement, sealedLogins } from './sealed-logins.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  readonly recorded: RecordedChange
  readonly logins: ForeignLoginStore
  /** The addresses that servers may have. */
  readonly reach: Reach
}

export type ForeignServersService = ReturnType<typeof foreignServersService>

/**
 * Servers of foreign data wrappers. Changes run as `postgres`. Servers that are saved here are connected to by the relay,
 * which checks their addresses and has their passwords; the database itself checks those of others.
 */
export function foreignServersService({ databases, recorded, logins, reach }: Deps) {
  const { shown, keep, seal } = sealedLogins({ databases, logins })
  const find = async (ref: string, name: string): Promise<StoredServer> => {
    const server = await databases.asAdmin.session(ref, (admin) => findForeignServer(admin, name))
    if (!server) throw notFound('Foreign server', name)
    return server
  }

  const look = async <T>(ref: string, signal: AbortSignal, work: (client: pg.Client) => Promise<T>) =>
    userSession(ref, { databases, seconds: FOREIGN_READ_SECONDS, signal }, work)

  /** Runs statements in one transaction, and records them. Resolves to what `after` returns, inside the transaction. */
  const change = <T>(
    call: MemberCall,
    statements: readonly Statement[],
    after: (client: pg.Client) => Promise<T>,
  ): Promise<T> =>
    recorded(call, 'database_pages', async (note) => {
      note({
        kind: 'schema',
        statements: statements.map((statement) =>
          typeof statement === 'string' ? statement : statement.shown,
        ),
        ...(statements.some((statement) => typeof statement !== 'string') && { missing: 'secrets' as const }),
      })
      try {
        return await userSession(call.ref, { databases, seconds: FOREIGN_CHANGE_SECONDS }, async (client) => {
          await client.query('begin')
          for (const statement of statements)
            await (typeof statement === 'string' ? client.query(statement) : statement.run(client))
          const result = await after(client)
          await client.query('commit')
          return result
        })
      } catch (error) {
        throw foreignFailure(error)
      }
    })

  /** Throws `validation_failed` for a host that is unknown or may not be connected to; the relay checks it each time. */
  const optionsOf = async ({
    fetch_size,
    use_remote_estimate,
    ...place
  }: Omit<ForeignServerEdit, 'name' | 'login'>): Promise<ForeignOptions> => {
    await publicAddresses(place.host, { reach })
    return {
      ...PLACES,
      dbname: placeText(place),
      fetch_size: fetch_size === null ? null : String(fetch_size),
      use_remote_estimate: use_remote_estimate ? 'true' : null,
    }
  }

  /** The statements that give a role a login, and make a server that connected by itself use the relay. */
  const withLogin = async (ref: string, server: StoredServer, role: string, login: ForeignLogin) => {
    const place = placeNow(server)
    const { fetch_size, use_remote_estimate } = server
    const options = server.is_relayed
      ? server.options
      : await optionsOf({ ...place, fetch_size, use_remote_estimate })
    return [
      ...alterServer(server, server.name, options),
      ...(await seal(ref, server, server.name, place, role)),
      ...(server.mappings.some((mapped) => mapped.role === role) ? [dropUserMapping(server.name, role)] : []),
      await keep(ref, place, login, (user, password) => createUserMapping(server.name, role, user, password)),
    ]
  }

  return {
    /** A page of the servers, by name. */
    async read(ref: string, query: ForeignServersQuery): Promise<ForeignServers> {
      const { objects, ...found } = await databases.asAdmin.session(ref, async (admin) => ({
        is_enabled: await isWrapperEnabled(admin),
        ...(await foreignServerPage(admin, query)),
      }))
      return { ...found, objects: await shown(ref, objects), allows_private_networks: reach.isUnlimited }
    },

    /** Throws `not_found`. */
    async one(ref: string, name: string): Promise<ForeignServer> {
      const [server] = await shown(ref, [await find(ref, name)])
      return server!
    },

    /** Throws `validation_failed` for the host, and `sql_failed` for what PostgreSQL refuses. */
    async create(call: MemberCall, { name, login, ...place }: NewForeignServer) {
      const isEnabled = await databases.asAdmin.session(call.ref, isWrapperEnabled)
      const options = await optionsOf(place)
      await change(
        call,
        [
          ...(isEnabled ? [] : [enableWrapper(WRAPPER)]),
          createServer(name, WRAPPER, options),
          await keep(call.ref, place, login, (user, password) =>
            createUserMapping(name, USER_ROLE, user, password),
          ),
        ],
        async () => undefined,
      )
    },

    /** Throws `not_found`, `validation_failed` for the host or a login that is missing for another one, and `sql_failed` for what PostgreSQL refuses. */
    async change(call: MemberCall, current: string, { name, login, ...place }: ForeignServerEdit) {
      const server = await find(call.ref, current)
      mustBeRelayable(server)
      const own = server.mappings.find(({ role }) => role === USER_ROLE)
      const isMoved = server.is_relayed && (place.host !== server.host || place.port !== server.port)
      if (isMoved && own && !login) throw loginForAnother(server)
      const statements: Statement[] = [
        ...alterServer(server, name, await optionsOf(place)),
        ...(await seal(call.ref, server, name, place, login && USER_ROLE)),
      ]
      if (login) {
        if (own) statements.push(dropUserMapping(name, USER_ROLE))
        statements.push(
          await keep(call.ref, place, login, (user, password) =>
            createUserMapping(name, USER_ROLE, user, password),
          ),
        )
      }
      if (statements.length === 0) return
      await change(call, statements, async () => undefined)
      if (login && own) await logins.remove(call.ref, idsOf([own]))
    },

    /** What is dropped with a server besides its logins. Throws `not_found`. */
    async dependents(ref: string, name: string): Promise<string[]> {
      const { id } = await find(ref, name)
      return databases.asAdmin.session(ref, async (admin) => {
        const { rows } = await admin.query<{ text: string }>(dependentsOf('pg_foreign_server', id))
        return rows.map(({ text }) => text).filter((text) => !/^user mapping for /.test(text))
      })
    },

    /** Throws `not_found`, and `sql_failed` when tables or others depend on it, unless they go as well. */
    async drop(call: MemberCall, name: string, cascade: boolean) {
      const { mappings } = await find(call.ref, name)
      await change(
        call,
        [...mappings.map(({ role }) => dropUserMapping(name, role)), dropServer(name, cascade)],
        async () => undefined,
      )
      await logins.remove(call.ref, idsOf(mappings))
    },

    /** Throws `not_found` for the server, and `sql_failed` for a role that does not exist. */
    async setMapping(call: MemberCall, name: string, role: string, login: ForeignLogin) {
      const server = await find(call.ref, name)
      mustBeRelayable(server)
      await change(call, await withLogin(call.ref, server, role, login), async () => undefined)
      await logins.remove(call.ref, idsOf(server.mappings.filter((mapped) => mapped.role === role)))
    },

    /** Throws `not_found`. */
    async dropMapping(call: MemberCall, name: string, role: string) {
      const { mappings } = await find(call.ref, name)
      const dropped = mappings.filter((mapped) => mapped.role === role)
      if (dropped.length === 0) throw notFound('User mapping', role)
      await change(call, [dropUserMapping(name, role)], async () => undefined)
      await logins.remove(call.ref, idsOf(dropped))
    },

    /** Connects as queries would. Throws `not_found`; a failure to connect is a result. */
    async test(ref: string, name: string, signal: AbortSignal): Promise<ForeignServerTest> {
      const server = await find(ref, name)
      const started = performance.now()
      const ended = (rest: Pick<ForeignServerTest, 'version' | 'reason'>, moved_to: string[]) => ({
        is_reachable: rest.reason === null,
        milliseconds: performance.now() - started,
        moved_to,
        ...rest,
      })
      try {
        const version = await look(ref, signal, (client) => remoteVersion(client, name))
        return ended({ version, reason: null }, await movedTo(server, reach))
      } catch (error) {
        const reason = remoteFailure(error)
        if (reason === undefined) throw foreignFailure(error)
        return ended({ version: null, reason }, await movedTo(server, reach))
      }
    },

    /** Throws `not_found`, and `upstream_failed` when the server cannot be reached. */
    async remoteTables(
      ref: string,
      name: string,
      schema: string | undefined,
      signal: AbortSignal,
    ): Promise<RemoteTables> {
      await find(ref, name)
      try {
        return await look(ref, signal, (client) => remoteTables(client, name, schema))
      } catch (error) {
        throw foreignFailure(error)
      }
    },

    /**
     * Creates foreign tables, all or none. Throws `not_found`, `validation_failed` for tables that the server does not have,
     * and `upstream_failed` when it cannot be reached.
     */
    async import(call: MemberCall, name: string, { schema, tables, into, replaces }: ForeignSchemaImport) {
      const server = await find(call.ref, name)
      if (isProtectedSchema(into))
        throw new AppError(
          'validation_failed',
          `The schema ${into} is managed by the platform. Choose another one.`,
          {
            details: { issues: [{ path: 'into', message: 'Managed by the platform. Choose another one.' }] },
          },
        )
      const wanted = [...new Set(tables)]
      const gone = replaces ? await tablesNamed(call.ref, server, into, wanted) : []
      const locals = wanted.map((table) => quoteQualified(into, table)).join(', ')
      return change(
        call,
        [
          `create schema if not exists ${quoteIdentifier(into)}`,
          ...gone.map((table) => `drop foreign table ${quoteQualified(into, table)}`),
          importSchema({ server: name, schema, tables: wanted, into }),
        ],
        async (client) => {
          const { rows } = await client.query<{ name: string }>(IMPORTED, [name, into, wanted])
          const made = rows.map((row) => row.name)
          const missing = wanted.find((table) => !made.includes(table))
          if (missing !== undefined)
            throw new AppError('validation_failed', `The server has no table ${schema}.${missing}.`)
          // Row level security does not exist for foreign tables, so the API's roles get them only on purpose.
          await client.query(`revoke all on ${locals} from anon, authenticated`)
          return { tables: made }
        },
      )
    },
  }

  /** The foreign tables of a server in a schema that have one of these names. */
  async function tablesNamed(ref: string, { name }: StoredServer, schema: string, names: readonly string[]) {
    const { rows } = await databases.asAdmin.session(ref, (admin) =>
      admin.query<{ name: string }>(IMPORTED, [name, schema, names]),
    )
    return rows.map((row) => row.name)
  }
}

const IMPORTED = `
  select c.relname as name from pg_catalog.pg_foreign_table f
  join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
  join pg_catalog.pg_class c on c.oid = f.ftrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where s.srvname = $1 and n.nspname = $2 and c.relname = any ($3)
  order by c.relname`

/** The addresses of a server's host when PostgreSQL uses none of them any more. */
async function movedTo({ host, address }: StoredServer, reach: Reach): Promise<string[]> {
  if (host === null || address === null) return []
  const { addresses } = await publicAddresses(host, { reach }).catch(() => ({ addresses: [] }))
  const used = address.split(',')
  return addresses.some((one) => used.includes(one)) ? [] : [...addresses]
}

/** Options that a server had before the relay connected to it, and does not have any more. */
const PLACES = { host: null, hostaddr: null, port: null, sslmode: null, sslrootcert: null }

function mustBeRelayable({ wrapper }: StoredServer) {
  if (wrapper !== WRAPPER)
    throw new AppError('conflict', `Only servers of ${WRAPPER} can be changed here. Use SQL for others.`)
}

/** Where a server is, also one that SQL gave nothing but an address. */
const placeNow = ({ host, address, port, database, sslmode, options }: StoredServer): RemotePlace => ({
  host: host ?? address?.split(',')[0] ?? '',
  port,
  database: database ?? USER_ROLE,
  // Modes of libpq that need files of the machine are as strict as the one that does not.
  sslmode: sslmode ?? (options.sslmode === 'verify-ca' ? 'verify-full' : 'prefer'),
})

function loginForAnother({ host, port }: StoredServer) {
  const message = `The password was entered for ${host}:${port} and is sent nowhere else. Enter the login again.`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'login.password', message }] },
  })
}
