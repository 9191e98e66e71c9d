import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import {
  changeSubscription,
  createSubscription,
  dropReplicationSlot,
  dropSubscription,
  readReplication,
} from '@basalt/contract/replication/replication.endpoints.ts'
import type { Replication } from '@basalt/contract/replication/replication.schema.ts'
import { type OwnPostgres, startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { DATABASE_PASSWORD, type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember } from '../../test/people.ts'

let project: DataApiFixture
let other: OwnPostgres
let databases: Platform['databases']
const features = [
  (platform: Platform): Slice => {
    databases = platform.databases
    return {}
  },
]
beforeAll(async () => {
  ;[project, other] = await Promise.all([
    openDataApi('create table public.prices (id int primary key, price numeric)', {
      features,
      env: { BASALT_PRIVATE_NETWORKS: '127.0.0.0/8,::1' },
    }),
    startOwnPostgres(),
  ])
})
afterAll(async () => {
  await project.sql(`select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active`)
  await other.close()
  await project[Symbol.asyncDispose]()
})

const params = () => ({ ref: project.ref })
const read = async (): Promise<Replication> =>
  (await project.owner.call(readReplication, { params: params() })).body
const create = (body: object) =>
  project.owner.call(createSubscription, {
    params: params(),
    body: { name: 'from_other', connection_string: other.url, publications: ['Größe "x"'], ...body },
  })
const change = (name: string, action: string, more: object = {}) =>
  project.owner.call(changeSubscription, { params: { ...params(), name }, body: { action, ...more } })
const drop = (name: string, leaves_slot = 'false') =>
  project.owner.call(dropSubscription, { params: { ...params(), name }, query: { leaves_slot } })
const dropSlot = (name: string) => project.owner.call(dropReplicationSlot, { params: { ...params(), name } })
const slotsThere = async () => (await other.query('select slot_name from pg_replication_slots')).rows
const untilCount = (count: number) =>
  waitFor(async () => {
    const [row] = await project.sql('select count(*)::int as count from public.stock')
    return row.count === count
  })

test('a project subscribes to another server, pauses, takes up new tables and lets go', async () => {
  await other.query(`create table public.stock (id int primary key); insert into public.stock select generate_series(1, 10);
    create table public.late (id int primary key); create publication "Größe ""x""" for table public.stock`)
  await project.sql(
    'create table public.stock (id int primary key); create table public.late (id int primary key)',
  )
  expect(await create({})).toMatchObject({ status: 201 })
  await untilCount(10)
  await waitFor(async () => (await read()).subscriptions[0]?.is_connected)
  expect((await read()).subscriptions).toMatchObject([
    {
      name: 'from_other',
      owner: 'postgres',
      is_enabled: true,
      publications: ['Größe "x"'],
      slot_name: 'from_other',
      table_count: 1,
      tables: [{ schema: 'public', name: 'stock' }],
      is_of_import: false,
    },
  ])
  expect(await change('from_other', 'disable')).toMatchObject({ status: 200 })
  await other.query('insert into public.stock values (11)')
  await waitFor(async () => !(await read()).subscriptions[0]!.is_connected)
  expect(await project.sql('select count(*)::int as count from public.stock')).toEqual([{ count: 10 }])
  expect(await change('from_other', 'enable')).toMatchObject({ status: 200 })
  await untilCount(11)
  await other.query('alter publication "Größe ""x""" add table public.late')
  expect(await change('from_other', 'refresh')).toMatchObject({ status: 200 })
  expect((await read()).subscriptions[0]!.tables.map(({ name }) => name).sort()).toEqual(['late', 'stock'])
  expect(await drop('from_other')).toMatchObject({ status: 200 })
  expect(await slotsThere()).toEqual([])
  expect((await read()).subscriptions).toEqual([])
  // What was copied stays, and the ledger has the SQL without the password.
  await untilCount(11)
  const { body: changes } = await project.owner.call(listChanges, { params: params() })
  const texts = JSON.stringify(changes)
  expect(texts).toContain('drop subscription')
  expect(texts).not.toContain(new URL(other.url).password)
})

test('a subscription whose publisher is gone is dropped without it, and leaves its slot there', async () => {
  await other.query('create publication gone')
  expect(await create({ name: 'lonely', publications: ['gone'] })).toMatchObject({ status: 201 })
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(
      `alter subscription lonely connection 'host=127.0.0.1 port=1 user=nobody password=none dbname=none'`,
    ),
  )
  expect(await drop('lonely')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('could not connect') },
  })
  expect(await drop('lonely', 'true')).toMatchObject({ status: 200 })
  expect((await read()).subscriptions).toEqual([])
  expect(await slotsThere()).toEqual([{ slot_name: 'lonely' }])
  const { body: changes } = await project.owner.call(listChanges, { params: params() })
  expect(changes.changes[0]?.sql).toBe(
    'alter subscription "lonely" disable;\n\nalter subscription "lonely" set (slot_name = none);\n\ndrop subscription "lonely";',
  )
  await waitFor(() => other.query(`select pg_drop_replication_slot('lonely')`).then(() => true))
})

