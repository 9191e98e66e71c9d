import { join } from 'node:path'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { describe, expect, test } from 'vitest'
import type { InstanceEvent } from '../engine.ts'
import { readPostmasterPid } from '../process/postmaster-pid.ts'
import { isAlive, signal } from '../process/process-table.ts'
import { postgresProcessesIn } from '../process/working-directories.ts'
import {
  isFound,
  nextEvent,
  openEngine,
  PASSWORD,
  postgresProcessesUnder,
  query,
  recordStates,
  startedInstance,
} from './engine.fixture.ts'

const dataOf = (dataDir: string, id: string) => join(dataDir, 'instances', id, 'data')

async function killServer(dataDir: string, id: string): Promise<void> {
  signal((await readPostmasterPid(dataOf(dataDir, id)))!.pid, 'SIGKILL')
}

const isRunning = ({ state }: InstanceEvent) => state === 'running'
const isFailed = ({ state }: InstanceEvent) => state === 'failed'

test('a killed server is restarted automatically, with its data', async () => {
  const { engine, dataDir } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  await query(endpoint, 'create table kept as select 42 as answer')
  const failed = nextEvent(engine, isFailed)
  const running = nextEvent(engine, isRunning)
  await killServer(dataDir, 'one')
  expect(await failed).toMatchObject({
    id: 'one',
    willRestart: true,
    failure: 'PostgreSQL was ended by SIGKILL',
  })
  await running
  expect((await engine.facts('one')).failure).toBeUndefined()
  expect(await query(endpoint, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that neither recovers nor accepts connections is restarted, with its data', async () => {
  const timings = { strandedPollMs: 20, strandedAfterMs: 200, fastStopMs: 50, immediateStopMs: 50 }
  const { engine, dataDir } = await openEngine({ timings })
  const endpoint = await startedInstance(engine, 'one')
  await query(endpoint, 'create table kept as select 42 as answer')
  const [{ pid }] = (await query(
    endpoint,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  )) as [{ pid: number }]
  const failed = nextEvent(engine, isFailed)
  const running = nextEvent(engine, isRunning)
  // It ends all other processes, refuses new sessions and waits for this one.
  signal(pid, 'SIGSTOP')
  signal((await readPostmasterPid(dataOf(dataDir, 'one')))!.pid, 'SIGINT')
  expect(await failed).toMatchObject({
    willRestart: true,
    failure: 'PostgreSQL accepted no connections and did not recover',
  })
  await running
  expect(await query(endpoint, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server whose processes are killed again and again recovers by itself, and is not taken for stranded', async () => {
  const { engine } = await openEngine({ timings: { strandedPollMs: 1, strandedAfterMs: 5_000 } })
  const endpoint = await startedInstance(engine, 'one')
  const states = recordStates(engine)
  for (let count = 0; count < 3; count++) {
    const [{ pid }] = (await query(
      endpoint,
      "select pid from pg_stat_activity where backend_type = 'walwriter'",
    )) as [{ pid: number }]
    signal(pid, 'SIGKILL')
    await waitFor(() =>
      query(endpoint, `select from pg_stat_activity where backend_type = 'walwriter' and pid <> ${pid}`).then(
        (found) => found.length > 0,
        () => false,
      ),
    )
  }
  expect(states).toEqual([])
})

test('a backend busy computing does not keep its killed server from restarting', async () => {
  const { engine, dataDir } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  const computing = query(
    endpoint,
    'select count(*) from generate_series(1, 1e12::bigint) where random() < 0',
  ).catch((error: Error) => error)
  await waitFor(() =>
    isFound(
      endpoint,
      "select from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()",
    ),
  )
  const running = nextEvent(engine, isRunning)
  await killServer(dataDir, 'one')
  await running
  expect(await computing).toBeInstanceOf(Error)
  await query(endpoint, 'select 1')
})

test('a killed backend is handled by its server and is not a crash', async () => {
  const { engine } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  const events: InstanceEvent[] = []
  engine.subscribe((event) => events.push(event))
  const [{ pid }] = (await query(
    endpoint,
    "select pid from pg_stat_activity where backend_type = 'walwriter'",
  )) as [{ pid: number }]
  signal(pid, 'SIGKILL')
  await waitFor(async () => {
    const messages = (await engine.logs('one', { limit: 50 })).map(({ message }) => message).join('\n')
    return /ready to accept connections\n(.*\n)*.*was terminated by signal 9/.test(messages)
  })
  await query(endpoint, 'select 1')
  expect(events).toEqual([])
  expect((await engine.facts('one')).state).toBe('running')
})

test('an instance that keeps crashing is left stopped, and starts on request', async () => {
  const timings = { firstRestartMs: 1, crashLimit: 2 }
  const { engine, dataDir } = await openEngine({ timings })
  const kill = () => killServer(dataDir, 'one')
  engine.subscribe((event) => void (isRunning(event) && !isSettled && kill()))
  let isSettled = false
  const stopped = nextEvent(engine, (event) => isFailed(event) && event.willRestart === false)
  await startedInstance(engine, 'one')
  expect((await stopped).failure).toContain('repeatedly')
  expect(await engine.facts('one')).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('SIGKILL'),
  })
  isSettled = true
  await query(await engine.start('one'), 'select 1')
})

test('a server that a full disk stopped starts as soon as there is room, even if it could not say why it stopped', async ({
  skip,
}) => {
  await using disk = await smallDisk('400m')
  if (!disk) return skip(NO_SMALL_DISK)
  const never = 600_000
  const timings = { firstRestartMs: never, longestRestartMs: never, crashLimit: 0, roomPollMs: 5 }
  const { engine } = await openEngine({ dataDir: disk.path, timings })
  await startedInstance(engine, 'one')
  const states = recordStates(engine)
  const failed = nextEvent(engine, isFailed)
  disk.fill()
  await killServer(disk.path, 'one')
  expect(await failed).toMatchObject({ willRestart: true, failure: expect.stringContaining('disk is full') })
  const running = nextEvent(engine, isRunning)
  disk.makeRoom()
  await running
  await query((await engine.endpoint('one'))!, 'select 1')
  expect(states).toEqual(['failed', 'starting', 'running'])
  await engine.close()
})

test('a stop during the wait for a restart cancels the restart', async () => {
  const { engine, dataDir } = await openEngine({ timings: { firstRestartMs: 60_000 } })
  await startedInstance(engine, 'one')
  const failed = nextEvent(engine, isFailed)
  await killServer(dataDir, 'one')
  await failed
  await engine.stop('one')
  expect(await engine.facts('one')).toMatchObject({ state: 'stopped' })
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
})

describe('stopping', () => {
  test('waits for no client: open transactions are ended', async () => {
    const { engine } = await openEngine()
    const endpoint = await startedInstance(engine, 'one')
    const sleeping = query(endpoint, 'select pg_sleep(600)').catch((error: Error) => error.message)
    await waitFor(() => isFound(endpoint, "select from pg_stat_activity where wait_event = 'PgSleep'"))
    await engine.stop('one')
    expect(await sleeping).toContain('terminating connection')
  })

  test('an unresponsive server is killed with all of its processes', async () => {
    const { engine, dataDir } = await openEngine({ timings: { fastStopMs: 50, immediateStopMs: 50 } })
    await startedInstance(engine, 'one')
    const pids = await postgresProcessesIn(dataOf(dataDir, 'one'))
    expect(pids.length).toBeGreaterThan(3)
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await engine.stop('one')
    expect(await postgresProcessesIn(dataOf(dataDir, 'one'))).toEqual([])
    await query(await engine.start('one'), 'select 1')
  })

  test.each([
    ['its main process', (pids: number[], main: number) => pids.filter((pid) => pid === main)],
    ['all of its processes', (pids: number[]) => pids],
    ['its workers', (pids: number[], main: number) => pids.filter((pid) => pid !== main)],
  ])('a restart ends a server when %s are frozen', async (_what, select) => {
    const { engine, dataDir } = await openEngine({ timings: { fastStopMs: 1_000, immediateStopMs: 1_000 } })
    await query(await startedInstance(engine, 'one'), 'create table kept as select 42 as answer')
    const before = await postgresProcessesIn(dataOf(dataDir, 'one'))
    const { pid } = (await readPostmasterPid(dataOf(dataDir, 'one')))!
    for (const frozen of select(before, pid)) signal(frozen, 'SIGSTOP')
    expect(await query(await engine.restart('one'), 'select answer from kept')).toEqual([{ answer: 42 }])
    const now = await postgresProcessesIn(dataOf(dataDir, 'one'))
    expect(before.filter((former) => now.includes(former))).toEqual([])
  })

  test('a start while stopping waits for its turn', async () => {
    const { engine } = await openEngine()
    await startedInstance(engine, 'one')
    const states: string[] = []
    engine.subscribe(({ state }) => states.push(state))
    const stopping = engine.stop('one')
    const endpoint = await engine.start('one')
    await stopping
    expect(states).toEqual(['stopping', 'stopped', 'starting', 'running'])
    await query(endpoint, 'select 1', PASSWORD)
  })

  test('closing stops many instances at once', async () => {
    const { engine, dataDir } = await openEngine()
    await Promise.all(['one', 'two', 'three', 'four'].map((id) => startedInstance(engine, id)))
    const pids = await postgresProcessesUnder(dataDir)
    expect(pids.filter(isAlive)).toEqual(pids)
    await engine.close()
    expect(await postgresProcessesUnder(dataDir)).toEqual([])
  })
})
