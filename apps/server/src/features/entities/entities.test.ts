import {
  defineEntity,
  listRelationships,
  nameEntities,
} from '@basalt/contract/entities/entities.endpoints.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, signUp } from '../../test/people.ts'

let project: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  project = await openDataApi(`
    create schema "Bob's";
    create table "Bob's"."a.b 🐘" (id int primary key);
    create view v as select 1 as one;
    create table orders (id bigint generated always as identity primary key, parent bigint references orders on delete cascade,
      other int, note text default 'it''s');
    alter table orders add constraint "it's there" foreign key (other) references "Bob's"."a.b 🐘" on update set null not valid;
    create index on orders (note);
    alter table orders enable row level security;
    create policy own on orders to authenticated using (id > 0)`)
  params = { ref: project.ref }
})
afterAll(() => project[Symbol.asyncDispose]())

const oidOf = async (name: string) =>
  (await project.sql('select $1::regclass::oid::int as oid', [name]))[0].oid as number

test('tables and views are named by oid, and those that are gone are left out', async () => {
  const [table, view] = [await oidOf(`"Bob's"."a.b 🐘"`), await oidOf('v')]
  const { body } = await project.owner.call(nameEntities, {
    params,
    query: { id: [String(table), String(view), '4294967295'] },
  })
  expect(body.sort((a, b) => a.id - b.id)).toEqual([
    { id: table, schema: "Bob's", name: 'a.b 🐘', type: 'r' },
    { id: view, schema: 'public', name: 'v', type: 'v' },
  ])
})

test.each([
  ['none', []],
  ['no number', ['x']],
  ['zero', ['0']],
  ['a number that is no oid', ['4294967296']],
  ['201 of them', Array.from({ length: 201 }, () => '1')],
])('%s is refused where oids are expected', async (_what, id) => {
  expect(await project.owner.call(nameEntities, { params, query: { id } })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

const define = (oid: number, person = project.owner) =>
  person.call(defineEntity, { params: { ...params, oid: String(oid) } })

test('a definition run again creates the same table with the same definition', async () => {
  const { status, body } = await define(await oidOf('orders'))
  expect(status).toBe(200)
  expect(body.sql).toContain('CREATE TABLE public.orders (')
  expect(body.sql).toContain('ALTER TABLE public.orders ENABLE ROW LEVEL SECURITY;')
  await project.sql(`begin; drop table orders; ${body.sql}; commit`)
  expect((await define(await oidOf('orders'))).body.sql).toBe(body.sql)
})

test('a read-only member reads the same definition, and a stranger learns nothing', async () => {
  const { organization_slug: slug } = (await project.owner.call(getProject, { params: { ref: project.ref } }))
    .body
  const reader = await aMember(project, project.owner, slug, { role_id: 'read_only' })
  const oid = await oidOf('orders')
  expect((await define(oid, reader)).body).toEqual((await define(oid)).body)
  expect((await define(oid, await signUp(project))).status).toBe(404)
})

test('what does not exist has no definition, and neither has an index', async () => {
  for (const oid of [4294967295, await oidOf('orders_pkey')])
    expect(await define(oid)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a view that another transaction changes says so', async () => {
  const locking = await project.connect()
  try {
    await locking.query('begin; lock table v in access exclusive mode')
    expect(await define(await oidOf('v'))).toMatchObject({
      status: 409,
      body: { message: 'Another transaction is changing this table. Try again once it has ended.' },
    })
  } finally {
    await locking.end()
  }
})

test('relationships are told from both ends', async () => {
  const [orders, bob] = [await oidOf('orders'), await oidOf(`"Bob's"."a.b 🐘"`)]
  const list = async (oid: number) =>
    (await project.owner.call(listRelationships, { params: { ...params, oid: String(oid) } })).body
  const toItself = {
    name: 'orders_parent_fkey',
    on_update: 'a',
    on_delete: 'c',
    is_validated: true,
    table: { id: orders, schema: 'public', name: 'orders' },
  }
  const toBob = { name: "it's there", on_update: 'n', on_delete: 'a', is_validated: false }
  expect(await list(orders)).toEqual({
    references: [
      {
        ...toBob,
        columns: ['other'],
        table: { id: bob, schema: "Bob's", name: 'a.b 🐘' },
        table_columns: ['id'],
      },
      { ...toItself, columns: ['parent'], table_columns: ['id'] },
    ],
    referenced_by: [{ ...toItself, columns: ['id'], table_columns: ['parent'] }],
  })
  expect(await list(bob)).toEqual({
    references: [],
    referenced_by: [{ ...toBob, columns: ['id'], table: toItself.table, table_columns: ['other'] }],
  })
  expect(await list(4294967295)).toMatchObject({ code: 'not_found' })
})