test('a subscription is edited: its publications and its publisher, at once or while it is disabled', async () => {
  await other.query(`create table public.first (id int primary key); create table public.second (id int primary key);
    create publication "Erste" for table public.first; create publication second for table public.second;
    insert into public.first values (1); insert into public.second values (1)`)
  await project.sql(
    'create table public.first (id int primary key); create table public.second (id int primary key)',
  )
  expect(await create({ name: 'edited', publications: ['Erste'] })).toMatchObject({ status: 201 })
  const edit = (more: object) => change('edited', 'edit', more)
  const found = async () => (await read()).subscriptions.find(({ name }) => name === 'edited')!
  const tables = async () => (await found()).tables.map(({ name }) => name).sort()
  expect(await edit({ publications: ['Erste', 'second'] })).toMatchObject({ status: 200 })
  expect((await found()).publications).toEqual(['Erste', 'second'])
  expect(await tables()).toEqual(['first', 'second'])
  await waitFor(async () => (await project.sql('select from public.second')).length === 1)

  await change('edited', 'disable')
  expect(await edit({ publications: ['second'] })).toMatchObject({ status: 200 })
  expect((await found()).publications).toEqual(['second'])
  await change('edited', 'enable')
  await change('edited', 'refresh')
  expect(await tables()).toEqual(['second'])

  const elsewhere = 'postgresql://nobody:geheim@127.0.0.1:1/none'
  const refusals: [body: object, status: number, message: RegExp][] = [
    [{}, 400, /Change the publications or the connection string/],
    [{ publications: [] }, 400, /at least one/],
    [{ publications: ['second', 'second'] }, 400, /once/],
    [{ connection_string: elsewhere }, 502, /127.0.0.1:1/],
    [{ connection_string: other.url, publications: ['absent'] }, 400, /no publication absent/],
    [{ connection_string: 'postgres://a@127.0.0.1/b' }, 400, /no password/],
  ]
  for (const [body, status, message] of refusals) {
    const reply = await edit(body)
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([status, expect.stringMatching(message)])
    expect(JSON.stringify(reply.body)).not.toContain('geheim')
  }
  expect((await found()).publications).toEqual(['second'])

  // The stored address leads nowhere until another one replaces it.
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(`alter subscription edited connection 'host=127.0.0.1 port=1 user=a password=b dbname=c'`),
  )
  expect(await edit({ connection_string: other.url })).toMatchObject({ status: 200 })
  await other.query('insert into public.second values (2)')
  await waitFor(async () => (await project.sql('select from public.second')).length === 2)
  const { body: changes } = await project.owner.call(listChanges, { params: params() })
  expect(changes.changes[0]).toMatchObject({
    sql: `alter subscription "edited" connection '…';`,
    missing: 'secrets',
  })
  expect(JSON.stringify(changes)).not.toContain(new URL(other.url).password)
  expect(await drop('edited')).toMatchObject({ status: 200 })
})

test('a change waits no longer than a lock timeout for another transaction', async () => {
  await other.query('create publication waiting')
  expect(await create({ name: 'waiting', publications: ['waiting'] })).toMatchObject({ status: 201 })
  await databases.asAdmin.session(project.ref, async (admin) => {
    await admin.query(`begin; alter subscription waiting disable`)
    expect(await change('waiting', 'disable')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing was changed') },
    })
    await admin.query('rollback')
  })
  expect(await drop('waiting')).toMatchObject({ status: 200 })
})

test('a slot of the platform is marked, and is not dropped by members', async () => {
  const name = 'basalt_replica_shop_rr_abcde'
  await project.sql(`select pg_create_physical_replication_slot('${name}', true)`)
  expect((await read()).slots).toMatchObject([{ name, is_of_platform: true }])
  expect(await dropSlot(name)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/The platform keeps/) },
  })
  expect((await read()).slots).toHaveLength(1)
  await project.sql(`select pg_drop_replication_slot('${name}')`)
})

