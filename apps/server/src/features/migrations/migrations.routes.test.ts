import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import {
  downloadMigrations,
  getMigration,
  listMigrations,
  makeMigration,
} from '@basalt/contract/migrations/migrations.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { readZip } from '@basalt/testing/read-zip.ts'
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
beforeEach(() => project.sql('drop schema if exists supabase_migrations cascade'))

const params = () => ({ ref: project.ref })
const run = (query: string, body: object = {}) =>
  owner.call(runQuery, { params: params(), query: {}, body: { query, ...body } } as never)
const list = async (query: object = {}, person = owner) =>
  (await person.call(listMigrations, { params: params(), query } as never)).body
const detail = (version: string) => owner.call(getMigration, { params: { ...params(), version } })
const newestIds = async (count: number) =>
  (await owner.call(listChanges, { params: params(), query: { limit: count } })).body.changes.map(
    ({ id }) => id,
  )
const make = (body: object, person = owner) => person.call(makeMigration, { params: params(), body } as never)

test('a database without a history has no migrations', async () => {
  expect(await list()).toEqual({ migrations: [], next_cursor: null })
  expect((await detail('20260102030405')).status).toBe(404)
})

test('the history of the Supabase CLI is read, whatever columns it has', async () => {
  await project.sql(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text, created_by text, rollback text[]);
    insert into supabase_migrations.schema_migrations (version, name, statements) values
      ('20260102030405', 'add_orders', array['create table orders ()', 'select '';''']),
      ('20260203040506', null, null), ('0001', 'early', '{}')`)
  expect(await list({}, reader)).toEqual({
    migrations: [
      { version: '20260203040506', name: null, inserted_at: '2026-02-03T04:05:06.000Z' },
      { version: '20260102030405', name: 'add_orders', inserted_at: '2026-01-02T03:04:05.000Z' },
      { version: '0001', name: 'early', inserted_at: null },
    ],
    next_cursor: null,
  })
  expect((await detail('20260102030405')).body).toMatchObject({
    statements: ['create table orders ()', "select ';'"],
  })
  expect((await detail('20260203040506')).body).toMatchObject({ statements: [] })
  expect((await list({ search: 'ORDERS' })).migrations).toHaveLength(1)
  expect((await list({ search: '20260203' })).migrations).toHaveLength(1)
  const first = await list({ limit: 2 })
  expect(first.next_cursor).toBe('20260102030405')
  expect((await list({ limit: 2, cursor: first.next_cursor })).migrations).toMatchObject([
    { version: '0001' },
  ])
})

test('a history with versions only is read too, and a table of another shape is reported', async () => {
  await project.sql(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key);
    insert into supabase_migrations.schema_migrations values ('1')`)
  expect((await list()).migrations).toEqual([{ version: '1', name: null, inserted_at: null }])
  await project.sql('alter table supabase_migrations.schema_migrations rename version to other')
  const { status, body } = await owner.call(listMigrations, { params: params(), query: {} })
  expect([status, body]).toMatchObject([400, { code: 'sql_failed' }])
})

test('changes become a migration that makes them again in their order', async () => {
  await run('create table first (id int)')
  await run('set search_path = public, pg_temp; create view second as select id from public.first -- both')
  const ids = await newestIds(2)
  const { status, body } = await make({ name: 'add_both', changes: ids })
  expect([status, body]).toEqual([
    200,
    {
      version: expect.stringMatching(/^\d{14}$/),
      name: 'add_both',
      sql: expect.stringMatching(/^create table first/),
      is_recorded: false,
    },
  ])
  expect(await list()).toEqual({ migrations: [], next_cursor: null })
  await project.sql('drop table first cascade')
  await project.sql(body.sql)
  expect(await project.sql("select to_regclass('public.second') is not null as found")).toEqual([
    { found: true },
  ])
  await project.sql('drop table first cascade')
})

test('a recorded migration is in the history, and its changes name it', async () => {
  await run('create table recorded (id int)')
  const [id] = await newestIds(1)
  const made = await make({ name: 'add_recorded', changes: [id], record: true })
  expect(made.body).toMatchObject({ is_recorded: true })
  const again = await make({ name: 'add_recorded', changes: [id], record: true })
  expect(again.body.version > made.body.version).toBe(true)
  expect((await list()).migrations.map(({ version }) => version)).toEqual([
    again.body.version,
    made.body.version,
  ])
  expect((await detail(made.body.version)).body).toMatchObject({
    name: 'add_recorded',
    statements: ['create table recorded (id int)'],
  })
  const { changes } = (await owner.call(listChanges, { params: params(), query: { limit: 1 } })).body
  expect(changes[0]).toMatchObject({ id, migration: again.body.version })
  const pending = await owner.call(listChanges, { params: params(), query: { pending: 'true' } } as never)
  expect(pending.body.changes.some((change) => change.id === id)).toBe(false)
})

test('a change made as another role is made again as that role', async () => {
  await project.sql('grant create on schema public to authenticated')
  await run('create table of_role (id int)', { role: 'authenticated' })
  const { body } = await make({ name: 'of_role', changes: await newestIds(1) })
  await project.sql('drop table of_role')
  await project.sql(body.sql)
  expect(
    await project.sql("select relowner::regrole::text as owner from pg_class where relname = 'of_role'"),
  ).toEqual([{ owner: 'authenticated' }])
})

test('what cannot be made again is refused', async () => {
  await run("create role secretive password 'hunter2hunter2'")
  expect((await make({ name: 'a', changes: await newestIds(1) })).body).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('Secrets were removed'),
  })
  await run('create table nowhere.t ()')
  expect((await make({ name: 'a', changes: await newestIds(1) })).body).toMatchObject({
    message: 'Leave out the change that failed: create table nowhere.t ();',
  })
  expect((await make({ name: 'a', changes: ['999999999'] })).status).toBe(404)
  expect((await make({ name: 'Not a name', changes: ['1'] })).status).toBe(400)
  expect((await make({ name: 'a', changes: [] })).status).toBe(400)
  expect((await make({ name: 'a', changes: ['1'] }, reader)).status).toBe(403)
})

test('all migrations are downloaded as the folder that the Supabase CLI reads', async () => {
  await project.sql(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations (version, name, statements)
      select (20260102030405 + n)::text, 'step_' || n, array['select ' || n, 'select 2 -- two'] from generate_series(1, 60) n;
    insert into supabase_migrations.schema_migrations values ('../../evil', null, null)`)
  const reply = await fetch(project.origin + requestUrl(downloadMigrations, { params: params() }), {
    headers: { ...reader.headers, origin: project.origin },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = new Map(Object.entries(readZip(Buffer.from(await reply.arrayBuffer()))))
  expect(files.size).toBe(61)
  expect(files.get('supabase/migrations/20260102030406_step_1.sql')).toBe('select 1;\n\nselect 2 -- two\n;\n')
  expect([...files.keys()].filter((name) => name.includes('/..') || name.startsWith('.'))).toEqual([])
})
