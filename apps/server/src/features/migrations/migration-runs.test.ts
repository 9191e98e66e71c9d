import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import {
  applyMigration,
  getMigration,
  listMigrations,
  markMigrationApplied,
  rehearseMigration,
} from '@basalt/contract/migrations/migrations.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'

let project: DataApiFixture
let owner: Person
let reader: Person
beforeAll(async () => {
  project = await openDataApi('')
  owner = project.owner
  const [organization] = (await owner.call(listOrganizations)).body
  reader = await aMember(project, owner, organization!.slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())
beforeEach(() =>
  project.sql(`drop schema if exists supabase_migrations cascade; drop schema if exists shop cascade; create schema shop;
    create table shop.orders (id int8 primary key, note text); insert into shop.orders values (1, 'one')`),
)

const params = () => ({ ref: project.ref })
const call = (endpoint: typeof applyMigration, sql: string, body: object = {}, person = owner) =>
  person.call(endpoint, { params: params(), body: { name: 'a_change', sql, ...body } as never })
const apply = (sql: string, body?: object, person?: Person) => call(applyMigration, sql, body, person)
const rehearse = (sql: string) =>
  owner.call(rehearseMigration, { params: params(), body: { name: 'a_change', sql } as never })
const history = async () =>
  (await owner.call(listMigrations, { params: params(), query: {} })).body.migrations.map(
    ({ version }) => version,
  )
const found = async (name: string) =>
  (await project.sql('select to_regclass($1) is not null as found', [name]))[0]!.found as boolean

test('a migration is applied and recorded, in the history and in the ledger', async () => {
  const { status, body } = await apply(
    'create table shop.items (id int); insert into shop.items values (1), (2)',
  )
  expect([status, body]).toEqual([200, { version: expect.stringMatching(/^\d{14}$/), name: 'a_change' }])
  expect(await project.sql('select count(*)::int as n from shop.items')).toEqual([{ n: 2 }])
  const detail = await owner.call(getMigration, { params: { ...params(), version: body.version } })
  expect(detail.body.statements).toEqual([
    'create table shop.items (id int)',
    'insert into shop.items values (1), (2)',
  ])
  const { changes } = (await owner.call(listChanges, { params: params(), query: {} })).body
  expect(changes[0]).toMatchObject({
    origin: 'migration',
    kind: 'schema',
    outcome: 'done',
    migration: body.version,
  })
})

test('a migration that fails in its middle leaves nothing behind and says where it failed', async () => {
  const { status, body } = await apply(
    'create table shop.items (id int); alter table shop.orders add id text; select 1',
  )
  expect([status, body]).toMatchObject([
    400,
    {
      code: 'sql_failed',
      message: 'Statement 2 of 3: column "id" of relation "orders" already exists. Nothing was changed.',
    },
  ])
  expect([await found('shop.items'), await history()]).toEqual([false, []])
})

test('what a deferred constraint refuses at the end is told by the rehearsal too, and is no version that exists', async () => {
  await project.sql(`create table shop.late (id int primary key deferrable initially deferred);
    insert into shop.late values (1)`)
  const sql = 'insert into shop.late values (1); create table shop.items ()'
  const message = expect.stringMatching(
    /^At the end of the transaction: duplicate key .* Nothing was changed\.$/,
  )
  expect(await rehearse(sql)).toMatchObject({ status: 400, body: { code: 'sql_failed', message } })
  expect(await apply(sql, { version: '20260102030405' })).toMatchObject({
    status: 400,
    body: { code: 'sql_failed', message },
  })
  expect([await found('shop.items'), await history()]).toEqual([false, []])
})

test('a version that was applied already is refused, and one without is the newest', async () => {
  const version = '20260102030405'
  expect((await apply('create table shop.a ()', { version })).body.version).toBe(version)
  const again = await apply('create table shop.b ()', { version })
  expect([again.status, again.body]).toMatchObject([409, { message: expect.stringContaining(version) }])
  expect(await found('shop.b')).toBe(false)
  await apply('create table shop.c ()', { version: '20990102030405' })
  expect((await apply('create table shop.d ()')).body.version).toBe('20990102030406')
})

test.each([
  ['create table (', 'Line 1: syntax error'],
  ['select 1;\nselect from from', 'Line 2: syntax error'],
  ['begin; create table shop.a (); commit', 'Leave out BEGIN'],
  [
    'create index concurrently i on shop.orders (note)',
    'CREATE INDEX CONCURRENTLY cannot run in a transaction',
  ],
  ['vacuum shop.orders', 'VACUUM cannot run in a transaction'],
  ['-- nothing', 'Enter at least one statement'],
])('%j is refused before anything runs', async (sql, words) => {
  for (const reply of [await apply(sql), await rehearse(sql)])
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { code: 'validation_failed', message: expect.stringContaining(words) },
    ])
  expect(await history()).toEqual([])
})

test('a rehearsal says what is locked and rewritten, and takes everything back', async () => {
  const { status, body } = await rehearse(
    'create table shop.items (id int); alter table shop.orders alter note type varchar(9) using upper(note); create view shop.v as select 1 as a',
  )
  expect([status, body]).toEqual([
    200,
    {
      statements: 3,
      duration_ms: expect.any(Number),
      locks: [{ schema: 'shop', name: 'orders', mode: 'AccessExclusiveLock' }],
      rewrites: [{ schema: 'shop', name: 'orders' }],
    },
  ])
  expect([await found('shop.items'), await history()]).toEqual([false, []])
  expect(await project.sql('select note from shop.orders')).toEqual([{ note: 'one' }])
  const light = await rehearse(
    'alter table shop.orders add price int default 1; create index on shop.orders (note)',
  )
  expect(light.body).toMatchObject({ locks: [{ mode: 'AccessExclusiveLock' }], rewrites: [] })
  expect((await rehearse('comment on table shop.orders is null')).body).toMatchObject({
    locks: [],
    rewrites: [],
  })
})

test('a migration that waits for a lock too long is given up', async () => {
  const other = new pg.Client(project.target)
  await other.connect()
  try {
    await other.query('begin; lock table shop.orders in access share mode')
    const { status, body } = await apply('drop table shop.orders')
    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringMatching(/^Statement 1 of 1: Another transaction has locked/) },
    ])
    expect(await found('shop.orders')).toBe(true)
  } finally {
    await other.end()
  }
})

test('a migration that was applied elsewhere is marked, and not run', async () => {
  const { body } = await call(markMigrationApplied, 'create index concurrently i on shop.orders (note)', {
    version: '20260102030405',
  })
  expect(body).toEqual({ version: '20260102030405', name: 'a_change' })
  expect([await history(), await found('shop.i')]).toEqual([['20260102030405'], false])
})

test('an extension is created by a migration too, and roles and settings do not outlive it', async () => {
  expect((await apply('create extension citext; set role anon; set search_path = nowhere')).status).toBe(200)
  expect(await project.sql("select 1 as found from pg_extension where extname = 'citext'")).toEqual([
    { found: 1 },
  ])
  expect((await apply('create table shop.after (owner citext)')).status).toBe(200)
})

test('secrets are kept out of the history, and members who only read run nothing', async () => {
  await apply("create role keeper password 'hunter2hunter2'")
  const [version] = await history()
  const { body } = await owner.call(getMigration, { params: { ...params(), version: version! } })
  expect(body.statements).toEqual(["create role keeper password '…'"])
  for (const endpoint of [applyMigration, markMigrationApplied, rehearseMigration])
    expect((await call(endpoint as typeof applyMigration, 'select 1', {}, reader)).status).toBe(403)
})
