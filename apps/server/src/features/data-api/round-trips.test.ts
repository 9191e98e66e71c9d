import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** A call takes one round trip, and all calls of the same shape share one prepared statement. */

const SCHEMA = `
  create table authors (id int primary key, name text);
  create table notes (id int primary key, line text, author_id int references authors);
  insert into authors values (1, 'Ann');
  insert into notes select n, 'line ' || n, 1 from generate_series(1, 9) n;
  create function add(a int, b int) returns int language sql immutable as 'select a + b';
  create function with_id(wanted int) returns setof notes language sql volatile as 'select * from notes where id = wanted';
  create function size_of(bytea) returns int language sql immutable as 'select length($1)';
  create function prepared() returns setof text language sql as 'select statement from pg_prepared_statements';
`

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(SCHEMA)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api[Symbol.asyncDispose]())

const ONE = { accept: 'application/vnd.pgrst.object+json' }
const RETURNED = { prefer: 'return=representation' }

/** The statements for calls that the only connection in use has prepared. */
const prepared = async () =>
  ((await api.send('/rpc/prepared', { method: 'POST', body: '{}' })).body as string[]).filter(
    (text) => text.includes('"source"') && !text.includes('"prepared"'),
  )

interface Call {
  method?: string
  path: (n: number) => string
  body?: (n: number) => string | Buffer
  headers?: Record<string, string>
}

