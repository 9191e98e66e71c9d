import { randomUUID } from 'node:crypto'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { createGateway, type Gateway } from './gateway.ts'
import type { GatewayOptions } from './gateway-options.ts'
import type { PoolMode, Route } from './resolver.ts'

/** Logins have the form `{role}.{GROUP}`. */
export const GROUP = 'abcdefghij'
export const PASSWORD = 'correct horse'

export type GatewayFixture = Awaited<ReturnType<typeof startGateway>>

/** A real server with its own database and role, and a gateway in front of it in both modes. */
export async function startGateway(options: Partial<GatewayOptions> & { route?: Partial<Route> } = {}) {
  const database = await createThrowawayDatabase()
  const url = new URL(database.url)
  // Roles belong to the whole server, which other test files share.
  const role = `gateway_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${role} login password '${PASSWORD}'`)
  await admin.query(`grant all on schema public to ${role}`)
  const name = url.pathname.slice(1)
  const endpoint = { host: url.hostname, port: Number(url.port) }
  const closing: (() => Promise<unknown>)[] = []

  const verifierOf = async (of: string) => {
    const { rows } = await admin.query('select rolpassword from pg_authid where rolname = $1', [of])
    return rows[0]?.rolpassword as string | undefined
  }
  const { route, ...rest } = options
  const gateway: Gateway = await createGateway({
    resolve: async ({ user, database: wanted }) => {
      const [of = '', group] = user.split('.')
      const verifier = await verifierOf(of)
      if (group !== GROUP || verifier === undefined) return undefined
      return {
        group,
        role: of,
        database: wanted,
        verifier,
        poolSize: 3,
        maxClients: 50,
        endpoint: async () => endpoint,
        ...route,
      }
    },
    listeners: [
      { name: 'session', mode: 'session', host: '127.0.0.1', port: 0 },
      { name: 'transaction', mode: 'transaction', host: '127.0.0.1', port: 0 },
    ],
    ...rest,
  })

  const login = (mode: PoolMode): pg.ClientConfig => ({
    host: '127.0.0.1',
    port: gateway.ports[mode]!,
    user: `${role}.${GROUP}`,
    password: PASSWORD,
    database: name,
  })
  const connect = async (config: pg.ClientConfig) => {
    const client = new pg.Client(config)
    // The query under way fails too when the connection is closed.
    client.on('error', () => undefined)
    await client.connect()
    closing.push(() => client.end().catch(() => undefined))
    return client
  }

  return {
    gateway,
    admin,
    role,
    /** The user name of the role at the gateway. */
    user: `${role}.${GROUP}`,
    endpoint,
    database: name,
    login,
    /** A `pg` client through the gateway, ended with the fixture. */
    through: (mode: PoolMode, config: pg.ClientConfig = {}) => connect({ ...login(mode), ...config }),
    /** A `pg` client connected directly, ended with the fixture. */
    direct: (config: pg.ClientConfig = {}) =>
      connect({ ...endpoint, user: role, password: PASSWORD, database: name, ...config }),
    /** The statistics of a mode's pool. */
    pool: (mode: PoolMode) => gateway.statistics().pools.find((pool) => pool.mode === mode),

    async stop() {
      await Promise.all(closing.map((end) => end()))
      await gateway.close({ drainMs: 0 })
      await admin.query(`drop owned by ${role}`)
      await admin.query(`drop role ${role}`)
      await admin.end()
      await database.drop()
    },
  }
}