test('slots of a project show who uses them and what they hold, and are dropped once nobody does', async () => {
  await project.sql('create publication prices for table public.prices')
  const { host, port } = project.target
  await other.query('create table public.prices (id int primary key, price numeric)')
  await other.query(
    `create subscription reader connection 'host=${host} port=${port} user=postgres dbname=postgres password=${DATABASE_PASSWORD}' publication prices`,
  )
  await project.sql('insert into public.prices select i, i from generate_series(1, 100) i')
  await waitFor(async () => (await other.query('select from public.prices')).rowCount === 100)
  const slot = async () => (await read()).slots.find(({ name }) => name === 'reader')!
  await waitFor(async () => (await slot()).lag_bytes === 0)
  expect(await read()).toMatchObject({ wal_level: 'logical', publications: ['prices'] })
  expect(await slot()).toMatchObject({
    kind: 'logical',
    plugin: 'pgoutput',
    is_active: true,
    wal_status: 'reserved',
    inactive_since: null,
    safe_wal_bytes: expect.any(Number),
  })
  expect(await dropSlot('reader')).toMatchObject({ status: 409 })
  await other.query('alter subscription reader disable')
  await waitFor(async () => !(await slot()).is_active)
  await project.sql('insert into public.prices select i, i from generate_series(101, 5000) i')
  const { lag_bytes, held_bytes, lag_seconds, inactive_since } = await slot()
  expect(lag_bytes).toBeGreaterThan(100_000)
  expect(held_bytes).toBeGreaterThanOrEqual(lag_bytes!)
  expect([lag_seconds, inactive_since]).toEqual([null, expect.any(String)])
  expect(await dropSlot('reader')).toMatchObject({ status: 200 })
  expect((await read()).slots).toEqual([])
  expect(await dropSlot('reader')).toMatchObject({ status: 404 })
  await other.query('alter subscription reader set (slot_name = none); drop subscription reader')
})

test.each([
  ['a publication that does not exist', { publications: ['absent'] }, 400, /no publication absent/],
  ['no publication', { publications: [] }, 400, /at least one/],
  ['a name that no slot can have', { name: 'From other' }, 400, /lower-case/],
  [
    'a server that does not answer',
    { connection_string: 'postgres://a:geheim@127.0.0.1:1/b' },
    502,
    /127.0.0.1:1/,
  ],
  ['no password', { connection_string: 'postgres://a@127.0.0.1:1/b' }, 400, /no password/],
  [
    'a certificate to verify',
    { connection_string: 'postgres://a:b@h/d?sslmode=verify-full' },
    400,
    /sslmode=require/,
  ],
])('a subscription with %s is refused and leaves no slot', async (_title, body, status, message) => {
  const reply = await create(body)
  expect(reply.status).toBe(status)
  expect(JSON.stringify(reply.body)).toMatch(message)
  expect(JSON.stringify(reply.body)).not.toContain('geheim')
  expect(await slotsThere()).toEqual([])
})

test('a table that is missing here is told, and the slot at the publisher is removed again', async () => {
  await other.query(
    'create table public.only_there (id int primary key); create publication there for table public.only_there',
  )
  const reply = await create({ name: 'missing', publications: ['there'] })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('only_there') } })
  expect(await slotsThere()).toEqual([])
})

test('subscriptions of imports are left to their page, and changes to those who may make them', async () => {
  expect(await change('absent', 'enable')).toMatchObject({ status: 404 })
  const name = `basalt_${'0'.repeat(32)}`
  await databases.asAdmin.session(project.ref, (admin) =>
    admin.query(
      `create subscription ${name} connection 'password=x' publication p with (connect = false, slot_name = none);
       alter subscription ${name} owner to postgres`,
    ),
  )
  expect((await read()).subscriptions).toMatchObject([{ name, is_of_import: true }])
  expect(await drop(name)).toMatchObject({ status: 409 })
  await project.sql(`drop subscription ${name}`)
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  expect(await reader.call(readReplication, { params: params() })).toMatchObject({ status: 200 })
  expect(await reader.call(dropReplicationSlot, { params: { ...params(), name: 'any' } })).toMatchObject({
    status: 403,
  })
})
