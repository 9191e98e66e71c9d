import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { postgresProcessesIn } from '@basalt/postgres-supervisor/process/working-directories.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { reaches } from '../../test/people.ts'

/** What the server responds when a database sends too much, crashes or freezes during a request. */

const WATCH_EVERY_MS = 100
const SCHEMA = `
  create table notes (id int primary key, line text);
  insert into notes select n, repeat('x', 1000000) from generate_series(1, 20) n;
  create function repeated(length int) returns text language sql stable as $$ select repeat('x', length) $$;
  create function say_much(length int) returns void language plpgsql as $$ begin raise notice '%', repeat('x', length); end $$;
  create function fail_long(length int) returns void language plpgsql as $$ begin raise exception '%', repeat('x', length); end $$;
  create function long_header(length int) returns void language sql volatile as $$
    select set_config('response.headers', '[{"x-long":"' || repeat('x', length) || '"}]', true) $$;
  create function hold() returns void language sql volatile as $$ select pg_sleep(50) $$;
  alter role service_role set statement_timeout = '120s';
`
/** More bytes than the server accepts in one message. */
const HUGE = 100_000_000

let api: DataApiFixture
beforeAll(async () => {
  api = await openDataApi(SCHEMA, {
    watchTimes: { watchIntervalMs: WATCH_EVERY_MS, probeIntervalMs: WATCH_EVERY_MS },
  })
})
afterAll(() => api[Symbol.asyncDispose]())

const call = (name: string, args = {}) =>
  api.send(`/rpc/${name}`, { method: 'POST', body: JSON.stringify(args) })
const expectAnswers = async () =>
  expect(await api.send('/notes?select=id&id=eq.1')).toMatchObject({ status: 200, body: [{ id: 1 }] })

/** The processes that run a held call. */
const holding = async () =>
  (
    await api.sql(`select pid from pg_stat_activity
      where usename = 'authenticator' and state = 'active' and query like '%"hold"%'`)
  ).map(({ pid }) => pid as number)

test('a response that is too long is refused, even from a small table', async () => {
  const columns = Array.from({ length: 4 }, (_, n) => `c${n}:line`)
  const refused = await api.send(`/notes?select=${columns.join()}`)
  expect(refused).toMatchObject({
    status: 400,
    body: { code: '54000', message: 'The response would exceed 64 MiB' },
  })
  expect(refused.body.hint).toContain('limit')
  expect(await call('repeated', { length: HUGE })).toMatchObject({ status: 400, body: { code: '54000' } })
  const written = await api.send(`/notes?id=gt.0&select=${columns.join()}`, {
    method: 'PATCH',
    body: '{"id":1}',
    headers: { prefer: 'return=representation' },
  })
  expect(written.status).toBeGreaterThanOrEqual(400)
  const doubled = await api.send(`/notes?id=gt.0&select=${columns.join()}`, {
    method: 'DELETE',
    headers: { prefer: 'return=representation' },
  })
  expect(doubled).toMatchObject({ status: 400, body: { code: '54000' } })
  expect(await api.sql('select count(*)::int from notes')).toEqual([{ count: 20 }])
  await expectAnswers()
})

test.each(['say_much', 'fail_long', 'long_header'])(
  'a message of %s that is too long breaks only its own connection',
  async (name) => {
    const answers = await Promise.all([call(name, { length: HUGE }), api.send('/notes?select=id&id=eq.2')])
    expect(answers).toMatchObject([
      { status: 413, body: { message: 'The database answered with more than 80 MiB at once' } },
      { status: 200, body: [{ id: 2 }] },
    ])
    for (let n = 0; n < 10; n++) await expectAnswers()
  },
)

test('a call whose database crashes gets 503, and later ones succeed once it is back', async () => {
  const call1 = call('hold')
  await waitFor(async () => (await holding()).length === 1, { timeoutMs: 60_000 })
  // PostgreSQL ends all its processes after one was killed, and recovers.
  for (const pid of await holding()) process.kill(pid, 'SIGKILL')
  expect(await call1).toMatchObject({
    status: 503,
    body: { code: 'PGRST000', message: expect.stringContaining('does not answer') },
  })
  const statuses = new Set<number>()
  await waitFor(
    async () => {
      const { status } = await api.send('/notes?select=id&id=eq.1')
      statuses.add(status)
      return status === 200
    },
    { timeoutMs: 60_000 },
  )
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('running and new calls to a frozen database get 503 without waiting', async () => {
  await expectAnswers()
  const running = call('hold')
  await waitFor(async () => (await holding()).length === 1, { timeoutMs: 60_000 })
  api.watch.start()
  const [{ folder }] = await api.sql("select current_setting('data_directory') as folder")
  const processes = await postgresProcessesIn(folder)
  for (const pid of processes) signal(pid, 'SIGSTOP')
  try {
    expect(await running).toMatchObject({
      status: 503,
      body: {
        code: 'PGRST000',
        message: 'The database of this project does not answer: nothing has come back from it for a while',
      },
    })
    await reaches(api.owner, api.ref, 'ACTIVE_UNHEALTHY')
    expect(await api.send('/notes?select=id')).toMatchObject({
      status: 503,
      body: { code: 'PGRST000', message: expect.stringContaining('not responding') },
    })
  } finally {
    for (const pid of processes) signal(pid, 'SIGCONT')
  }
  await reaches(api.owner, api.ref, 'ACTIVE_HEALTHY')
  await expectAnswers()
})
