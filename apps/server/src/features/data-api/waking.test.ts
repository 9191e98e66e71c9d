import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSleepingProject, type SleepingFixture } from '../../test/sleeping-project.ts'

/** The Data API over a project that is asleep: a call wakes it, and is answered as if it had been awake. */

const SCHEMA = `
  create table authors (id int primary key, name text);
  create table notes (id int primary key, line text not null, author_id int references authors);
  insert into authors values (1, 'Ann');
  insert into notes select n, 'line ' || n, 1 from generate_series(1, 100) n;
  create function add(a int, b int) returns int language sql immutable as 'select a + b';
  create table drafts (id int primary key, line text not null);
  alter table notes enable row level security;
  create policy mine on notes to anon using (id <= 2);
`

let fixture: SleepingFixture
const keys = new Map<string, string>()
beforeAll(async () => {
  fixture = await openSleepingProject()
  await fixture.ask(SCHEMA)
  const { body } = await fixture.owner.call(listApiKeys, { params: { ref: fixture.ref } })
  for (const { name, api_key } of body) keys.set(name, api_key!)
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.fallsAsleep())

async function send(
  url: string,
  { headers, key = 'service_role', ...more }: InjectOptions & { key?: string } = {},
) {
  const reply = await fixture.app.inject({
    url: `/p/${fixture.ref}/rest/v1${url}`,
    headers: { apikey: keys.get(key), ...headers },
    ...more,
  })
  return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json() }
}

test.each<[what: string, url: string, options: Parameters<typeof send>[1], status: number, body: unknown]>([
  [
    'a read with an embedded relation',
    '/notes?id=eq.1&select=line,authors(name)',
    {},
    200,
    [{ line: 'line 1', authors: { name: 'Ann' } }],
  ],
  ['an anonymous read', '/notes?select=id&order=id', { key: 'anon' }, 200, [{ id: 1 }, { id: 2 }]],
  ['a function', '/rpc/add', { method: 'POST', payload: { a: 1, b: 2 } }, 200, 3],
  [
    'a write',
    '/drafts?select=line',
    { method: 'POST', payload: { id: 1, line: 'x' }, headers: { prefer: 'return=representation' } },
    201,
    [{ line: 'x' }],
  ],
  ['OPTIONS', '/authors', { method: 'OPTIONS' }, 200, null],
])('%s wakes the project and gets its response', async (_what, url, options, status, body) => {
  expect(await send(url, options)).toMatchObject({ status, body })
  expect(await fixture.isAsleep()).toBe(false)
})

test.each<[what: string, url: string, options: Parameters<typeof send>[1], status: number, code: string]>([
  ['a missing table', '/nowhere', {}, 404, 'PGRST205'],
  ['a row that violates a constraint', '/drafts', { method: 'POST', payload: { id: 2 } }, 400, '23502'],
])('%s is refused as by an awake project', async (_what, url, options, status, code) => {
  expect(await send(url, options)).toMatchObject({ status, body: { code } })
})

test.each<[what: string, url: string, headers: Record<string, string>, status: number]>([
  ['a wrong key', '/notes', { apikey: 'bst_publishable_nobody' }, 401],
  ['no key', '/notes', { apikey: '' }, 401],
  ["a browser's preflight", '/notes', { 'access-control-request-method': 'POST' }, 204],
])('%s does not wake the project', async (_what, url, headers, status) => {
  expect((await send(url, { method: status === 204 ? 'OPTIONS' : 'GET', headers })).status).toBe(status)
  expect(await fixture.isAsleep()).toBe(true)
})

test('concurrent calls during the wake share one start and each get their response once', async () => {
  let starts = 0
  const unsubscribe = fixture.engine.subscribe(({ state }) => {
    if (state === 'starting') starts += 1
  })
  const prefer = 'return=representation'
  const calls = Array.from({ length: 40 }, (_, n) => {
    const id = 1000 + n
    return Promise.all([
      send(`/notes?id=eq.${n + 1}&select=id,authors(name)`),
      send('/notes?select=id', { key: 'anon', headers: { prefer: 'count=exact' } }),
      send('/rpc/add', { method: 'POST', payload: { a: n, b: 1 } }),
      send('/drafts?select=id', { method: 'POST', payload: { id, line: `${n}` }, headers: { prefer } }),
    ])
  })
  const answers = await Promise.all(calls)
  unsubscribe()
  for (const [n, [read, counted, sum, written]] of answers.entries()) {
    expect(read).toMatchObject({ status: 200, body: [{ id: n + 1, authors: { name: 'Ann' } }] })
    expect(counted).toMatchObject({ status: 200, headers: { 'content-range': '0-1/2' } })
    expect(sum).toMatchObject({ status: 200, body: n + 1 })
    expect(written).toMatchObject({ status: 201, body: [{ id: 1000 + n }] })
  }
  expect(starts).toBe(1)
  const { body } = await fixture.ask('select count(*)::int as count from drafts where id >= 1000')
  expect(body).toEqual([{ count: 40 }])
})
