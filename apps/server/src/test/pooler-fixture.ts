import net from 'node:net'
import path from 'node:path'
import { createGateway } from '@basalt/postgres-gateway/gateway.ts'
import pg from 'pg'
import { openPoolers } from '../features/poolers/open-poolers.ts'
import { readOrMakeIdentity } from '../features/poolers/tls-identity.ts'
import { openApp } from './app-fixture.ts'
import { anOrganization, aProject, PASSWORD, reaches, signUp } from './people.ts'

export type PoolerFixture = Awaited<ReturnType<typeof openPoolerApp>>

/** The server with its poolers, and one running project. */
export async function openPoolerApp({
  env = {},
  ...options
}: Parameters<typeof openApp>[1] & { env?: Record<string, string> } = {}) {
  const fixture = await openApp(env, options)
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization, { db_pass: PASSWORD })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(path.dirname(fixture.config.dataDir), 'keys')),
    resolve: fixture.poolers.resolve,
    onLogin: fixture.poolers.onLogin,
    log: () => undefined,
    run: createGateway,
  })
  await fixture.poolers.attach(gateway)

  /** A client of the transaction pooler, as role `postgres` by default. */
  const connect = async (config: pg.ClientConfig = {}) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: gateway.ports.transaction!,
      user: `postgres.${ref}`,
      password: PASSWORD,
      database: 'postgres',
      ...config,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  return {
    ...fixture,
    owner,
    slug: organization.slug,
    ref,
    gateway,
    connect,
    /** Logs in, and returns the role. */
    async whoIs(config: pg.ClientConfig = {}): Promise<string> {
      const client = await connect(config)
      try {
        return (await client.query('select current_user as role')).rows[0].role
      } finally {
        await client.end()
      }
    },
    async [Symbol.asyncDispose]() {
      await gateway.close({ drainMs: 0 })
      await fixture[Symbol.asyncDispose]()
    },
  }
}

/** A driver option: connects from another address of this machine. */
export const from = (localAddress: string): pg.ClientConfig => ({
  stream: () => {
    const socket = new net.Socket()
    const connect = socket.connect.bind(socket)
    socket.connect = ((port: number, host: string) =>
      connect({ port, host, localAddress })) as typeof socket.connect
    return socket
  },
})
