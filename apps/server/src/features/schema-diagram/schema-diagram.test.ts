import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { readSchemaDiagram, readSchemaSql } from '@basalt/contract/schema-diagram/schema-diagram.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person, signUp } from '../../test/people.ts'

const shop = `
  create schema shop;
  create schema "Bob's ""x"" 🐘";
  create table "Bob's ""x"" 🐘"."a.b" ("i d" int primary key);
  create table shop.people (
    id bigint generated always as identity primary key,
    email varchar(80) not null unique,
    name text default 'it''s',
    shout text generated always as (upper(name)) stored,
    manager bigint references shop.people on delete set null);
  comment on table shop.people is 'Who buys';
  comment on column shop.people.email is 'Where bills go';
  create table shop.orders (
    person bigint references shop.people on update cascade, number int, bob int references "Bob's ""x"" 🐘"."a.b",
    primary key (person, number) include (bob));
  create unique index on shop.orders (bob) where bob > 1;
  alter table shop.orders enable row level security;
  create policy own on shop.orders using (person > 0);
  create table shop.lines (
    person bigint, number int, at date not null, foreign key (number, person) references shop.orders (number, person))
    partition by range (at);
  create table shop.lines_2026 partition of shop.lines for values from ('2026-01-01') to ('2027-01-01');
  create view shop.seen as select 1 as one`

let project: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  // The key names its columns in another order than the table.
  project = await openDataApi(
    shop.replace(
      'foreign key (number, person) references shop.orders (number, person)',
      'foreign key (person, number) references shop.orders (person, number)',
    ),
  )
  params = { ref: project.ref }
})
afterAll(() => project[Symbol.asyncDispose]())

const diagramOf = (schema: string, person: Person = project.owner) =>
  person.call(readSchemaDiagram, { params, query: { schema } })
const sqlOf = (schema: string, person: Person = project.owner) =>
  person.call(readSchemaSql, { params, query: { schema } })
const oidOf = async (name: string) =>
  (await project.sql('select $1::regclass::oid::int as oid', [name]))[0].oid as number

test('a diagram has the tables of a schema with the marks of their columns, and their foreign keys', async () => {
  const { status, body } = await diagramOf('shop')
  expect(status).toBe(200)
  expect(body.table_count).toBe(3)
  expect(body.tables.map(({ name, kind, rls_enabled }) => [name, kind, rls_enabled])).toEqual([
    ['lines', 'p', false],
    ['orders', 'r', true],
    ['people', 'r', false],
  ])
  const [lines, orders, people] = body.tables
  const column = {
    comment: null,
    nullable: true,
    primary_key: false,
    unique: false,
    identity: false,
    generated: false,
  }
  expect(people).toMatchObject({ comment: 'Who buys', column_count: 5 })
  expect(people!.columns).toEqual([
    { ...column, name: 'id', type: 'bigint', nullable: false, primary_key: true, identity: true },
    {
      ...column,
      name: 'email',
      type: 'character varying(80)',
      comment: 'Where bills go',
      nullable: false,
      unique: true,
    },
    { ...column, name: 'name', type: 'text' },
    { ...column, name: 'shout', type: 'text', generated: true },
    { ...column, name: 'manager', type: 'bigint' },
  ])
  expect(orders!.columns.map(({ name, primary_key, unique }) => [name, primary_key, unique])).toEqual([
    ['person', true, false],
    ['number', true, false],
    ['bob', false, false],
  ])
  const actions = { on_update: 'a', on_delete: 'a' }
  expect(people!.foreign_keys).toEqual([
    {
      name: 'people_manager_fkey',
      columns: ['manager'],
      to: { id: people!.id, schema: 'shop', name: 'people' },
      to_columns: ['id'],
      on_update: 'a',
      on_delete: 'n',
    },
  ])
  expect(orders!.foreign_keys).toMatchObject([
    {
      columns: ['bob'],
      to: { id: await oidOf(`"Bob's ""x"" 🐘"."a.b"`), schema: `Bob's "x" 🐘`, name: 'a.b' },
      to_columns: ['i d'],
      ...actions,
    },
    { columns: ['person'], to: { id: people!.id }, on_update: 'c', on_delete: 'a' },
  ])
  expect(lines!.foreign_keys).toMatchObject([
    { columns: ['person', 'number'], to: { id: orders!.id }, to_columns: ['person', 'number'] },
  ])
})

