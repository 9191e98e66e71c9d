import { listTables } from '@basalt/contract/database-objects/tables/tables.endpoints.ts'
import { tableSorts } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../../test/data-api-fixture.ts'
import { signUp } from '../../../test/people.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(`
    create schema shop;
    create table shop."Big ""one"" 🐘" (id int primary key, words text);
    insert into shop."Big ""one"" 🐘" select n, repeat(md5(n::text), 40) from generate_series(1, 500) n;
    insert into shop."Big ""one"" 🐘" select 501, string_agg(md5(n::text), '') from generate_series(1, 5000) n;
    delete from shop."Big ""one"" 🐘" where id <= 100;
    comment on table shop."Big ""one"" 🐘" is 'it''s big';
    create table shop.small (id int);
    alter table shop.small enable row level security;
    create table shop.parts (at date) partition by range (at);
    create view shop.seen as select 1 as one, 2 as two, 3 as three;
    create materialized view shop.kept as select 1 as one;
    alter table shop."Big ""one"" 🐘" set (autovacuum_enabled = false)`)
  await project.sql('vacuum analyze shop.small')
  // Sessions report their counts when they end.
  await waitFor(async () => (await list({ search: 'big' })).objects[0]?.estimated_rows === 401)
})
afterAll(() => project[Symbol.asyncDispose]())

const ask = (query: object) =>
  project.owner.call(listTables, { params: { ref: project.ref }, query: { schema: 'shop', ...query } })
const list = async (query: object) => {
  const { status, body } = await ask(query)
  expect([status, body]).toMatchObject([200, {}])
  return body
}
const namesOf = async (query: object) => (await list(query)).objects.map(({ name }) => name)
const big = 'Big "one" 🐘'

test('tables are listed with their rows, sizes, dead rows, and what is switched on', async () => {
  await project
    .sql('alter publication supabase_realtime add table shop.small')
    .catch(() => project.sql('create publication supabase_realtime for table shop.small'))
  const { objects, count, next_cursor } = await list({})
  expect([count, next_cursor]).toEqual([5, null])
  const [first, kept, parts, seen, small] = objects
  expect(first).toMatchObject({
    name: big,
    type: 'r',
    comment: "it's big",
    column_count: 2,
    estimated_rows: 401,
    dead_rows: 100,
    rls_enabled: false,
    is_realtime: false,
  })
  const [{ total, indexes }] = await project.sql(
    `select pg_total_relation_size(c)::int as total, pg_indexes_size(c)::int as indexes
    from (select 'shop."Big ""one"" 🐘"'::regclass as c)`,
  )
  expect(first!.size!.indexes).toBe(indexes)
  expect(first!.size!.table + first!.size!.indexes + first!.size!.toast).toBe(total)
  expect(first!.size!.toast).toBeGreaterThan(0)
  expect(kept).toMatchObject({ name: 'kept', type: 'm', rls_enabled: null })
  expect(parts).toMatchObject({ name: 'parts', type: 'p', size: null, dead_rows: null })
  expect(seen).toMatchObject({ name: 'seen', type: 'v', column_count: 3, size: null, estimated_rows: null })
  expect(small).toMatchObject({ name: 'small', rls_enabled: true, is_realtime: true, estimated_rows: 0 })
  expect([small!.vacuumed_at, small!.analyzed_at].every((at) => Date.parse(at!) > 0)).toBe(true)
})

test.each([
  ['rows', 'desc', big],
  ['size', 'desc', big],
  ['dead_rows', 'desc', big],
  ['vacuumed_at', 'desc', 'small'],
  ['analyzed_at', 'desc', 'small'],
  ['columns', 'desc', 'seen'],
  ['rls', 'desc', 'small'],
  ['realtime', 'desc', 'small'],
  ['name', 'desc', 'small'],
])('sorted by %s %s, the first is %s', async (sort, order, first) =>
  expect((await namesOf({ sort, order }))[0]).toBe(first),
)

test.each(
  tableSorts.flatMap((sort) => [
    { sort, order: 'asc' },
    { sort, order: 'desc' },
  ]),
)('pages of one by $sort $order are the whole list, each once', async ({ sort, order }) => {
  const all = await namesOf({ sort, order })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ sort, order, limit: '1', ...(cursor && { cursor }) })
    seen.push(...page.objects.map(({ name }) => name))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual(all)
  expect(all).toHaveLength(5)
})

test('tables are found by name and by kind', async () => {
  expect(await namesOf({ search: 'S' })).toEqual(['parts', 'seen', 'small'])
  expect(await namesOf({ search: '%' })).toEqual([])
  expect(await namesOf({ type: 'v,m' })).toEqual(['kept', 'seen'])
  expect((await list({ type: 'r', search: 'one' })).count).toBe(1)
})

test('a table that another transaction changes is listed without its size, and nothing waits for it', async () => {
  const locking = await project.connect()
  try {
    await locking.query('begin; lock table shop.small in access exclusive mode')
    const { objects } = await list({ sort: 'size' })
    expect(objects.find(({ name }) => name === 'small')!.size).toBeNull()
    expect(objects.find(({ name }) => name === big)!.size).not.toBeNull()
  } finally {
    await locking.end()
  }
})

test.each([
  ['a sort that does not exist', { sort: 'owner' }],
  ['a kind that does not exist', { type: 'x' }],
  ['a page of 101', { limit: '101' }],
  ['a cursor of another list', { sort: 'rows', cursor: '12.abc' }],
  ['a cursor that is none', { cursor: "'; drop" }],
])('%s is refused', async (_what, query) =>
  expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } }),
)

test('a stranger learns nothing', async () => {
  const stranger = await signUp(project)
  expect(
    (await stranger.call(listTables, { params: { ref: project.ref }, query: { schema: 'shop' } })).status,
  ).toBe(404)
})
