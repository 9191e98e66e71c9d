import net from 'node:net'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** The settings that a database's owner gives the role `authenticator`, and the limits on a request's size. */

const SCHEMA = `
  create table notes (id int primary key, line text);
  insert into notes select n, 'line ' || n from generate_series(1, 20) n;
  create table replies (id int primary key, note_id int references notes);
  insert into replies select n, 1 from generate_series(1, 20) n;
  create schema shop;
  grant usage on schema shop to anon, authenticated, service_role;
  create table shop.goods (id int primary key);
  grant all on shop.goods to anon, authenticated, service_role;
  insert into shop.goods values (1);
  create schema guard;
  grant usage on schema guard to anon, authenticated, service_role;
  create function guard.check_request() returns void language plpgsql as $$
  begin
    if current_setting('request.headers')::json ->> 'x-stop' is not null then
      raise sqlstate 'PT420' using message = 'Stopped', hint = current_user;
    end if;
    perform set_config('response.headers', '[{"X-Guard": "passed"}]', true);
  end $$;
  grant execute on function guard.check_request() to anon, authenticated, service_role;
  create function path() returns text language sql stable as $$ select current_setting('search_path') $$;
`

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(SCHEMA)
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() => api.sql(`alter role authenticator reset all; notify pgrst, 'reload config'`))

const send = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
  api.send(path, { method, headers, ...(body !== undefined && { body }) })

/** Sets it as the user's own role, and waits until it takes effect. */
async function set(setting: string, value: string, holds: () => Promise<boolean>) {
  await api.sql(`alter role authenticator set ${setting} = '${value}'`)
  await api.sql(`notify pgrst, 'reload config'`)
  await waitFor(holds, { timeoutMs: 60_000 })
}

test('aggregates are refused until they are enabled', async () => {
  const count = () => send('/notes?select=count()')
  await waitFor(async () => (await count()).status === 400, { timeoutMs: 60_000 })
  expect((await count()).body).toEqual({
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
    details: null,
    hint: null,
  })
  expect((await send('/notes?select=id,replies(count())')).body).toMatchObject({ code: 'PGRST123' })
  await set('pgrst.db_aggregates_enabled', 'true', async () => (await count()).status === 200)
  expect((await count()).body).toEqual([{ count: 20 }])
})

test('no request gets more rows than allowed, whatever its limit', async () => {
  const rows = async (path: string) => (await send(path)).body.length as number
  await set('pgrst.db_max_rows', '5', async () => (await rows('/notes?select=id')) === 5)
  expect(await rows('/notes?select=id&limit=100')).toBe(5)
  expect(await rows('/notes?select=id&limit=3')).toBe(3)
  const ranged = await send('/notes?select=id', { range: '0-99' })
  expect([ranged.body.length, ranged.headers.get('content-range')]).toEqual([5, '0-4/*'])
  const [note] = (await send('/notes?select=id,replies(id)&id=eq.1&replies.limit=100')).body
  expect(note.replies).toHaveLength(5)
  const estimated = await send('/notes?select=id', { prefer: 'count=exact' })
  expect([estimated.status, estimated.headers.get('content-range')]).toEqual([206, '0-4/20'])
})

test('the pre-request function runs before every request, as its caller', async () => {
  const guarded = async () => (await send('/notes?select=id&limit=1')).headers.get('x-guard') === 'passed'
  await set('pgrst.db_pre_request', 'guard.check_request', guarded)
  const stopped = await send('/notes', { 'x-stop': 'yes' })
  expect([stopped.status, stopped.body]).toMatchObject([420, { message: 'Stopped', hint: 'service_role' }])
  const write = await send('/notes', { 'x-stop': 'yes', prefer: 'tx=rollback' }, 'POST', '{"id":100}')
  expect(write.status).toBe(420)
  expect((await send('/rpc/path', { 'x-stop': 'yes' })).status).toBe(420)
  expect(await api.sql('select from notes where id = 100')).toEqual([])
})

