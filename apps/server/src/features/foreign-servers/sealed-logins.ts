import type { ForeignLogin, ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { type RemotePlace, relayedUser } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import { alterUserMapping } from '@basalt/sql/foreign-server.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ForeignLoginStore } from './foreign-logins.store.ts'
import type { StoredMapping, StoredServer } from './read-foreign-servers.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'asAdmin'>
  readonly logins: ForeignLoginStore
}

/** A statement as it is recorded, and how it is run when it holds a secret. */
export type Statement = string | { readonly shown: string; run(client: pg.Client): Promise<unknown> }

/** User mappings whose passwords are outside of the database. */
export function sealedLogins({ databases, logins }: Deps) {
  /** What the page shows of servers: where their passwords are, but neither options nor ids of logins. */
  const shown = async (ref: string, servers: readonly StoredServer[]): Promise<ForeignServer[]> => {
    const ids = servers.flatMap(({ mappings }) => mappings.flatMap(({ id }) => id ?? []))
    const destinations = await logins.destinations(ref, ids)
    return servers.map(({ options: _, mappings, ...server }) => ({
      ...server,
      mappings: mappings.map(({ role, user, id, hasPassword }) => ({
        role,
        user,
        password:
          id === undefined
            ? hasPassword
              ? 'database'
              : 'none'
            : passwordPlace(server, destinations.get(id)),
      })),
    }))
  }

  /** Keeps a login outside of the database. Resolves to how the statement for it is made with the token. */
  const keep = async (
    ref: string,
    place: Pick<RemotePlace, 'host' | 'port'>,
    login: ForeignLogin,
    write: (user: string, password?: string) => string,
  ): Promise<Statement> => {
    const { id, token } = await logins.keep(ref, place, login)
    const user = relayedUser(login.user, id)
    return withSecret((password) => write(user, password), token)
  }

  /** The statements that take the passwords of a server out of the database, except that of a role. */
  const seal = async (
    ref: string,
    { id, mappings }: StoredServer,
    name: string,
    place: Pick<RemotePlace, 'host' | 'port'>,
    except?: string,
  ): Promise<Statement[]> => {
    const open = mappings.filter(
      (mapping) => mapping.id === undefined && mapping.hasPassword && mapping.role !== except,
    )
    if (open.length === 0) return []
    const found = await databases.asAdmin.session(ref, async (admin) => {
      const { rows } = await admin.query<{ role: string; user: string | null; password: string }>(PASSWORDS, [
        id,
      ])
      return rows
    })
    return Promise.all(
      open.flatMap(({ role }) => {
        const login = found.find((row) => row.role === role)
        if (!login) return []
        const has = { hasUser: login.user !== null, hasPassword: true }
        return keep(ref, place, { user: login.user ?? role, password: login.password }, (user, password) =>
          alterUserMapping(name, role, user, has, password),
        )
      }),
    )
  }

  return { shown, keep, seal }
}

const PASSWORDS = `
  select case m.umuser when 0 then 'public' else pg_catalog.pg_get_userbyid(m.umuser) end as role,
    (select option_value from pg_catalog.pg_options_to_table(m.umoptions) where option_name = 'user') as user,
    (select option_value from pg_catalog.pg_options_to_table(m.umoptions) where option_name = 'password') as password
  from pg_catalog.pg_user_mapping m where m.umserver = $1`

/** The logins outside of the database that these mappings use. */
export const idsOf = (mappings: readonly StoredMapping[]) => mappings.flatMap(({ id }) => id ?? [])

const passwordPlace = (
  { host, port }: Pick<StoredServer, 'host' | 'port'>,
  destination: Pick<RemotePlace, 'host' | 'port'> | undefined,
) =>
  destination === undefined
    ? 'missing'
    : destination.host === host && destination.port === port
      ? 'sealed'
      : 'other_place'

/**
 * A statement with a secret, which is a parameter of the session, so that neither pg_stat_activity, pg_stat_statements nor
 * an error shows it.
 */
const withSecret = (write: (secret?: string) => string, secret: string): Statement => ({
  shown: write(),
  async run(client) {
    const [before, after] = write(PLACE).split(quoteLiteral(PLACE)) as [string, string]
    await client.query(`select pg_catalog.set_config('basalt.secret', $1, true)`, [secret])
    await client.query(`
      do $do$ begin
        execute ${quoteLiteral(before)} || pg_catalog.quote_literal(pg_catalog.current_setting('basalt.secret')) || ${quoteLiteral(after)};
      exception when others then
        -- Without its context, which is the statement.
        raise exception using errcode = sqlstate, message = sqlerrm;
      end $do$`)
    await client.query(`select pg_catalog.set_config('basalt.secret', '', true)`)
  },
})

/** Stands for the secret until PostgreSQL puts it in. */
const PLACE = `${crypto.randomUUID()}`
