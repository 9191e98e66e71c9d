import { listAddons, listAddonUse, removeAddon } from '@basalt/contract/addons/addons.endpoints.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { updateDatabasePassword } from '@basalt/contract/instances/instances.endpoints.ts'
import {
  getDedicatedPooler,
  listPoolActivity,
  listSharedPoolers,
  updateDedicatedPooler,
  updateSharedPooler,
} from '@basalt/contract/poolers/poolers.endpoints.ts'
import { restartProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Gateway } from '@basalt/postgres-gateway/gateway.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, PASSWORD, type Person, reaches } from '../../test/people.ts'
import { openPoolerApp, type PoolerFixture } from '../../test/pooler-fixture.ts'
import { dedicatedListener } from './pooler-login.ts'

let fixture: PoolerFixture
let owner: Person
let slug: string
let gateway: Gateway
let params: { ref: string }
beforeAll(async () => {
  fixture = await openPoolerApp()
  ;({ owner, slug, gateway } = fixture)
  params = { ref: fixture.ref }
})
afterAll(() => fixture[Symbol.asyncDispose]())

const rows = async () => (await owner.call(listSharedPoolers, { params })).body
const change = (body: object) => owner.call(updateSharedPooler, { params, body })

/** Logs in with a connection string as displayed, with the password filled in. */
async function whoIs(uri: string) {
  const client = new pg.Client(uri.replace('[YOUR_PASSWORD]', encodeURIComponent(PASSWORD)))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query('select current_user as role')).rows[0].role
  } finally {
    await client.end()
  }
}

test('both modes are listed with strings that open the database', async () => {
  const listed = await rows()
  expect(listed).toMatchObject(
    (['transaction', 'session'] as const).map((pool_mode) => ({
      pool_mode,
      identifier: params.ref,
      database_type: 'PRIMARY',
      db_host: '127.0.0.1',
      db_port: gateway.ports[pool_mode],
      db_name: 'postgres',
      db_user: `postgres.${params.ref}`,
      default_pool_size: 15,
      max_client_conn: 200,
      is_using_scram_auth: true,
    })),
  )
  for (const { db_host: host, db_port: port, db_name: database, db_user: user, ...row } of listed) {
    expect(row.connection_string).toBe(connectionUri({ host, port, database, user }))
    expect(row.connectionString).toBe(row.connection_string)
    expect(await whoIs(row.connection_string)).toBe('postgres')
  }
})

test('sizes apply to later connections, and null restores the default', async () => {
  expect((await change({ default_pool_size: 3, max_client_conn: 1 })).body).toEqual({
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_client_conn: 1,
  })
  const [transaction] = await rows()
  const first = new pg.Client(transaction!.connection_string.replace('[YOUR_PASSWORD]', PASSWORD))
  await first.connect()
  await first.query('select 1')
  const pool = gateway.statistics().pools.find(({ mode }) => mode === 'transaction')
  expect(pool?.servers.max).toBe(3)
  await expect(whoIs(transaction!.connection_string)).rejects.toMatchObject({ code: '53300' })
  await first.end()
  await change({ default_pool_size: null, max_client_conn: null })
  expect(await rows()).toMatchObject([{ default_pool_size: 15 }, { max_client_conn: 200 }])
})

test('the counters show the activity of a project', async () => {
  const [transaction] = await rows()
  const client = new pg.Client(transaction!.connection_string.replace('[YOUR_PASSWORD]', PASSWORD))
  await client.connect()
  await client.query('begin')
  const activity = async () => (await owner.call(listPoolActivity, { params })).body
  expect(await activity()).toContainEqual(
    expect.objectContaining({
      pool_mode: 'transaction',
      role: 'postgres',
      database: 'postgres',
      longest_wait_ms: 0,
      clients: { idle: 0, active: 1, waiting: 0, pinned: 0 },
      servers: expect.objectContaining({ active: 1, max: 15 }),
      totals: expect.objectContaining({ timeouts: 0, closed: expect.objectContaining({ lost: 0 }) }),
    }),
  )
  const { body } = await fixture.app.inject('/metrics')
  expect(body).toContain('basalt_pooler_clients{mode="transaction",state="active"} 1\n')
  expect(body).toContain('basalt_pooler_servers{mode="transaction",state="active"} 1\n')
  await client.end()
})

test('a login that names no project gets a hint how to name one', async () => {
  const [transaction] = await rows()
  const nameless = transaction!.connection_string.replace(`postgres.${params.ref}`, 'postgres')
  await expect(whoIs(nameless)).rejects.toMatchObject({
    code: '28000',
    hint: expect.stringContaining('role.project'),
  })
})

test('in pool mode session the transaction port refuses clients and is not listed', async () => {
  const [transaction, session] = await rows()
  await change({ pool_mode: 'session' })
  expect(await rows()).toEqual([session])
  await expect(whoIs(transaction!.connection_string)).rejects.toMatchObject({
    code: '0A000',
    message: expect.stringContaining('pool mode of this project is session'),
  })
  expect(await whoIs(session!.connection_string)).toBe('postgres')
  await change({ pool_mode: 'transaction' })
  expect(await whoIs(transaction!.connection_string)).toBe('postgres')
})

