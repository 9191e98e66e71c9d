import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, startGateway } from './gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGateway({ route: { poolSize: 1 }, limits: { queueTimeoutMs: 60_000 } })
})
afterAll(() => fixture.stop())

const PID = 'select pg_backend_pid() as pid'

test('notifications arrive, and the next client of a connection finds no state of the previous one', async () => {
  const client = await fixture.through('session')
  const notified = new Promise((resolve) => client.on('notification', ({ payload }) => resolve(payload)))
  await client.query('listen news')
  await client.query("notify news, 'hello'")
  expect(await notified).toBe('hello')
  await client.query("create temp table mine (); prepare mine as select 1; set work_mem = '7MB'")
  await client.query('select pg_advisory_lock(7)')
  await client.query('begin')
  const pid = (await client.query(PID)).rows
  await client.end()

  const next = await fixture.through('session')
  expect((await next.query(PID)).rows).toEqual(pid)
  const { rows } =
    await next.query(`select to_regclass('pg_temp.mine') as mine, current_setting('work_mem') as memory,
    (select count(*)::int from pg_prepared_statements) as prepared,
    (select count(*)::int from pg_listening_channels()) as channels,
    pg_try_advisory_lock(7) as free`)
  expect(rows).toEqual([
    { mine: null, memory: expect.not.stringContaining('7MB'), prepared: 0, channels: 0, free: true },
  ])
  await next.end()
})

test('RESET restores the client’s startup settings', async () => {
  const client = await fixture.through('session', { options: '-c work_mem=9MB' })
  await client.query("set work_mem = '5MB'")
  await client.query('reset all')
  expect((await client.query('show work_mem')).rows).toEqual([{ work_mem: '9MB' }])
  await client.end()
})

test('a client waits until another one disconnects', async () => {
  const one = await fixture.through('session')
  const waiting = fixture.through('session')
  await waitFor(() => (fixture.pool('session')?.servers.active ?? 0) === 1)
  await one.end()
  const two = await waiting
  expect((await two.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await two.end()
})
