import { readdir, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import type { Endpoint, Engine } from '../engine.ts'
import { COPY_RESERVE_BYTES } from './disk-room.ts'
import {
  openEngine,
  PASSWORD,
  postgresProcessesUnder,
  query,
  queryInOtherProcess,
  startedInstance,
} from './engine.fixture.ts'
import { PREPARED_LOG_BYTES_MAX } from './timings.rules.ts'

const one = { id: 'one', superuserPassword: PASSWORD }
const fromOne = { source: one, superuserPassword: PASSWORD }

const whenCopied = (engine: Engine, source = one) =>
  waitFor(async () => (await engine.prepareCopy(source)) === 'copied')

const SESSIONS = "select pid from pg_stat_activity where application_name = 'basalt copy'"

/** What a prepared copy has on its source and on the disk. */
async function leftOf(dataDir: string, source: Endpoint) {
  const [sessions, slots, folders] = await Promise.all([
    query(source, SESSIONS),
    query(source, 'select from pg_replication_slots'),
    readdir(join(dataDir, 'unfinished')),
  ])
  return { sessions: sessions.length, slots: slots.length, folders: folders.length }
}
const HELD = { sessions: 1, slots: 1, folders: 1 }
const NOTHING = { sessions: 0, slots: 0, folders: 0 }

/** An engine, the number of times that it began to copy files, and what it logged. */
async function openCounting(overrides: Parameters<typeof openEngine>[0] = {}) {
  const counts = { copies: 0 }
  const log: string[] = []
  const opened = await openEngine({
    log: (line) => log.push(line),
    ...overrides,
    onStep(step) {
      if (step === 'copy:backup') counts.copies++
      overrides.onStep?.(step)
    },
  })
  return { ...opened, counts, log }
}

test('a prepared copy has what was committed until the call that uses it, and nothing from after', async () => {
  const { engine, dataDir, counts } = await openCounting()
  const source = await startedInstance(engine, 'one')
  await query(
    source,
    'create table kept as select n from generate_series(1, 1000) n; create table gone (n int)',
  )
  expect(await engine.prepareCopy(one)).toBe('copying')
  await whenCopied(engine)
  expect(await leftOf(dataDir, source)).toEqual(HELD)
  for (const sql of [
    'insert into kept select n from generate_series(1001, 50000) n',
    'drop table gone',
    "create table made as select repeat('x', 1000) as text from generate_series(1, 5000)",
    // The log from before it is only there because it is kept.
    'checkpoint',
    'select pg_switch_wal()',
    'delete from kept where n <= 500',
    'checkpoint',
  ])
    await query(source, sql)
  await engine.copy('two', fromOne)
  await query(source, 'insert into kept values (0)')

  expect(counts.copies).toBe(1)
  const two = await engine.start('two')
  const state = `select count(*)::int as rows, min(n) as first, max(n) as last, to_regclass('gone') as gone,
    (select count(*)::int from made) as made from kept`
  expect(await query(two, state)).toEqual([
    { rows: 49_500, first: 501, last: 50_000, gone: null, made: 5_000 },
  ])
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
  expect(await query(await engine.restart('two'), 'select count(*)::int as n from kept')).toEqual([
    { n: 49_500 },
  ])
})

test('a copy uses what is still being copied in advance', async () => {
  const { engine, dataDir, counts } = await openCounting()
  const source = await startedInstance(engine, 'one')
  await query(source, 'create table kept as select 1 as n')
  await engine.prepareCopy(one)
  await query(source, 'insert into kept values (2)')
  const progress: number[] = []
  await engine.copy('two', {
    ...fromOne,
    onProgress: ({ copiedBytes, totalBytes }) => progress.push(copiedBytes / totalBytes),
  })
  expect(progress.at(-1)).toBe(1)
  expect(counts.copies).toBe(1)
  expect(await query(await engine.start('two'), 'select n from kept order by n')).toEqual([
    { n: 1 },
    { n: 2 },
  ])
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
})

test('an instance has one prepared copy, which is used once, and only by a copy that stays and replaces nothing', async () => {
  const { engine, dataDir, counts } = await openCounting()
  const source = await startedInstance(engine, 'one')
  await Promise.all([engine.prepareCopy(one), engine.prepareCopy(one)])
  await whenCopied(engine)
  expect(counts.copies).toBe(1)
  await engine.copy('temporary', { ...fromOne, isTemporary: true })
  await engine.copy('alone', { ...fromOne, isAlone: true })
  await engine.copy('alone', { ...fromOne, replaces: true })
  expect(counts.copies).toBe(4)
  expect(await leftOf(dataDir, source)).toEqual(HELD)
  await engine.copy('two', fromOne)
  expect(counts.copies).toBe(4)
  await engine.copy('three', fromOne)
  expect(counts.copies).toBe(5)
  await engine.prepareCopy(one)
  await engine.discardPreparedCopy('one')
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
  await engine.discardPreparedCopy('one')
})

test.each([
  ['stopped', (engine: Engine) => engine.stop('one')],
  ['deleted', (engine: Engine) => engine.destroy('one')],
  ['fenced', (engine: Engine) => engine.fence('one')],
  ['restarted', (engine: Engine) => engine.restart('one')],
])('what was copied of an instance in advance is removed when it is %s', async (_what, end) => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await whenCopied(engine)
  await end(engine)
  await waitFor(async () => (await readdir(join(dataDir, 'unfinished'))).length === 0)
})