test.each([
  [{}, 'Name at least one field to change'],
  [{ pool_mode: 'statement' }, 'transaction or session'],
  [{ default_pool_size: 0 }, 'between 1 and 40'],
  [{ default_pool_size: 41 }, 'between 1 and 40'],
  [{ default_pool_size: 1.5 }, 'whole number'],
  [{ max_client_conn: '5' }, 'whole number'],
  [{ max_client_conn: 5001 }, 'between 1 and 5,000'],
  [{ ignore_startup_parameters: 'x' }, 'ignore_startup_parameters'],
])('a change like %j is refused', async (body, words) => {
  const reply = await change(body)
  expect([reply.status, reply.body]).toMatchObject([400, { message: expect.stringContaining(words) }])
})

test('every plan but the free one has the dedicated pooler', async () => {
  const dedicated = async () => (await owner.call(getDedicatedPooler, { params })).body
  const plan = (to: 'free' | 'pro') =>
    owner.call(updateSubscription, { params: { slug }, body: { plan: to } })
  const sizes = { default_pool_size: 5, max_client_conn: 50 }
  const change = (body: object) => owner.call(updateDedicatedPooler, { params, body })
  await change(sizes)
  expect((await change({ query_wait_timeout: 7 })).body).toEqual({
    ...sizes,
    query_wait_timeout: 7,
    server_idle_timeout: null,
    server_lifetime: null,
  })
  const own = await dedicated()
  expect(own).toMatchObject({ pgbouncer_status: 'ENABLED', pool_mode: 'transaction', ...sizes })
  expect(own).toMatchObject({ query_wait_timeout: 7, server_idle_timeout: 600, server_lifetime: 3600 })
  expect(own).toMatchObject({ db_user: 'postgres', db_host: '127.0.0.1', ssl_enforced: false })
  expect(own.connectionString).toBe(own.connection_string)
  expect(await whoIs(own.connection_string)).toBe('postgres')
  expect(gateway.statistics().pools.map(({ servers }) => servers.max)).toContain(5)
  const login = { user: own.db_user, database: own.db_name, listener: dedicatedListener(params.ref) }
  const from = {
    mode: 'transaction',
    remoteAddress: '127.0.0.1',
    isEncrypted: false,
    isReplication: false,
  } as const
  expect((await fixture.poolers.resolve({ ...login, ...from }))?.times).toEqual({
    queueTimeoutMs: 7_000,
    serverIdleMs: 600_000,
    serverLifetimeMs: 3_600_000,
  })
  const connected = await fixture.connect({ port: own.db_port, user: own.db_user })
  const disconnected = new Promise((resolve) => connected.once('error', ({ message }) => resolve(message)))
  await plan('free')
  expect(await disconnected).toBe('This project has no dedicated pooler on the free plan.')
  const { connection_string, ...free } = await dedicated()
  expect(free).toMatchObject({ pgbouncer_enabled: false, pgbouncer_status: 'DISABLED' })
  expect(await whoIs(connection_string)).toBe('postgres')
  expect((await change(sizes)).status).toBe(403)
  // Its port is closed after the change of plan has been announced.
  await waitFor(() =>
    whoIs(own.connection_string).then(
      () => false,
      ({ code }) => code === 'ECONNREFUSED',
    ),
  )
  await plan('pro')
  await waitFor(async () => (await dedicated()).pgbouncer_status === 'ENABLED')
  expect((await dedicated()).connection_string).toBe(own.connection_string)
})

test('a read-only member sees the poolers and the add-ons but cannot change them', async () => {
  const reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  expect((await reader.call(listSharedPoolers, { params })).body).toEqual(await rows())
  expect((await reader.call(listAddons, { params })).status).toBe(200)
  for (const call of [
    reader.call(updateSharedPooler, { params, body: { pool_mode: 'session' } }),
    reader.call(updateDedicatedPooler, { params, body: { max_client_conn: 1 } }),
    reader.call(removeAddon, { params: { ...params, variant: 'ipv4_default' } }),
  ])
    expect((await call).status).toBe(403)
})

test('the IPv4 add-on is enabled by default', async () => {
  expect((await owner.call(listAddons, { params })).body).toMatchObject({
    ref: params.ref,
    selected_addons: [{ type: 'ipv4', variant: { identifier: 'ipv4_default' } }],
    available_addons: [{ type: 'ipv4', variants: [{ identifier: 'ipv4_default' }] }],
  })
  const { body } = await owner.call(listAddonUse, { params: { slug } })
  expect(body).toEqual([{ type: 'ipv4', name: 'IPv4 address', projects: 1, of: 1 }])
})

/** Resolves with the code of the error that disconnected a client. */
const disconnectCode = (client: pg.Client) =>
  new Promise((resolve) => client.once('error', (error) => resolve((error as { code?: string }).code)))

test('a new password ends only the connections of its role, and only on request', async () => {
  const maker = await fixture.connect()
  await maker.query(`create role reporter login password 'reporter'`)
  await maker.end()
  const user = `reporter.${params.ref}`
  const [own, others] = [await fixture.connect(), await fixture.connect({ user, password: 'reporter' })]
  const reset = (end_connections: boolean) =>
    owner.call(updateDatabasePassword, { params, body: { password: PASSWORD, end_connections } })
  await reset(false)
  await own.query('select 1')
  const disconnected = disconnectCode(own)
  await reset(true)
  expect(await disconnected).toBe('57P01')
  expect((await others.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await fixture.whoIs()).toBe('postgres')
  await others.end()
})

test('clients are disconnected before a database restarts, and admitted again afterwards', async () => {
  const client = await fixture.connect()
  const disconnected = disconnectCode(client)
  await owner.call(restartProject, { params })
  expect(await disconnected).toBe('57P01')
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  expect(await fixture.whoIs()).toBe('postgres')
})