test('the configured trace header is echoed, and timings are sent when enabled', async () => {
  const traced = async () =>
    (await send('/notes?limit=1', { 'x-request-id': 'mine' })).headers.get('x-request-id') === 'mine'
  await set('pgrst.server_trace_header', 'X-Request-Id', traced)
  expect((await send('/nope', { 'x-request-id': 'of an error' })).headers.get('x-request-id')).toBe(
    'of an error',
  )
  const timed = async () => (await send('/notes?limit=1')).headers.get('server-timing')
  await set('pgrst.server_timing_enabled', 'true', async () => (await timed()) !== null)
  expect(await timed()).toMatch(/^parse;dur=[\d.]+, transaction;dur=[\d.]+$/)
})

test('the database can choose the exposed schemas, but no internal one', async () => {
  const goods = () => send('/goods', { 'accept-profile': 'shop' })
  await set('pgrst.db_schemas', 'shop, public, auth', async () => (await goods()).status === 200)
  expect((await send('/goods')).body).toEqual([{ id: 1 }])
  expect((await send('/notes?limit=1', { 'accept-profile': 'public' })).headers.get('content-profile')).toBe(
    'public',
  )
  expect((await send('/users', { 'accept-profile': 'auth' })).body).toMatchObject({
    code: 'PGRST106',
    hint: 'Only the following schemas are exposed: shop, public',
  })
  await set(
    'pgrst.db_extra_search_path',
    'guard',
    async () => (await send('/rpc/path', { 'accept-profile': 'public' })).body === '"public", "guard"',
  )
})

test('the database can roll back every write, and decides whether callers may choose', async () => {
  const made = async (prefer: string) => {
    const { status, headers } = await send('/notes', { prefer }, 'POST', '{"id":200}')
    const rows = await api.sql('delete from notes where id = 200 returning id')
    return [status, rows.length, headers.get('preference-applied')]
  }
  const holds = async (prefer: string, rows: number) => {
    const [status, count] = await made(prefer)
    return status === 201 && count === rows
  }
  await set('pgrst.db_tx_end', 'rollback', () => holds('return=minimal', 0))
  expect(await made('tx=commit')).toEqual([201, 0, 'tx=rollback'])
  await set('pgrst.db_tx_end', 'rollback-allow-override', () => holds('tx=commit', 1))
  expect((await made('return=minimal'))[1]).toBe(0)
  await set('pgrst.db_tx_end', 'commit', () => holds('return=minimal', 1))
  expect(await made('tx=rollback')).toEqual([201, 1, null])
})

test('a database can hide its description', async () => {
  await set('pgrst.openapi_mode', 'disabled', async () => (await send('/')).status === 404)
  expect((await send('/')).body).toMatchObject({
    code: 'PGRST126',
    message: 'Root endpoint metadata is disabled',
  })
})

test('settings of a role apply to its requests if the authenticator may set them', async () => {
  await api.sql(
    `alter role service_role set work_mem = '7MB'; alter role service_role set default_transaction_isolation = 'repeatable read'`,
  )
  await api.sql(
    `create function own(name text) returns text language sql stable as $$ select current_setting(name) $$`,
  )
  const own = async (name: string) => (await send(`/rpc/own?name=${name}`)).body
  await waitFor(async () => (await own('work_mem')) === '7MB', { timeoutMs: 60_000 })
  expect(await own('transaction_isolation')).toBe('repeatable read')
  const write = await send(
    '/notes?select=id',
    { prefer: 'tx=rollback,return=representation' },
    'POST',
    '{"id":300}',
  )
  expect([write.status, write.body]).toEqual([201, [{ id: 300 }]])
  await api.sql('alter role service_role reset all')
})

test("headers that are too large are refused in the API's error format", async () => {
  const { port, hostname } = new URL(api.origin)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(
      `GET /p/${api.ref}/rest/v1/notes?id=in.(${'1,'.repeat(20_000)}1) HTTP/1.1\r\nhost: x\r\n\r\n`,
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer.toLowerCase()).toContain('access-control-allow-origin: *')
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
    code: 'PGRST100',
    message: 'The address and headers of a request may have at most 16384 bytes together',
    details: null,
    hint: 'Send long lists of values in the body of a function call.',
  })
})