test('an instance that does not run is not copied in advance', async () => {
  const { engine } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.stop('one')
  await expect(engine.prepareCopy(one)).rejects.toMatchObject({ code: 'not_ready' })
  await expect(engine.prepareCopy({ ...one, id: 'none' })).rejects.toMatchObject({ code: 'no_such_instance' })
})

test('an instance that writes much after it was copied in advance keeps no more log for that, and is left alone for a while', async () => {
  const { engine, dataDir, log } = await openCounting({ timings: { preparedCheckMs: 20 } })
  const source = await startedInstance(engine, 'one')
  await whenCopied(engine)
  const megabytes = Math.ceil(PREPARED_LOG_BYTES_MAX / 1024 / 1024)
  await query(
    source,
    `select count(pg_logical_emit_message(false, 'test', repeat('x', 1024 * 1024))) from generate_series(1, ${megabytes})`,
  )
  await waitFor(async () => (await leftOf(dataDir, source)).folders === 0)
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
  expect(log.join('\n')).toContain('has written too much')
  expect(await engine.prepareCopy(one)).toBe('none')
  await engine.copy('two', fromOne)
  expect(await query(await engine.start('two'), 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a copy is made from the beginning when what was copied in advance cannot be used', async () => {
  let onTaken = () => {}
  const { engine, dataDir, counts, log } = await openCounting({
    onStep: (step) => step === 'prepare:taken' && onTaken(),
  })
  const source = await startedInstance(engine, 'one')
  await query(source, 'create table kept as select 1 as n')
  await whenCopied(engine)
  onTaken = () => {
    queryInOtherProcess(source, [`select pg_terminate_backend(pid, 10000) from (${SESSIONS}) s`])
  }
  await engine.copy('two', fromOne)
  expect(counts.copies).toBe(2)
  expect(log.join('\n')).toContain('is copied again')
  expect(await query(await engine.start('two'), 'select n from kept')).toEqual([{ n: 1 }])
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
})

test('a copy that was taken over is cancelled like any other', async () => {
  const cancel = new AbortController()
  const { engine, dataDir } = await openEngine()
  const source = await startedInstance(engine, 'one')
  await whenCopied(engine)
  const copying = engine.copy('two', {
    ...fromOne,
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('not wanted any more')),
  })
  await expect(copying).rejects.toThrow('not wanted any more')
  expect(await engine.exists('two')).toBe(false)
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
})

test('what was copied in advance makes room for a copy that needs the disk', async ({ skip }) => {
  skip(!isRoot(), 'only root can mount a small file system')
  const disk = await smallDisk('640m')
  if (!disk) skip(NO_SMALL_DISK)
  const { path: dataDir } = disk!
  onTestFinished(() => disk![Symbol.asyncDispose]())
  const { engine, log } = await openCounting({ dataDir })
  const source = await startedInstance(engine, 'one')
  await startedInstance(engine, 'other')
  await whenCopied(engine)
  const { bavail, bsize } = await statfs(dataDir)
  await writeFile(join(dataDir, 'large'), Buffer.alloc(bavail * bsize - COPY_RESERVE_BYTES - 10_000_000))
  await engine.copy('two', { ...fromOne, source: { ...one, id: 'other' } })
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
  expect(log).toEqual([])
  await expect(engine.prepareCopy(one)).resolves.toBe('copying')
  await waitFor(() => log.some((line) => /needs [\d,]+ MB, and the disk has [\d,]+ MB free/.test(line)))
  await waitFor(async () => (await leftOf(dataDir, source)).folders === 0)
  expect(await leftOf(dataDir, source)).toEqual(NOTHING)
})

test('closing the engine ends what is being copied in advance', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.prepareCopy(one)
  await engine.close()
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
})
