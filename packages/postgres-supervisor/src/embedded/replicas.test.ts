import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readBootId } from '../boot-id.ts'
import type { Endpoint, Engine } from '../engine.ts'
import { readPostmasterPid } from '../process/postmaster-pid.ts'
import { detachStatements } from '../replica-on-primary.ts'
import {
  isFound,
  nextEvent,
  openEngine,
  PASSWORD,
  postgresProcessesUnder,
  query,
  startedInstance,
} from './engine.fixture.ts'

const ofOne = { source: { id: 'one', superuserPassword: PASSWORD } }

/** Waits until the primary streams to as many replicas. */
const streaming = (primary: Endpoint, count = 1) =>
  waitFor(
    async () =>
      (await query(primary, "select from pg_stat_replication where state = 'streaming'")).length === count,
  )

/** A running instance `one` with a running replica `two`. */
async function replicated(engine: Engine): Promise<{ one: Endpoint; two: Endpoint }> {
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept as select 1 as n')
  await engine.replicate('two', ofOne)
  const two = await engine.start('two')
  await streaming(one)
  return { one, two }
}

const rows = (endpoint: Endpoint) => query(endpoint, 'select n from kept order by n')

test('a replica follows its primary, answers reads and refuses writes', async () => {
  const steps: string[] = []
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept as select 1 as n')
  await engine.replicate('two', { ...ofOne, onStep: (step) => steps.push(step) })
  expect(steps).toEqual(['launched', 'initiated', 'copied'])
  const two = await engine.start('two')
  expect(await rows(two)).toEqual([{ n: 1 }])
  await query(one, 'insert into kept values (2)')
  await waitFor(async () => (await rows(two)).length === 2)
  await expect(query(two, 'insert into kept values (3)')).rejects.toMatchObject({ code: '25006' })
  expect((await engine.facts('two')).primary).toBe('one')
  expect((await engine.facts('one')).primary).toBeUndefined()
})

test('a new replica has all of the log until its copy ended, so that little is sent before it follows', async () => {
  const { engine } = await openEngine()
  const { one, two } = await replicated(engine)
  // PostgreSQL says how much has arrived once something has.
  await query(one, 'insert into kept values (2)')
  await waitFor(async () => (await rows(two)).length === 2)
  const SENT =
    'select pg_wal_lsn_diff(latest_end_lsn, receive_start_lsn)::int as bytes from pg_stat_wal_receiver'
  const [sent] = (await query(two, SENT)) as [{ bytes: number }]
  expect(sent.bytes).toBeLessThan(1024 * 1024)
})

const DURABLE = { settings: {} }
const markOf = (dataDir: string) => join(dataDir, 'instances/two/unsynced')
const isMarked = async (dataDir: string) => existsSync(markOf(dataDir))

test('a replica starts before it is on disk, has every row and sound pages, and is synced while it runs', async () => {
  const { engine, dataDir } = await openEngine(DURABLE)
  const one = await startedInstance(engine, 'one')
  await query(
    one,
    'create table kept as select n, repeat(md5(n::text), 20) as t from generate_series(1, 20000) n',
  )
  await query(one, 'create unlogged table passing as select 1 as n')
  await engine.replicate('two', ofOne)
  expect(await isMarked(dataDir)).toBe(true)
  const two = await engine.start('two')
  // What PostgreSQL would say after it had synced a copy before its recovery.
  const said = async () => (await engine.logs('two', { limit: 100 })).map(({ message }) => message).join('\n')
  expect(await said()).toMatch(/database system was shut down in recovery/)
  expect(await said()).toMatch(/starting backup recovery/)
  const HASH = "select md5(string_agg(n || t, ',' order by n)) as hash from kept"
  expect(await query(two, HASH)).toEqual(await query(one, HASH))
  expect(await query(two, 'select sum(checksum_failures)::int as n from pg_stat_database')).toEqual([
    { n: 0 },
  ])
  await expect(query(two, 'select from passing')).rejects.toThrow(/unlogged/)
  await engine.synced('two')
  expect(await isMarked(dataDir)).toBe(false)
  // It is a replica as any other from here on.
  await query(one, "insert into kept values (0, 'later')")
  const again = await engine.restart('two')
  await waitFor(async () => (await query(again, 'select from kept where n = 0')).length === 1)
})

