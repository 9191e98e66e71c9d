import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readPostmasterPid } from '../process/postmaster-pid.ts'
import { processIdentity, signal } from '../process/process-table.ts'
import { postgresProcessesIn } from '../process/working-directories.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { ENGINE_STEPS, type EngineStep } from './embedded-options.ts'
import {
  engineOptions,
  nextEvent,
  openEngine,
  PASSWORD,
  postgresProcessesUnder,
  query,
  SUPERUSER,
  seededDataDirectory,
  startedInstance,
} from './engine.fixture.ts'
import type { KilledEngineTask } from './killed-engine.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./killed-engine.fixture.ts', import.meta.url))
/** A template is only started during its creation when it has SQL. */
const TEMPLATE_SQL = ['create table seed as select 7 as n']

/** Runs an engine in another process until it is killed at that step. */
async function killEngineAt(
  killedAt: EngineStep,
  dataDir: string,
  templateSql?: string[],
  replica?: string,
): Promise<void> {
  const { log: _log, ...options } = { ...engineOptions(dataDir), ...(templateSql && { templateSql }) }
  const order: KilledEngineTask = {
    options,
    id: 'one',
    password: PASSWORD,
    killedAt,
    ...(replica !== undefined && { replica }),
  }
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput += chunk
  })
  const [, signalName] = await once(child, 'close')
  expect(signalName, errorOutput).toBe('SIGKILL')
}

const survivors = async (pids: number[]) => {
  const identities = await Promise.all(pids.map(processIdentity))
  return pids.filter((_pid, index) => identities[index] !== undefined)
}

test.each(sampleOf(ENGINE_STEPS, 10))(
  'after a kill at %s, the next engine has a complete instance and no orphans',
  async (step) => {
    const isTemplate = step.startsWith('template')
    const dataDir = isTemplate ? await temporaryDirectory() : await seededDataDirectory()
    const templateSql = isTemplate ? TEMPLATE_SQL : undefined
    await killEngineAt(step, dataDir, templateSql)
    const left = await postgresProcessesUnder(dataDir)

    const { engine } = await openEngine({ dataDir, ...(templateSql && { templateSql }) })
    expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
    const isMade = await engine.exists('one')
    expect(isMade).toBe(
      ['create:placed', 'destroy:stopped'].includes(step) ||
        /^(start|stop|copy|prepare|restore|replace|exchange|adopt|fence)/.test(step),
    )
    // What was begun is finished by the same call.
    if (step.startsWith('exchange')) await engine.exchangeData('one', 'other', 'this exchange')
    expect(await engine.exists('copy')).toBe(false)
    if (step.startsWith('adopt')) {
      const replica = { id: 'replica', superuserPassword: PASSWORD }
      const facts = await engine.adopt('other', { replica, superuserPassword: PASSWORD })
      expect(facts).toMatchObject({ nextXid: expect.any(String), stopLsn: expect.any(String) })
      expect(await engine.exists('replica')).toBe(false)
      expect(await query(await engine.start('other'), 'select pg_is_in_recovery() as f')).toEqual([
        { f: false },
      ])
    }
    // What was being replaced is as it was.
    if (step.startsWith('replace'))
      expect(await query(await engine.start('other'), 'select 1 as n')).toEqual([{ n: 1 }])
    if (step.startsWith('fence')) {
      await expect(engine.start('one')).rejects.toMatchObject({ code: 'fenced' })
      expect(await postgresProcessesUnder(dataDir)).toEqual([])
      return
    }
    if (!isMade) await engine.create('one', { superuserPassword: PASSWORD })
    const endpoint = await engine.start('one')
    expect(await query(endpoint, 'select 1 as n')).toEqual([{ n: 1 }])

    await engine.close()
    expect(await survivors(left)).toEqual([])
    expect(await postgresProcessesUnder(dataDir)).toEqual([])
    expect(await readdir(join(dataDir, 'templates'))).toHaveLength(1)
  },
)

