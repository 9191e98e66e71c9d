import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'
import { reaches } from '../../test/people.ts'

/** Access control: who gets what, and what no one gets. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const soon = (check: () => Promise<boolean>) => waitFor(check, { timeoutMs: 60_000 })

const ME = '00000000-0000-0000-0000-000000000001'
const mine = () => api.tokenFor({ role: 'authenticated', sub: ME })

test('policies decide for each caller, by the claims of the token', async () => {
  expect((await api.send('/secrets?select=body', { key: mine() })).body).toEqual([{ body: 'mine' }])
  expect((await api.send('/secrets?select=body', { key: api.keyOf('anon') })).body).toEqual([])
  expect((await api.send('/secrets?select=body')).body).toHaveLength(2)
  const refused = await api.send('/secrets', {
    key: mine(),
    method: 'POST',
    body: JSON.stringify({ id: 9, body: 'x' }),
  })
  expect(refused).toMatchObject({ status: 403, body: { code: '42501' } })
  expect(await api.sql('select from secrets where id = 9')).toEqual([])
})

test('a bearer token identifies the caller; the key only grants access to the API', async () => {
  const headers = { authorization: `Bearer ${mine()}` }
  expect((await api.send('/rpc/who', { key: api.keyOf('anon'), headers })).body).toEqual({
    role: 'authenticated',
    uid: ME,
  })
  expect((await api.send('/rpc/who', { key: api.keyOf('anon') })).body).toEqual({ role: 'anon', uid: null })
})

test('missing privileges are 401 for anonymous callers and 403 for signed-in ones', async () => {
  const anonymous = await api.send('/vault', { key: api.keyOf('anon') })
  expect(anonymous).toMatchObject({
    status: 401,
    body: { code: '42501', message: 'permission denied for table vault' },
  })
  expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
  expect(await api.send('/vault', { key: mine() })).toMatchObject({ status: 403, body: { code: '42501' } })
})

test.each<[what: string, key: () => string | null, status: number, code: string, message: string]>([
  ['no key', () => null, 401, 'PGRST302', 'No API key found in request'],
  ['an invalid key', () => 'nonsense', 401, 'PGRST301', 'Invalid Compact JWS'],
  [
    'a token signed with another secret',
    () => api.tokenFor({ role: 'service_role' }, 'other'),
    401,
    'PGRST301',
    'signature verification failed',
  ],
  ['a token that has expired', () => api.tokenFor({ role: 'anon', exp: 1 }), 401, 'PGRST303', 'JWT expired'],
  [
    'a token without a signature',
    () => `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.x`,
    401,
    'PGRST301',
    'Invalid Compact JWS',
  ],
  [
    'a role that does not exist',
    () => api.tokenFor({ role: 'nobody' }),
    403,
    '42501',
    'The role "nobody" does not exist, or may not call this API',
  ],
  [
    'a role that callers may not assume',
    () => api.tokenFor({ role: 'postgres' }),
    403,
    '42501',
    'The role "postgres" does not exist, or may not call this API',
  ],
])('%s gets nothing', async (_what, key, status, code, message) => {
  expect(await api.send('/films', { key: key() })).toMatchObject({ status, body: { code, message } })
})

test('a key gives access to its own project only', async () => {
  const other = `${api.origin}/p/${'a'.repeat(20)}/rest/v1/films`
  const reply = await fetch(other, { headers: { apikey: api.keyOf('service_role') } })
  expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'PGRST125' }])
})

test('nothing that a request sets outlives it', async () => {
  await api.sql(`create function escape() returns text language plpgsql as $$ begin
    perform set_config('role', 'service_role', false), set_config('request.jwt.claims', '{"sub":"x"}', false); return current_user; end $$`)
  const breakOut = () => api.send('/rpc/escape', { key: api.keyOf('anon'), method: 'POST', body: '{}' })
  await soon(async () => (await breakOut()).status !== 404)
  for (let n = 0; n < 20; n++)
    expect((await api.send('/rpc/who', { key: api.keyOf('anon') })).body).toEqual({ role: 'anon', uid: null })
})

test('concurrent callers on few connections are never confused', async () => {
  const as = (sub: string) => api.tokenFor({ role: 'authenticated', sub })
  const subs = Array.from({ length: 40 }, (_, n) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`)
  const calls = subs.flatMap((uid) => [
    api.send('/rpc/who', { key: as(uid) }).then(({ body }) => [body, { role: 'authenticated', uid }]),
    api.send('/rpc/who').then(({ body }) => [body, { role: 'service_role', uid: null }]),
    // Failed requests in between must leave no state either.
    api.send('/films?id=eq.x', { key: as(uid) }).then(({ status }) => [status, 400]),
    api
      .send('/rpc/who', {
        key: as(uid),
        method: 'POST',
        body: '{}',
        headers: { prefer: 'tx=rollback' },
      })
      .then(({ body }) => [body, { role: 'authenticated', uid }]),
  ])
  for (const [said, expected] of await Promise.all(calls)) expect(said).toEqual(expected)
})

test("a statement ends after its role's statement_timeout", async () => {
  await api.sql(`alter role anon set statement_timeout = '500ms'; notify pgrst, 'reload schema'`)
  const body = JSON.stringify({ seconds: 30 })
  const timeout = (key: string) => api.send('/rpc/asked?setting=statement_timeout', { key })
  await soon(async () => (await timeout(api.keyOf('anon'))).body === '500ms')
  expect(await api.send('/rpc/nap', { method: 'POST', body, key: api.keyOf('anon') })).toMatchObject({
    status: 500,
    body: { code: '57014' },
  })
  expect((await timeout(mine())).body).toBe('8s')
})

test('only exposed schemas can be used', async () => {
  for (const [method, header] of [
    ['GET', 'accept-profile'],
    ['POST', 'content-profile'],
  ] as const) {
    const body = method === 'POST' ? { body: '{}' } : {}
    expect(await api.send('/users', { method, headers: { [header]: 'auth' }, ...body })).toMatchObject({
      status: 406,
      body: { code: 'PGRST106', hint: 'Only the following schemas are exposed: public' },
    })
  }
  expect(
    (await api.send('/films?select=id&limit=1', { headers: { 'accept-profile': 'public' } })).status,
  ).toBe(200)
})

test('plans are available only if the owner of the project allows it', async () => {
  const headers = {
    accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose; for="application/json"',
  }
  const refused = await api.send('/films', { headers })
  expect(refused).toMatchObject({ status: 406, body: { code: 'PGRST107' } })
  // The hint is SQL that the owner can run unchanged.
  await api.sql(refused.body.hint.replace('To allow it: ', ''))
  const plan = () => api.send('/films?id=eq.1', { headers })
  await soon(async () => (await plan()).status === 200)
  expect(await api.send('/films', { headers, key: mine() })).toMatchObject({ status: 406 })
  expect((await plan()).headers.get('content-type')).toContain('application/vnd.pgrst.plan+json')
  expect((await plan()).body[0]).toMatchObject({ Plan: { 'Actual Rows': 1 } })
  const text = await api.send('/films?id=eq.1', { headers: { accept: 'application/vnd.pgrst.plan+text' } })
  expect(text.text).toMatch(/Aggregate.*cost=/)
  // A write is planned without being executed.
  await api.send('/films?id=eq.1', {
    method: 'PATCH',
    body: '{"title":"other"}',
    headers: { accept: 'application/vnd.pgrst.plan+json' },
  })
  expect((await api.send('/films?select=title&id=eq.1')).body).toEqual([{ title: 'Ran' }])
})

test.each<[what: string, path: string, status: number, code: string, words: RegExp]>([
  [
    'a column that does not exist',
    '/films?select=titel',
    400,
    '42703',
    /column films\.titel does not exist.*films\.title/,
  ],
  [
    'a filter on a column that does not exist',
    '/films?titel=eq.1',
    400,
    '42703',
    /films\.titel.*films\.title/,
  ],
  ['a misspelled table', '/flims', 404, 'PGRST205', /Perhaps you meant the table 'public\.films'/],
  ['a path below a table', '/films/1', 404, 'PGRST125', /path/],
  ['a path of invalid UTF-8', '/%FF', 400, 'validation_failed', /two digits/],
  ['an unknown operator', '/films?id=equals.1', 400, 'PGRST100', /unexpected \\"e\\" expecting an operator/],
  ['a filter without an operator', '/films?id=1', 400, 'PGRST100', /failed to parse filter \(1\)/],
  ['a select that does not end', '/films?select=id,directors(name', 400, 'PGRST100', /end of input/],
  ['an invalid order', '/films?order=id.up', 400, 'PGRST100', /failed to parse order/],
  ['a limit that is too large', '/films?limit=99999999999999999999', 400, 'PGRST100', /limit/],
  ['a group that does not end', '/films?or=(id.eq.1', 400, 'PGRST100', /logic tree/],
  ['too deeply nested groups', `/films?or=${'(and'.repeat(60)}`, 400, 'PGRST100', /50 levels/],
  ['text of invalid UTF-8', '/films?title=eq.%FF', 400, 'PGRST100', /UTF-8/],
  ['a NUL character', '/films?title=eq.a%00b', 400, 'PGRST100', /character/],
  ['a NUL character in a name', '/films?select=a%00:id', 400, 'PGRST100', /character/],
  ['a value of the wrong type', '/films?id=eq.x', 400, '22P02', /invalid input syntax for type integer/],
  ['an operator the type lacks', '/films?id=cs.{1}', 404, '42883', /operator does not exist/],
  ['an unknown type', '/films?select=id::nothing', 400, '42704', /type \\"nothing\\" does not exist/],
  ['an unknown language', '/films?words=fts(klingon).x', 400, '42704', /klingon/],
  ['a search that is malformed', '/films?words=fts.a%20b', 400, '42601', /tsquery/],
])('%s is refused with an explanation', async (_what, path, status, code, words) => {
  const answer = await api.send(path)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.text).toMatch(words)
})

test('no part of a request is interpreted as SQL', async () => {
  const evil = `"; drop table films; --`
  const quoted = encodeURIComponent(`"${evil.replace('"', '\\"')}"`)
  for (const path of [
    ...[
      `/films?select=${quoted}`,
      `/films?select=${quoted}:id`,
      `/films?${quoted}=eq.1`,
      `/films?order=${quoted}`,
    ],
    ...[
      `/films?select=id::text)%20from%20vault--`,
      `/films?select=about->>'x'`,
      `/films?select=about->>${encodeURIComponent("a' || body || 'b")}`,
    ],
    ...[
      `/films?title=fts(${encodeURIComponent("english'); drop table films")}).x`,
      `/${encodeURIComponent(evil)}`,
    ],
    ...[
      `/rpc/${encodeURIComponent(evil)}`,
      `/rpc/add?a=1&${quoted}=2`,
      `/films?title=in.(${quoted})`,
      `/films?title=eq.${encodeURIComponent("' or 1=1")}`,
    ],
  ]) {
    const { status } = await api.send(path)
    expect([200, 400, 404], path).toContain(status)
  }
  const body = JSON.stringify({ [evil]: 1 })
  expect((await api.send(`/films?columns=${quoted}`, { method: 'POST', body })).status).toBe(400)
  expect(
    (
      await api.send(`/films?on_conflict=${quoted}`, {
        method: 'POST',
        body: '{"title":"x"}',
        headers: { prefer: 'resolution=merge-duplicates' },
      })
    ).status,
  ).toBe(400)
  expect((await api.send('/films?select=count()')).body).toEqual([{ count: 4 }])
})

test('any website may call, with a key', async () => {
  const preflight = await api.send('/films', {
    method: 'OPTIONS',
    key: null,
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'apikey,prefer' },
  })
  expect([
    preflight.status,
    preflight.headers.get('access-control-allow-origin'),
    preflight.headers.get('access-control-allow-headers'),
  ]).toEqual([204, '*', 'apikey,prefer'])
  expect(preflight.headers.get('allow')).toContain('PATCH')
  const reply = await api.send('/films?select=id', { headers: { origin: 'https://app.example' } })
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(reply.headers.get('access-control-expose-headers')).toBe('*')
})

test('unknown preferences are refused only with handling=strict', async () => {
  expect((await api.send('/films?select=id', { headers: { prefer: 'foo=bar' } })).status).toBe(200)
  expect(
    await api.send('/films?select=id', { headers: { prefer: 'handling=strict, foo=bar' } }),
  ).toMatchObject({
    status: 400,
    body: { code: 'PGRST122', details: 'Invalid preferences: foo=bar' },
  })
})

test('a paused project says so, and responds again once restored', async () => {
  const params = { ref: api.ref }
  await api.owner.call(pauseProject, { params })
  await reaches(api.owner, api.ref, 'INACTIVE')
  expect(await api.send('/films')).toMatchObject({
    status: 503,
    body: { code: 'PGRST000', message: expect.stringContaining('Restore it') },
  })
  await api.owner.call(restoreProject, { params })
  await reaches(api.owner, api.ref, 'ACTIVE_HEALTHY')
  expect((await api.send('/films?select=id&id=eq.1')).body).toEqual([{ id: 1 }])
})