test('a replica that is killed with its engine before it is on disk is synced by the next engine, and goes on', async () => {
  const { engine, dataDir } = await openEngine(DURABLE)
  await replicated(engine)
  await engine.synced('two')
  await engine.close()
  // As a kill before the end of the sync leaves it.
  await writeFile(markOf(dataDir), (await readBootId())!)

  const { engine: next } = await openEngine({ dataDir, ...DURABLE })
  const one = await next.start('one')
  await next.start('two')
  await waitFor(async () => !(await isMarked(dataDir)))
  await query(one, 'insert into kept values (2)')
  const two = (await next.endpoint('two'))!
  await waitFor(async () => (await rows(two)).length === 2)
})

test('a replica that was not on disk when the machine was restarted is never served, and can be made again', async () => {
  const { engine, dataDir } = await openEngine(DURABLE)
  const { one } = await replicated(engine)
  await engine.stop('two')
  await engine.synced('two')
  await writeFile(markOf(dataDir), 'another boot of this machine')
  await expect(engine.start('two')).rejects.toMatchObject({ code: 'incomplete' })
  const refusals = [() => engine.promote('two'), () => engine.synced('two'), () => engine.start('two')]
  for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: 'incomplete' })
  await engine.destroy('two')
  await engine.replicate('two', ofOne)
  await engine.start('two')
  await streaming(one)
})

test('a replica is promoted only once it is on disk', async () => {
  const { engine, dataDir } = await openEngine(DURABLE)
  const { two } = await replicated(engine)
  await engine.promote('two')
  expect(await isMarked(dataDir)).toBe(false)
  await query(two, 'insert into kept values (2)')
})

test('a replica catches up after it or its primary was stopped, and after the engine was closed', async () => {
  const { engine, dataDir } = await openEngine()
  const { one } = await replicated(engine)
  await engine.stop('two')
  await query(one, 'insert into kept values (2)')
  const two = await engine.start('two')
  await waitFor(async () => (await rows(two)).length === 2)
  await query(await engine.restart('one'), 'insert into kept values (3)')
  await waitFor(async () => (await rows(two)).length === 3)
  await engine.close()

  const { engine: next } = await openEngine({ dataDir })
  await query(await next.start('one'), 'insert into kept values (4)')
  const again = await next.start('two')
  await waitFor(async () => (await rows(again)).length === 4)
})

test('a replica follows a primary that nobody else may reach over the network', async () => {
  const { engine } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.setAccess('one', { ipv4: true, isEncryptedOnly: true, allowedCidrs: [] })
  await engine.replicate('two', ofOne)
  await engine.start('two')
  const one = (await engine.facts('one')).endpoint!
  await streaming({ ...one, host: one.socket! })
})

test('a replica follows its primary to another port', async () => {
  const { engine } = await openEngine({ timings: { portWaitMs: 0 } })
  const { one } = await replicated(engine)
  await engine.stop('one')
  const program = createServer().listen(one.port, '127.0.0.1')
  onTestFinished(() => void program.close())
  await once(program, 'listening')
  const moved = await engine.start('one')
  expect(moved.port).not.toBe(one.port)
  await streaming(moved)
})

test('a promoted replica is written to and stays so, and its former primary goes on alone', async () => {
  const { engine } = await openEngine()
  const { one, two } = await replicated(engine)
  await engine.promote('two')
  await query(two, 'insert into kept values (2)')
  await query(one, 'insert into kept values (3)')
  expect(await rows(await engine.restart('two'))).toEqual([{ n: 1 }, { n: 2 }])
  expect(await rows(one)).toEqual([{ n: 1 }, { n: 3 }])
  expect((await engine.facts('two')).primary).toBeUndefined()
  await expect(engine.promote('two')).rejects.toMatchObject({ code: 'not_ready' })
})

test('nothing of a destroyed replica is left on its primary once it is detached', async () => {
  const { engine } = await openEngine()
  const { one } = await replicated(engine)
  await engine.destroy('two')
  for (const statement of detachStatements('two')) await query(one, statement)
  expect(await query(one, 'select from pg_replication_slots')).toEqual([])
  expect(await query(one, "select from pg_roles where rolname like 'basalt_replica%'")).toEqual([])
})