test('a server left running is taken over, supervised, and stopped on close', async () => {
  const dataDir = await seededDataDirectory()
  await killEngineAt('start:ready', dataDir)
  const data = join(dataDir, 'instances/one/data')
  const left = (await readPostmasterPid(data))!

  const { engine } = await openEngine({ dataDir, timings: { adoptedPollMs: 5 } })
  expect(await engine.start('one')).toMatchObject({ host: '127.0.0.1', port: left.port })
  expect((await readPostmasterPid(data))!.pid).toBe(left.pid)

  const restarted = nextEvent(engine, ({ state }) => state === 'running')
  signal(left.pid, 'SIGKILL')
  await restarted
  expect((await readPostmasterPid(data))!.pid).not.toBe(left.pid)
  await engine.close()
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
})

test('a server left running is stopped on close even when it was never used', async () => {
  const dataDir = await seededDataDirectory()
  await killEngineAt('start:ready', dataDir)
  const { engine } = await openEngine({ dataDir })
  await engine.close()
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
})

test('a replica left running follows its primary once both were taken over', async () => {
  const dataDir = await seededDataDirectory()
  await killEngineAt('stop:begun', dataDir, undefined, 'two')
  const left = (await readPostmasterPid(join(dataDir, 'instances/two/data')))!
  const { engine } = await openEngine({ dataDir })
  await query(await engine.start('one'), 'create table kept as select 1 as n')
  const two = await engine.start('two')
  expect(await waitFor(() => query(two, 'select n from kept'))).toEqual([{ n: 1 }])
  expect((await readPostmasterPid(join(dataDir, 'instances/two/data')))!.pid).toBe(left.pid)
})

test('a server still shutting down is waited for', async () => {
  const dataDir = await seededDataDirectory()
  await killEngineAt('start:ready', dataDir)
  const data = join(dataDir, 'instances/one/data')
  const { pid, port } = (await readPostmasterPid(data))!
  // A smart shutdown waits for its clients.
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: PASSWORD,
    database: 'postgres',
  })
  await client.connect()
  signal(pid, 'SIGTERM')
  await waitFor(async () => (await readPostmasterPid(data))?.status === 'stopping')
  const { engine } = await openEngine({ dataDir })
  const starting = engine.start('one')
  await client.end()
  const endpoint = await starting
  expect((await readPostmasterPid(data))!.pid).not.toBe(pid)
  await query(endpoint, 'select 1')
})

test('lock files with the process id of another program neither block the start nor harm that program', async () => {
  const { engine, dataDir } = await openEngine()
  const { socket, port } = await startedInstance(engine, 'one')
  const lockFiles = [
    join(dataDir, 'instances/one/data/postmaster.pid'),
    ...(socket ? [join(socket, `.s.PGSQL.${port}.lock`)] : []),
  ]
  const contents = await Promise.all(lockFiles.map((file) => readFile(file, 'utf8')))
  await engine.stop('one')

  // PostgreSQL does not take a program of another user for a server.
  const { uid, gid } = await stat(join(dataDir, 'instances/one/data'))
  const program = spawn('sleep', ['600'], { uid, gid })
  onTestFinished(() => void program.kill('SIGKILL'))
  await once(program, 'spawn')
  for (const [index, content] of contents.entries())
    await writeFile(lockFiles[index]!, content.replace(/^\d+/, String(program.pid)))
  const endpoint = await engine.start('one')
  await query(endpoint, 'select 1')
  await engine.stop('one')
  expect(await processIdentity(program.pid!)).toBeDefined()
})

test('an empty lock file, as a full disk leaves it, does not block the start', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.stop('one')
  await writeFile(join(dataDir, 'instances/one/data/postmaster.pid'), '')
  await query(await engine.start('one'), 'select 1')
  expect((await postgresProcessesIn(join(dataDir, 'instances/one/data'))).length).toBeGreaterThan(0)
})