test('the SQL of a schema creates its tables again, also when they refer to each other', async () => {
  await project.sql(`
    create schema rings;
    create table rings.a (id int primary key, b int);
    create table rings.b (id int primary key, a int references rings.a);
    alter table rings.a add constraint "to b" foreign key (b) references rings.b on delete cascade deferrable;
    comment on constraint "to b" on rings.a is 'it''s back'`)
  for (const schema of ['rings', 'shop']) {
    const { status, body } = await sqlOf(schema)
    expect(status).toBe(200)
    const before = await diagramOf(schema)
    const tables = before.body.tables.map(({ name }) => `${schema}.${name}`).join(', ')
    await project.sql(`begin; drop table ${tables}; ${body.sql} commit`)
    expect((await sqlOf(schema)).body.sql).toBe(body.sql)
    const shown = (text: object) => JSON.stringify(text).replace(/"id":\d+/g, '')
    expect(shown((await diagramOf(schema)).body)).toBe(shown(before.body))
  }
  const [{ description }] = await project.sql(
    `select obj_description(oid, 'pg_constraint') as description from pg_constraint where conname = 'to b'`,
  )
  expect(description).toBe("it's back")
})

test('a schema with an odd name is read, and one that is empty or does not exist has no tables', async () => {
  expect((await diagramOf(`Bob's "x" 🐘`)).body.tables).toMatchObject([{ name: 'a.b' }])
  expect((await sqlOf(`Bob's "x" 🐘`)).body.sql).toContain(`CREATE TABLE "Bob's ""x"" 🐘"."a.b"`)
  await project.sql('create schema nothing')
  for (const schema of ['nothing', 'no such', `'; drop schema shop; --`]) {
    expect((await diagramOf(schema)).body).toEqual({ tables: [], table_count: 0 })
    expect((await sqlOf(schema)).body).toEqual({ sql: '' })
  }
})

test.each([
  ['an empty name', ''],
  ['a NUL character', 'a\0b'],
  ['a name of 1,000 characters', 'a'.repeat(1000)],
])('%s of a schema is refused', async (_what, schema) => {
  for (const ask of [diagramOf, sqlOf])
    expect(await ask(schema)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('a diagram of more tables than it shows has the first by name, and says how many there are', async () => {
  await project.sql(`create schema crowd; do $$ begin for n in 1 .. 1001 loop
    execute format('create table crowd.t%s ()', lpad(n::text, 4, '0')); end loop; end $$`)
  const { body } = await diagramOf('crowd')
  expect([body.tables.length, body.table_count]).toEqual([1000, 1001])
  expect([body.tables[0]!.name, body.tables[999]!.name]).toEqual(['t0001', 't1000'])
  await project.sql(`create table crowd.a (${Array.from({ length: 300 }, (_, n) => `c${n} int`).join(', ')})`)
  // One of the columns that are not shown refers to a table that is not shown.
  await project.sql(`create table crowd.z (z int primary key);
    alter table crowd.a add constraint "to z" foreign key (c250) references crowd.z`)
  const [first] = (await diagramOf('crowd')).body.tables
  expect(first!.foreign_keys).toMatchObject([{ name: 'to z', columns: ['c250'], to_columns: ['z'] }])
  expect([first!.name, first!.columns.length, first!.column_count]).toEqual(['a', 200, 300])
})

test('a table that another transaction changes does not hang its diagram, and its SQL says so', async () => {
  const locking = await project.connect()
  try {
    await locking.query('begin; lock table shop.people in access exclusive mode')
    expect((await diagramOf('shop')).body.table_count).toBe(3)
    expect(await sqlOf('shop')).toMatchObject({
      status: 409,
      body: {
        message: 'Another transaction is changing a table of this schema. Try again once it has ended.',
      },
    })
  } finally {
    await locking.end()
  }
})

test('a read-only member reads the same, and a stranger learns nothing', async () => {
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  const stranger = await signUp(project)
  for (const ask of [diagramOf, sqlOf]) {
    expect((await ask('shop', reader)).body).toEqual((await ask('shop')).body)
    expect((await ask('shop', stranger)).status).toBe(404)
  }
})