test('a failed replica leaves nothing, not even on its primary, and can be made again', async () => {
  const cancel = new AbortController()
  const { engine, dataDir } = await openEngine()
  const one = await startedInstance(engine, 'one')
  const replicating = engine.replicate('two', {
    ...ofOne,
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('not wanted any more')),
  })
  await expect(replicating).rejects.toThrow('not wanted any more')
  expect(await engine.exists('two')).toBe(false)
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
  expect(await isFound(one, 'select from pg_replication_slots')).toBe(false)
  expect(await isFound(one, "select from pg_roles where rolname like 'basalt_replica%'")).toBe(false)
  await engine.replicate('two', ofOne)
  await engine.start('two')
  await streaming(one)
})

test('the password of a replica is in no log and not in the catalogs of its primary', async () => {
  const { engine, dataDir } = await openEngine()
  const { one } = await replicated(engine)
  const record = JSON.parse(await readFile(join(dataDir, 'instances/two/instance.json'), 'utf8'))
  const { password } = record.standby as { password: string }
  for (const id of ['one', 'two'])
    for (const name of await readdir(join(dataDir, 'instances', id, 'log')))
      expect(await readFile(join(dataDir, 'instances', id, 'log', name), 'utf8')).not.toContain(password)
  const statements = 'select rolpassword from pg_authid where rolpassword is not null'
  expect(JSON.stringify(await query(one, statements))).not.toContain(password)
})

test('an adopted replica is an instance of its own with the address of the replica, and says where it left its primary', async () => {
  const { engine } = await openEngine()
  const { one, two } = await replicated(engine)
  const facts = await engine.adopt('three', {
    replica: { id: 'two', superuserPassword: PASSWORD },
    superuserPassword: 'another password',
    statements: ['create table adopted\n as select 1 as n'],
  })
  expect(facts.stopLsn).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  expect(BigInt(facts.nextXid)).toBeGreaterThanOrEqual(BigInt(facts.oldestRunningXid))
  expect(await engine.exists('two')).toBe(false)
  const three = await engine.start('three')
  expect(three.port).toBe(two.port)
  expect(await query(three, 'select n from adopted', 'another password')).toEqual([{ n: 1 }])
  await expect(query({ ...three, socket: undefined! }, 'select 1')).rejects.toThrow()
  await query(three, 'insert into kept values (2)', 'another password')
  expect(await rows(one)).toEqual([{ n: 1 }])
  expect((await engine.facts('three')).primary).toBeUndefined()
})

test('fenced data is never served again, not after a restart of the engine nor in the place of other data', async () => {
  const { engine, dataDir } = await openEngine()
  const { one } = await replicated(engine)
  await engine.fence('one')
  await expect(query(one, 'select 1')).rejects.toThrow()
  await expect(engine.start('one')).rejects.toMatchObject({ code: 'fenced' })
  // The replica starts and is promoted without its primary.
  await engine.restart('two')
  await engine.promote('two')
  await engine.stop('two')
  await engine.exchangeData('one', 'two', 'fail over')
  expect([(await engine.facts('one')).isFenced, (await engine.facts('two')).isFenced]).toEqual([false, true])
  await engine.close()

  const { engine: next } = await openEngine({ dataDir })
  await expect(next.start('two')).rejects.toMatchObject({ code: 'fenced' })
  const again = await next.start('one')
  expect(again.port).toBe(one.port)
  await query(again, 'insert into kept values (2)')
  expect(await rows(again)).toEqual([{ n: 1 }, { n: 2 }])
  await next.destroy('two')
  await next.replicate('two', ofOne)
  await next.start('two')
  await streaming(again)
})

test('a server that is frozen, or whose files are gone, is fenced all the same', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/one/data')))!
  process.kill(pid, 'SIGSTOP')
  await engine.fence('one')
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
  await rm(join(dataDir, 'instances/one/data'), { recursive: true })
  await engine.fence('one')
  await expect(engine.start('one')).rejects.toMatchObject({ code: 'fenced' })
})

test('a primary that is killed while it is copied says so, and is followed once it is back', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/one/data')))!
  const restarted = nextEvent(engine, ({ id, state }) => id === 'one' && state === 'running')
  let isKilled = false
  const replicating = engine.replicate('two', {
    ...ofOne,
    onProgress: () => {
      if (!isKilled) process.kill(pid, 'SIGKILL')
      isKilled = true
    },
  })
  await expect(replicating).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringContaining('stopped while it was copied'),
  })
  expect(await engine.exists('two')).toBe(false)
  await restarted
  await engine.replicate('two', ofOne)
  await engine.start('two')
  await streaming((await engine.endpoint('one'))!)
})
