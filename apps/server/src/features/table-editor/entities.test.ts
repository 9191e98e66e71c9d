import { listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { listEntities } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  project = await openDataApi('')
  params = { ref: project.ref }
  await project.sql(`
    create schema "Bob's";
    create schema grants;
    create schema many;
    create table "Bob's"."b""x" (id int primary key);
    create table "Bob's"."a.b" (id int);
    create table "Bob's"."Ünï 🐘" (id int);
    create table "Bob's"."100%_of\\it" (id int);
    create view "Bob's".v as select 1 as one;
    create materialized view "Bob's".m as select 1 as one;
    create table "Bob's".p (id int) partition by list (id);
    create index on "Bob's"."a.b" (id);
    create sequence "Bob's".s;
    comment on table "Bob's"."a.b" is 'It''s one';
    alter table "Bob's"."a.b" enable row level security;
    create table grants.closed (id int);
    create table grants.guarded (id int);
    create table grants.open (id int);
    create table grants.one_column (id int, secret text);
    create view grants.definer as select 1 as one;
    create view grants.invoker with (security_invoker = on) as select 1 as one;
    create materialized view grants.counts as select 1 as one;
    alter table grants.guarded enable row level security;
    revoke all on all tables in schema grants from anon, authenticated;
    grant usage on schema grants to anon;
    grant select on grants.guarded, grants.open, grants.definer, grants.invoker, grants.counts to anon;
    grant select (id) on grants.one_column to anon;
    do $$ begin for i in 1..250 loop
      execute format('create table many.t%s (id int)', lpad(i::text, 3, '0'));
    end loop; end $$`)
})
afterAll(() => project[Symbol.asyncDispose]())

const page = async (query: Record<string, unknown>) => {
  const { status, body } = await project.owner.call(listEntities, { params, query })
  expect([status, body]).toMatchObject([200, {}])
  return body
}
const names = (entities: Entity[]) => entities.map(({ name }) => name)

test('a schema lists what can be opened as a grid, by name, with kind, comment and row level security', async () => {
  const { entities, count, next_cursor } = await page({ schema: "Bob's" })
  expect(entities.map(({ name, type }) => [name, type])).toEqual([
    ['100%_of\\it', 'r'],
    ['a.b', 'r'],
    ['b"x', 'r'],
    ['m', 'm'],
    ['p', 'p'],
    ['v', 'v'],
    ['Ünï 🐘', 'r'],
  ])
  expect([count, next_cursor]).toEqual([7, null])
  expect(entities[1]).toMatchObject({ schema: "Bob's", comment: "It's one", rls_enabled: true })
  expect(entities[2]).toMatchObject({ comment: null, rls_enabled: false })
})

test('sorted by type, tables come first and partitioned tables last', async () => {
  const { entities } = await page({ schema: "Bob's", sort: 'type' })
  expect(entities.map(({ type }) => type).join('')).toBe('rrrrvmp')
})

test('kinds can be chosen', async () => {
  const { entities, count } = await page({ schema: "Bob's", type: ['v', 'm'] })
  expect([names(entities), count]).toEqual([['m', 'v'], 2])
})

test.each([
  ['B', ['a.b', 'b"x']],
  ['100%', ['100%_of\\it']],
  ['_of\\', ['100%_of\\it']],
  ["'", []],
  ['ünï', ['Ünï 🐘']],
])('a search for %s finds names with exactly these characters, in either case', async (search, expected) => {
  const { entities, count } = await page({ schema: "Bob's", search })
  expect([names(entities), count]).toEqual([expected, expected.length])
})

test.each(['alphabetical', 'type'] as const)('pages sorted %s show every entity once', async (sort) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const { entities, count, next_cursor } = await page({ schema: 'many', sort, cursor: cursor ?? undefined })
    expect(count).toBe(250)
    seen.push(...names(entities))
    cursor = next_cursor
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => `t${String(i + 1).padStart(3, '0')}`))
})

test('an entity whose rows anon reaches past policies says why', async () => {
  const { entities } = await page({ schema: 'grants' })
  expect(Object.fromEntries(entities.map(({ name, exposure }) => [name, exposure]))).toEqual({
    closed: null,
    counts: 'materialized_view',
    definer: 'definer_view',
    guarded: null,
    invoker: null,
    one_column: 'no_row_security',
    open: 'no_row_security',
  })
})

test('a schema that does not exist lists nothing', async () => {
  expect(await page({ schema: 'nowhere' })).toEqual({ entities: [], count: 0, next_cursor: null })
})

test.each([
  { cursor: 'x' },
  { cursor: 'z.name' },
  { limit: 0 },
  { limit: 101 },
  { sort: 'size' },
  { type: ['i'] },
  { schema: '' },
  { search: 'x'.repeat(64) },
])('the query %j is refused', async (query) => {
  expect(await project.owner.call(listEntities, { params, query: query as never })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('schemas are listed with public first, and those of PostgreSQL on request', async () => {
  const list = async (query = {}) =>
    (await project.owner.call(listSchemas, { params, query })).body.map(({ name }) => name)
  const own = await list()
  expect(own[0]).toBe('public')
  expect(own).toEqual(expect.arrayContaining(["Bob's", 'auth', 'storage']))
  expect(own).not.toContain('pg_catalog')
  expect(await list({ include_system_schemas: 'true' })).toContain('pg_catalog')
})
