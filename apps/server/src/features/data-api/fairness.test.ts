import { once } from 'node:events'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backendKey, sendCancelRequest } from '../../platform/project-databases/cancel-request.ts'
import { DATABASE_PASSWORD, type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

/** Slow calls beside quick ones, and callers that disconnect, observed in PostgreSQL itself. */

const SCHEMA = `
  create table notes (id int primary key, line text);
  insert into notes values (1, 'a');
  create function nap(seconds float) returns void language sql volatile as $$ select pg_sleep(seconds) $$;
`

let api: DataApiFixture
let admin: pg.Client
beforeAll(async () => {
  api = await openDataApi(SCHEMA)
  admin = await api.connect()
})
afterAll(async () => {
  await admin.end()
  await api[Symbol.asyncDispose]()
})

/** How many running statements contain these words. */
const running = async (words: string) => {
  const { rows } = await admin.query(
    `select count(*)::int as count from pg_stat_activity
     where usename = 'authenticator' and state = 'active' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
    [words],
  )
  return rows[0].count as number
}

const nap = (seconds: number, signal?: AbortSignal, key = api.keyOf('anon')) =>
  api.send('/rpc/nap', {
    method: 'POST',
    body: JSON.stringify({ seconds }),
    key,
    ...(signal && { signal }),
  })

test('sixty slow anonymous calls leave connections for a quick anonymous one, and for others', async () => {
  const gone = new AbortController()
  const slow = Array.from({ length: 60 }, () => nap(60, gone.signal).catch(() => undefined))
  await waitFor(async () => (await running('"nap"')) === 6, { timeoutMs: 60_000 })
  const answers = await Promise.all([
    api.send('/notes?select=id', { key: api.keyOf('anon') }),
    api.send('/notes?select=line'),
    api.send('/notes?select=id', { key: api.tokenFor({ role: 'authenticated', sub: 'someone' }) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  // They finished while the slow ones were still running.
  expect(await running('"nap"')).toBeGreaterThan(0)
  gone.abort()
  await Promise.all(slow)
  await waitFor(async () => (await running('"nap"')) === 0, { timeoutMs: 60_000 })
})

test('a caller that disconnects has its statement cancelled', async () => {
  const gone = new AbortController()
  const call = api
    .send('/rpc/nap', { method: 'POST', body: '{"seconds":50}', signal: gone.signal })
    .catch((error: Error) => error.name)
  await waitFor(async () => (await running('"nap"')) === 1, { timeoutMs: 60_000 })
  gone.abort()
  expect(await call).toBe('AbortError')
  await waitFor(async () => (await running('"nap"')) === 0, { timeoutMs: 20_000 })
  expect((await api.send('/notes?select=id')).body).toEqual([{ id: 1 }])
})

test('a caller that waits too long for a connection is told to retry later', async () => {
  const gone = new AbortController()
  // PostgreSQL's own time limit would end the statements of anonymous callers earlier.
  const calls = Array.from({ length: 7 }, () => nap(60, gone.signal, api.keyOf('service_role')))
  const busy = await Promise.race(calls)
  gone.abort()
  await Promise.allSettled(calls)
  expect(busy).toMatchObject({
    status: 504,
    body: { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.', hint: null },
  })
  expect(busy.body.details).toContain('within 10 seconds')
  expect(busy.headers.get('retry-after')).toBe('5')
})

test('a statement is cancelled over a Unix socket and over TCP', async () => {
  const { endpoint } = await api.engine.facts(api.ref)
  const { host, port, socket } = endpoint!
  expect(socket).toBeTypeOf('string')
  for (const reached of [host, socket!]) {
    const pool = new pg.Pool({
      host: reached,
      port,
      user: 'postgres',
      database: 'postgres',
      password: DATABASE_PASSWORD,
      max: 1,
    })
    const client = await pool.connect()
    const sleeping = client
      .query(`select pg_sleep(60) as "${reached}"`)
      .catch((error: pg.DatabaseError) => error.code)
    await waitFor(
      async () =>
        (
          await admin.query(
            `select from pg_stat_activity where state = 'active' and query like 'select pg_sleep(60)%'`,
          )
        ).rowCount === 1,
      { timeoutMs: 60_000 },
    )
    await sendCancelRequest(backendKey(client))
    expect(await sleeping).toBe('57014')
    // Wait for the connection to close, or the database's shutdown would report an error on it.
    const ended = once(client, 'end')
    client.release(true)
    await Promise.all([ended, pool.end()])
  }
})