test.each<[what: string, call: Call]>([
  ['a read', { path: (n) => `/notes?id=eq.${n}&select=id` }],
  ['a read of one object', { path: (n) => `/notes?id=eq.${n}`, headers: ONE }],
  ['a read with an embedded relation', { path: (n) => `/notes?id=eq.${n}&select=id,authors(name)&limit=5` }],
  [
    'an insert',
    { method: 'POST', path: () => '/notes', body: (n) => `{"id":${10 + n},"line":"x"}`, headers: RETURNED },
  ],
  [
    'an insert of several rows with named columns',
    {
      method: 'POST',
      path: () => '/notes?columns=id,line',
      body: (n) => `[{"id":${20 + 2 * n}},{"id":${21 + 2 * n},"line":"x"}]`,
    },
  ],
  [
    'an insert that returns one object',
    {
      method: 'POST',
      path: () => '/notes?select=id',
      body: (n) => `{"id":${30 + n}}`,
      headers: { ...ONE, ...RETURNED },
    },
  ],
  [
    'an upsert',
    {
      method: 'POST',
      path: () => '/notes',
      body: (n) => `{"id":${n},"line":"again"}`,
      headers: { prefer: 'resolution=merge-duplicates' },
    },
  ],
  [
    'an update',
    { method: 'PATCH', path: (n) => `/notes?id=eq.${n}`, body: (n) => `{"line":"${n}"}`, headers: RETURNED },
  ],
  [
    'an update of one object',
    {
      method: 'PATCH',
      path: (n) => `/notes?id=eq.${n}&select=id,authors(name)`,
      body: (n) => `{"line":"${n}"}`,
      headers: { ...ONE, ...RETURNED },
    },
  ],
  [
    'an update with max-affected',
    {
      method: 'PATCH',
      path: (n) => `/notes?id=eq.${n}`,
      body: (n) => `{"line":"${n}"}`,
      headers: { prefer: 'handling=strict,max-affected=2' },
    },
  ],
  ['a PUT', { method: 'PUT', path: (n) => `/notes?id=eq.${n}`, body: (n) => `{"id":${n}}` }],
  [
    'a delete with tx=rollback',
    { method: 'DELETE', path: (n) => `/notes?id=gt.${n}`, headers: { prefer: 'tx=rollback' } },
  ],
  ['a deletion', { method: 'DELETE', path: (n) => `/notes?id=eq.${n}` }],
  ['a function', { method: 'POST', path: () => '/rpc/add', body: (n) => `{"a":${n},"b":2}` }],
  ['a function that only reads', { path: (n) => `/rpc/add?a=${n}&b=2` }],
  [
    'a function that returns one object',
    { method: 'POST', path: () => '/rpc/with_id', body: () => '{"wanted":9}', headers: ONE },
  ],
  [
    'a function of bytes',
    {
      method: 'POST',
      path: () => '/rpc/size_of',
      body: (n) => Buffer.alloc(n),
      headers: { 'content-type': 'application/octet-stream' },
    },
  ],
])('%s is one round trip, and one statement for all values', async (_what, call) => {
  const send = async (n: number) => {
    const { method = 'GET', path, body, headers = {} } = call
    const answer = await api.send(path(n), { method, headers, ...(body && { body: body(n) }) })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const before = new Set(await prepared())
  await send(1)
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  await send(2)
  await send(3)
  const trips = queries.mock.contexts.filter((client) => (client as pg.Client).user === 'authenticator')
  expect(trips).toHaveLength(2)
  expect((await prepared()).filter((text) => !before.has(text))).toHaveLength(1)
})

test.each<[what: string, call: Call, status: number, code: string, details: string]>([
  [
    'two rows for a request of one object',
    { method: 'PATCH', path: () => '/notes?id=in.(4,5)', body: () => '{"line":"lost"}', headers: ONE },
    406,
    'PGRST116',
    'The result contains 2 rows',
  ],
  [
    'no row for a request of one object',
    { method: 'DELETE', path: () => '/notes?id=eq.777', headers: ONE },
    406,
    'PGRST116',
    'The result contains 0 rows',
  ],
  [
    'more rows than max-affected',
    {
      method: 'PATCH',
      path: () => '/notes?id=gte.4&id=lte.6',
      body: () => '{"line":"lost"}',
      headers: { prefer: 'handling=strict,max-affected=2' },
    },
    400,
    'PGRST124',
    'The query affects 3 rows',
  ],
])('%s: rolled back within the round trip', async (_what, call, status, code, details) => {
  await api.sql('insert into notes select n from generate_series(4, 6) n on conflict do nothing')
  const { method = 'GET', path, body, headers = {} } = call
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await api.send(path(0), { method, headers, ...(body && { body: body(0) }) })
  expect(answer).toMatchObject({ status, body: { code, details } })
  const trips = queries.mock.contexts.filter((client) => (client as pg.Client).user === 'authenticator')
  expect(trips).toHaveLength(1)
  expect(await api.sql(`select from notes where line = 'lost'`)).toEqual([])
})

test('tx=rollback checks deferred constraints', async () => {
  await api.sql(`create table late (id int primary key, note_id int references notes deferrable initially deferred);
    notify pgrst, 'reload schema'`)
  const send = () =>
    api.send('/late', { method: 'POST', body: '{"id":1,"note_id":999}', headers: { prefer: 'tx=rollback' } })
  await vi.waitFor(async () => expect((await send()).status).not.toBe(404), { timeout: 60_000 })
  expect(await send()).toMatchObject({ status: 409, body: { code: '23503' } })
})

test('rows with named columns are only parsed by PostgreSQL, which refuses invalid JSON', async () => {
  const insert = (body: string | Buffer) =>
    api.send('/notes?columns=id,line', {
      method: 'POST',
      body,
      headers: { ...RETURNED, 'content-type': 'application/json' },
    })
  expect((await insert('{"id":50,"more":1}')).body).toMatchObject([{ id: 50, line: null }])
  expect((await insert(' [{"id":51},{"id":52,"line":"b"}] ')).body).toHaveLength(2)
  expect(await insert('[]')).toMatchObject({ status: 201, body: [] })
  expect(await insert('{"id":53},{"id":54}')).toMatchObject({ status: 400, body: { code: '22P02' } })
  expect(await insert('[{"id":53},5]')).toMatchObject({ status: 400, body: { code: '22023' } })
  expect(await insert('')).toMatchObject({ status: 400, body: { code: '22P02' } })
  expect(await insert(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toMatchObject({ status: 400 })
  expect(await api.sql('select from notes where id in (53, 54)')).toEqual([])
})
