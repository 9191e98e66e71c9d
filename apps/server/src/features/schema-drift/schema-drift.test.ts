import { randomUUID } from 'node:crypto'
import { applyMigration, markMigrationApplied } from '@basalt/contract/migrations/migrations.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { checkSchemaDrift } from '@basalt/contract/schema-drift/schema-drift.endpoints.ts'
import { createTableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'
import { scratchIdOf } from './scratch-database.ts'

let project: DataApiFixture
let reader: Person
beforeAll(async () => {
  project = await openDataApi('')
  const [organization] = (await project.owner.call(listOrganizations)).body
  reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const check = () => project.owner.call(checkSchemaDrift, { params: params() })
const drift = async () => {
  const { status, body } = await check()
  expect(body, JSON.stringify(body)).toMatchObject({ migrations: expect.any(Number) })
  expect(status).toBe(200)
  return body.statements
}
const migrate = async (endpoint: typeof applyMigration, name: string, sql: string) => {
  const answer = await project.owner.call(endpoint, { params: params(), body: { name, sql } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('what no migration made is found as SQL, and is gone once a migration was made of it', async () => {
  expect(await drift()).toEqual([])
  await migrate(
    applyMigration,
    'shop',
    `create schema shop; create table shop.orders (id int8 primary key, note text);
     insert into shop.orders values (1, 'one'); create role migrated;`,
  )
  expect(await drift()).toEqual([])

  await project.sql(`
    create type shop."Odd ""state"" 🐘" as enum ('a', 'b');
    alter table shop.orders add state shop."Odd ""state"" 🐘" default 'a';
    create view shop.open as select id from shop.orders where state = 'a';
    create function shop.total() returns int8 language sql as 'select count(*) from shop.orders';
    alter table shop.orders enable row level security;
    create policy everyone on shop.orders for select to anon using (true);
    grant select on shop.orders to anon;
    comment on table shop.orders is 'What''s ordered';
    create role outside;
    alter table shop.orders drop column note`)
  const found = await drift()
  const sql = found.map((statement) => `${statement.sql};`).join('\n')
  expect(sql).toMatch(/create type .*enum/i)
  expect(sql).toMatch(/create policy/i)
  expect(sql).toMatch(/drop column/i)
  expect(sql).not.toMatch(/outside|migrated|basalt|supabase_migrations/)
  expect(found.filter(({ is_destructive }) => is_destructive).map((each) => each.sql)).toEqual([
    expect.stringMatching(/drop column "?note"?/i),
  ])

  await migrate(markMigrationApplied as never, 'the_rest', sql)
  expect(await drift()).toEqual([])
  // Nothing reached the project itself.
  expect(await project.sql('select id from shop.orders')).toEqual([{ id: '1' }])
  expect(await project.sql('select rolname from pg_roles where rolname like $1', ['migrated%'])).toHaveLength(
    1,
  )
})

test('webhooks and what Basalt maintains are no drift', async () => {
  const before = await drift()
  await project.sql('create schema if not exists hooked')
  await migrate(
    applyMigration,
    'hooked',
    'create schema if not exists hooked; create table hooked.t (id int primary key)',
  )
  const body = {
    id: randomUUID(),
    name: 'hook',
    schema: 'hooked',
    table: 't',
    events: ['INSERT' as const],
    url: 'http://a.example/',
  }
  expect((await project.owner.call(createTableWebhook, { params: params(), body })).status).toBe(201)
  expect(await drift()).toEqual(before)
})

test('kinds of objects that are not compared are named when no migration made them', async () => {
  expect((await check()).body.not_compared).toEqual([])
  await project.sql(`
    create schema casts; create type casts.pair as (a int, b int);
    create function casts.of_text(casts.pair) returns text language sql as $$ select 'x' $$;
    create cast (casts.pair as text) with function casts.of_text(casts.pair)`)
  expect((await check()).body.not_compared).toEqual(['cast'])
  await project.sql('drop schema casts cascade')
})

test('a check at the same time shares the server, and none is left', async () => {
  const [one, two] = await Promise.all([check(), check()])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(await project.engine.exists(scratchIdOf(project.ref))).toBe(false)
})

test('a history that cannot be applied again says which migration, and leaves no server', async () => {
  await using other = await openDataApi('')
  const place = { params: { ref: other.ref } }
  const body = { name: 'broken_one', sql: 'alter table nowhere add column x int' }
  await other.owner.call(markMigrationApplied, { ...place, body })
  const answer = await other.owner.call(checkSchemaDrift, place)
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('broken_one') } })
  expect(JSON.stringify(answer.body)).toContain('relation \\"nowhere\\" does not exist')
  await other.sql('update supabase_migrations.schema_migrations set statements = null')
  const bare = await other.owner.call(checkSchemaDrift, place)
  expect(bare).toMatchObject({ status: 409, body: { message: expect.stringContaining('not its SQL') } })
  expect(await other.engine.exists(scratchIdOf(other.ref))).toBe(false)
})

test('a migration that would change the server or read its files changes and reads nothing', async () => {
  await using other = await openDataApi('')
  const place = { params: { ref: other.ref } }
  const role = { name: 'a_role', sql: 'alter role anon set statement_timeout = 1' }
  await other.owner.call(markMigrationApplied, { ...place, body: role })
  expect((await other.owner.call(checkSchemaDrift, place)).status).toBe(200)
  const [{ setting }] = await other.sql(
    `select array_to_string(rolconfig, ',') as setting from pg_roles where rolname = 'anon'`,
  )
  expect(setting).toBe('statement_timeout=3s')
  const file = { name: 'a_file', sql: `create table t (x text); copy t from program 'id'` }
  await other.owner.call(markMigrationApplied, { ...place, body: file })
  expect((await other.owner.call(checkSchemaDrift, place)).body).toMatchObject({
    message: expect.stringContaining('permission denied'),
  })
})

test('what a killed server left is removed by the next check, also while it runs', async () => {
  const id = scratchIdOf(project.ref)
  await project.engine.create(id, { superuserPassword: 'left-over-password' })
  await project.engine.start(id)
  expect((await check()).status).toBe(200)
  expect(await project.engine.exists(id)).toBe(false)
})

test('what a killed server left is removed by the next start', async () => {
  const id = scratchIdOf(project.ref)
  await project.engine.create(id, { superuserPassword: 'left-over-password' })
  project.startFeatures(Promise.resolve())
  await waitFor(async () => !(await project.engine.exists(id)))
})

test('members who may only read are refused', async () => {
  expect((await reader.call(checkSchemaDrift, { params: params() })).status).toBe(403)
})
