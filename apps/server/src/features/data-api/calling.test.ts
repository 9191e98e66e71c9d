import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { CINEMA } from '../../test/data-api-schema.ts'

/** Calls of a project's functions over HTTP. */

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(CINEMA)
})
afterAll(() => api[Symbol.asyncDispose]())

const call = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send(`/rpc/${name}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each<[call: string, result: unknown]>([
  ['add?a=3&b=4', 7],
  ['add?a=3', 4],
  ['twice?a=1&a=1', { code: 'PGRST203' }],
  ['total?n=1&n=2', 3],
  ['total?n={1,2,3}', 6],
  ['join_all?words={a,"b c"}', 'a+b c'],
  ['counted', [1, 2, 3]],
  ['pair', { x: 1, y: 'two' }],
  [
    'listed',
    [
      { n: 1, m: 'a' },
      { n: 2, m: 'b' },
    ],
  ],
  ['listed?select=m&n=eq.2', [{ m: 'b' }]],
  ['listed?order=n.desc&limit=1', [{ n: 2, m: 'b' }]],
  [
    'films_since?since=1960&select=title,directors(name)&title=eq.Ran',
    [{ title: 'Ran', directors: { name: 'Kurosawa' } }],
  ],
  ['films_since?since=1900&select=count()', [{ count: 3 }]],
  ['one_film?wanted=1&select=id,title', { id: 1, title: 'Ran' }],
  [
    'one_film?wanted=1&select=title,actors(name)&actors.order=name.desc&actors.limit=1',
    { title: 'Ran', actors: [{ name: 'Shimura' }] },
  ],
  ['asked?setting=request.method', 'GET'],
  ['asked?setting=request.path', '/rpc/asked'],
  ['asked?setting=transaction_read_only', 'on'],
  ['asked?setting=search_path', '"public", "extensions"'],
])('GET rpc/%s', async (path, result) => {
  const { body } = await api.send(`/rpc/${path}`)
  if (typeof result === 'object' && result !== null && 'code' in result) expect(body).toMatchObject(result)
  else expect(body).toEqual(result)
})

test.each<[name: string, body: unknown, result: unknown]>([
  ['add', { a: 1, b: 2 }, 3],
  ['add', { a: 1 }, 2],
  ['total', { n: [1, 2, 3, 4] }, 10],
  ['join_all', { words: ['a', 'b'] }, 'a+b'],
  ['echo', { any: ['thing'] }, { any: ['thing'] }],
  ['echo', [1, 2], [1, 2]],
  ['counted', '', [1, 2, 3]],
  ['films_since?select=title&order=title&limit=1', { since: 1900 }, [{ title: 'Ikiru' }]],
  ['write_line', { line: 'hello' }, 'hello'],
  ['asked', { setting: 'transaction_read_only' }, 'on'],
])('POST rpc/%s with %j', async (name, body, result) => {
  expect(await call(name, body)).toMatchObject({ status: 200, body: result })
})

test('a body that is not JSON is the only argument', async () => {
  expect((await call('echo_text', 'as it is', { 'content-type': 'text/plain' })).body).toBe('as it is')
  const { body } = await api.send('/rpc/size_of', {
    method: 'POST',
    body: Buffer.from([0, 255, 1]),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(body).toBe(3)
  expect((await call('add', 'a=5&b=6', { 'content-type': 'application/x-www-form-urlencoded' })).body).toBe(
    11,
  )
  const plain = await api.send('/rpc/asked?setting=request.method', { headers: { accept: 'text/plain' } })
  expect(plain.text).toBe('GET')
})

test('a function that returns nothing responds with 204 after its effects are committed', async () => {
  expect(await call('nothing', {})).toMatchObject({ status: 204, text: '' })
  expect(await api.sql("select count(*)::int from log where line = 'called'")).toEqual([{ count: 1 }])
  await call('nothing', {}, { prefer: 'tx=rollback' })
  expect(await api.sql("select count(*)::int from log where line = 'called'")).toEqual([{ count: 1 }])
})

test('GET cannot write, whatever volatility the function declares', async () => {
  expect(await api.send('/rpc/write_line?line=x')).toMatchObject({ status: 405, body: { code: '25006' } })
  expect(await api.sql("select from log where line = 'x'")).toEqual([])
})

test('rows are counted', async () => {
  const { status, headers } = await api.send('/rpc/films_since?since=1900&limit=1', {
    headers: { prefer: 'count=exact' },
  })
  expect([status, headers.get('content-range')]).toEqual([206, '0-0/3'])
  const head = await api.send('/rpc/films_since?since=1900', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  })
  expect([head.status, head.headers.get('content-range'), head.text]).toEqual([200, '0-2/3', ''])
})

test('a function determines its errors, status and headers', async () => {
  expect(await call('fail_with', { code: 'P0001', message: 'no' })).toMatchObject({
    status: 400,
    body: { code: 'P0001', message: 'no', details: '', hint: null },
  })
  expect(await call('fail_with', { code: 'PT418', message: 'teapot' })).toMatchObject({
    status: 418,
    body: { message: 'teapot' },
  })
  const whole = {
    code: 'PGRST',
    message: '{"code":"mine","message":"m","hint":"h"}',
    detail: '{"status":402,"headers":{"X-Mine":"yes","Set-Cookie":"a=b"}}',
  }
  const raised = await call('fail_with', whole)
  expect(raised).toMatchObject({
    status: 402,
    body: { code: 'mine', message: 'm', details: null, hint: 'h' },
  })
  expect([raised.headers.get('x-mine'), raised.headers.get('set-cookie')]).toEqual(['yes', null])
  const said = await call('answer_with', {
    status: '202',
    headers: '[{"X-Mine":"yes"},{"Content-Security-Policy":"none"}]',
  })
  expect([said.status, said.body, said.headers.get('x-mine')]).toEqual([202, 'said', 'yes'])
  expect(said.headers.get('content-security-policy')).toContain('sandbox')
  expect(await call('answer_with', { status: 'x', headers: '[]' })).toMatchObject({
    status: 500,
    body: { code: 'PGRST112' },
  })
  expect(await call('answer_with', { status: '200', headers: '{' })).toMatchObject({
    status: 500,
    body: { code: 'PGRST111' },
  })
})

test('session settings of a function do not affect later requests', async () => {
  await api.sql(`create function linger() returns void language sql as $$
    select set_config('response.status', '418', false), set_config('response.headers', '[{"x-lingers":"yes"}]', false) $$`)
  await api.sql(`create function settle() returns void language sql as $$
    select set_config('app.tenant', 'theirs', false), set_config('statement_timeout', '1ms', false) $$`)
  const linger = () => api.send('/rpc/linger', { method: 'POST', body: '{}' })
  await waitFor(async () => (await linger()).status === 418, { timeoutMs: 60_000 })
  for (let n = 0; n < 20; n++) {
    const { status, headers } = await api.send('/films?select=id')
    expect([status, headers.get('x-lingers')]).toEqual([200, null])
  }
  const theirs = api.tokenFor({ role: 'service_role', sub: 'theirs' })
  const settle = () => api.send('/rpc/settle', { method: 'POST', body: '{}', key: theirs })
  await waitFor(async () => (await settle()).status === 204, { timeoutMs: 60_000 })
  const asOthers = Array.from({ length: 10 }, () =>
    Promise.all([settle(), api.send('/rpc/asked?setting=app.tenant')]),
  )
  for (const [, { status, body }] of await Promise.all(asOthers))
    expect([status, body === 'theirs']).toEqual([200, false])
})

test('the requested time zone applies to its request only', async () => {
  const { body, headers } = await api.send('/rpc/asked?setting=TimeZone', {
    headers: { prefer: 'timezone=Asia/Tokyo' },
  })
  expect([body, headers.get('preference-applied')]).toEqual(['Asia/Tokyo', 'timezone=Asia/Tokyo'])
  expect((await api.send('/rpc/asked?setting=TimeZone')).body).not.toBe('Asia/Tokyo')
})

test.each<
  [
    what: string,
    method: string,
    path: string,
    body: string | undefined,
    status: number,
    code: string,
    words: RegExp,
  ]
>([
  [
    'a function that is not there',
    'POST',
    'ad',
    '{"a":1}',
    404,
    'PGRST202',
    /Perhaps you meant to call the function public\.add/,
  ],
  ['arguments of other names', 'POST', 'add', '{"x":1}', 404, 'PGRST202', /public\.add\(a, b\)/],
  ['too few arguments', 'GET', 'add', undefined, 404, 'PGRST202', /without parameters/],
  [
    'more than one matching function',
    'POST',
    'twice',
    '{"a":1}',
    300,
    'PGRST203',
    /twice\(a => integer\), public\.twice\(a => text\)/,
  ],
  ['an unsupported method', 'DELETE', 'add', undefined, 405, 'PGRST101', /DELETE/],
  [
    'an argument of the wrong type',
    'GET',
    'add?a=x',
    undefined,
    400,
    '22P02',
    /invalid input syntax for type integer/,
  ],
  ['broken JSON', 'POST', 'add', '{', 400, 'PGRST102', /invalid json/],
])('%s is refused with an explanation', async (_what, method, path, body, status, code, words) => {
  const answer = await api.send(`/rpc/${path}`, { method, ...(body !== undefined && { body }) })
  expect([answer.status, answer.body.code ?? '']).toEqual([status, code])
  expect(answer.text).toMatch(words)
})
