import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { createGateway, type Gateway } from '@basalt/postgres-gateway/gateway.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, PASSWORD, type Person, reaches, signUp } from '../../test/people.ts'
import { openPoolers } from './open-poolers.ts'
import { readOrMakeIdentity } from './tls-identity.ts'

let fixture: AppFixture
let owner: Person
let ref: string
let gateway: Gateway
let keysDir: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner), { db_pass: PASSWORD })).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  keysDir = path.join(path.dirname(fixture.config.dataDir), 'keys')
  gateway = await open({ session: 0, transaction: 0 })
  await fixture.poolers.attach(gateway)
})
afterAll(async () => {
  await gateway.close({ drainMs: 0 })
  await fixture[Symbol.asyncDispose]()
})

const open = (ports: { session: number; transaction: number }) =>
  openPoolers({
    host: '127.0.0.1',
    ports,
    tls: readOrMakeIdentity(keysDir),
    resolve: fixture.poolers.resolve,
    log: () => undefined,
    run: createGateway,
  })

async function query(sql: string, config: pg.ClientConfig = {}) {
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
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test.each(['session', 'transaction'])(
  'a project is reached through the %s pooler as one of its roles',
  async (mode) => {
    const port = gateway.ports[mode]!
    expect(await query('select current_user as role, current_database() as database', { port })).toEqual([
      { role: 'postgres', database: 'postgres' },
    ])
    const ssl = { ca: readFileSync(path.join(keysDir, 'pooler.crt'), 'utf8'), servername: 'localhost' }
    expect(await query('select 1 as one', { port, ssl })).toEqual([{ one: 1 }])
  },
)

test("a user's own role logs in like any other, and with a new password at once", async () => {
  await query("create role reporter login password 'first'")
  const user = `reporter.${ref}`
  expect(await query('select current_user as role', { user, password: 'first' })).toEqual([
    { role: 'reporter' },
  ])
  await query("alter role reporter password 'second'")
  await expect(query('select 1', { user, password: 'first' })).rejects.toMatchObject({ code: '28P01' })
  expect(await query('select 1 as one', { user, password: 'second' })).toEqual([{ one: 1 }])
})

test.each([
  ['a wrong password', { password: 'guess' }],
  ['another project', { user: 'postgres.aaaaaaaaaaaaaaaaaaaa' }],
  ['an unknown role', { user: () => `nobody.${ref}` }],
  ["Basalt's superuser", { user: () => `basalt_admin.${ref}` }],
])('%s is refused like every other wrong login', async (_what, wrong) => {
  const user = 'user' in wrong ? wrong.user : undefined
  const config = typeof user === 'function' ? { user: user() } : (wrong as pg.ClientConfig)
  await expect(query('select 1', config)).rejects.toMatchObject({ code: '28P01' })
})

test('a taken port is skipped', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as net.AddressInfo
  const other = await open({ session: port, transaction: 0 })
  expect(other.ports.session).toBeGreaterThan(port)
  await other.close()
  taken.close()
})

test('pausing a project disconnects its clients, and later ones get the reason', async () => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: gateway.ports.transaction!,
    user: `postgres.${ref}`,
    password: PASSWORD,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  const pending = client.query('select pg_sleep(600)').catch((error) => error.code)
  await waitFor(() => gateway.statistics().pools.some(({ clients }) => clients.active === 1))
  await owner.call(pauseProject, { params: { ref } })
  expect(await pending).toBe('57P01')
  await reaches(owner, ref, 'INACTIVE')
  await expect(query('select 1')).rejects.toMatchObject({
    code: '57P03',
    message: expect.stringContaining('paused'),
  })
})
