import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAdminConnection, withAdminConnection } from './admin-connection.ts'
import { keptSessions } from './kept-sessions.ts'

let database: ThrowawayDatabase
let target: Parameters<typeof openAdminConnection>[0]
beforeAll(async () => {
  database = await createThrowawayDatabase()
  const { hostname, port, username, password, pathname } = new URL(database.url)
  target = {
    host: hostname,
    port: Number(port),
    user: username,
    password,
    database: pathname.slice(1),
  }
})
afterAll(() => database.drop())

let kept: ReturnType<typeof keptSessions>
beforeEach(() => {
  kept = keptSessions()
  return () => kept.closeAll()
})

const run = <T>(work: (client: pg.Client) => Promise<T>) =>
  kept.run('one', () => openAdminConnection(target, { statementTimeoutMs: 1_000 }), work)
const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid
const isConnected = (pid: number) =>
  withAdminConnection(target, async (client) => {
    const { rows } = await client.query('select from pg_stat_activity where pid = $1', [pid])
    return rows.length > 0
  })
const ends = (pid: number) => waitFor(async () => !(await isConnected(pid)))

test('pieces of work follow each other in one session', async () => {
  let atWork = 0
  const alone = async (client: pg.Client) => {
    atWork += 1
    expect(atWork).toBe(1)
    const pid = await pidOf(client)
    atWork -= 1
    return pid
  }
  const pids = await Promise.all([run(alone), run(alone), run(alone)])
  expect(new Set([...pids, await run(alone)]).size).toBe(1)
})

test('work that finds the session in use for long gets one of its own, which is closed', async () => {
  kept = keptSessions({ turnMs: 20 })
  let other = 0
  const pid = await run(async (client) => {
    other = await run(pidOf)
    return pidOf(client)
  })
  expect(other).not.toBe(pid)
  await ends(other)
  expect(await run(pidOf)).toBe(pid)
})

test('a session is closed after work that failed, and when its database does not answer in time', async () => {
  const pid = await run(pidOf)
  await expect(run((client) => client.query('begin; select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
  await ends(pid)
  const next = await run(pidOf)
  expect(next).not.toBe(pid)
  await expect(run((client) => client.query('select pg_sleep(60)'))).rejects.toMatchObject({
    code: 'instance_unavailable',
  })
  expect(await run(pidOf)).not.toBe(next)
})

test('a session that the database has ended is replaced', async () => {
  const pid = await run(pidOf)
  await withAdminConnection(target, (client) => client.query('select pg_terminate_backend($1)', [pid]))
  await ends(pid)
  expect(await waitFor(() => run(pidOf))).not.toBe(pid)
})

test('a released session is closed at once, or with the work that it does, which is not disturbed', async () => {
  const idle = await run(pidOf)
  await kept.release('one')
  await ends(idle)

  let released: Promise<void> | undefined
  const work = run(async (client) => {
    released = kept.release('one')
    return pidOf(client)
  })
  await ends(await work)
  await released
})

test('a login that fails is reported, and tried again by what comes next', async () => {
  const wrong = { ...target, database: 'never_made' }
  await expect(kept.run('one', () => openAdminConnection(wrong), pidOf)).rejects.toMatchObject({
    code: 'instance_unavailable',
  })
  expect(await run(pidOf)).toBeGreaterThan(0)
})
