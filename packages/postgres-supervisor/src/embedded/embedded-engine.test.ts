import { once } from 'node:events'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import { engineConformance } from '../engine.conformance.ts'
import { machineHasIpv6 } from '../ipv6.ts'
import { ENGINE_STEPS, type EngineStep } from './embedded-options.ts'
import { nextEvent, openEngine, PASSWORD, query, recordStates, startedInstance } from './engine.fixture.ts'

engineConformance('embedded', async () => {
  const { engine } = await openEngine()
  return { engine, query }
})

test('clusters have the designed tuning, checksums and sort order', async () => {
  const { engine } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  const settings = ['wal_level', 'data_checksums', 'server_encoding', 'max_connections', 'listen_addresses']
  const values = settings.map((name) => `current_setting('${name}')`).join(" || ' ' || ")
  expect(await query(endpoint, `select ${values} as values`)).toEqual([
    { values: `logical on UTF8 60 127.0.0.1${machineHasIpv6() ? ',::1' : ''}` },
  ])
  expect(
    await query(endpoint, "select datlocprovider, datlocale from pg_database where datname = 'postgres'"),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
  await query(endpoint, 'create extension pg_stat_statements')
  expect(await query(endpoint, "select from pg_stat_statements where query ilike '%password%'")).toEqual([])
})

test('the template’s SQL runs once, and every instance has its result', async () => {
  const steps: EngineStep[] = []
  const options = { templateSql: ['create role app login', 'create table seed as select 7 as n'] }
  const { engine, dataDir } = await openEngine({ ...options, onStep: (step) => steps.push(step) })
  await Promise.all([startedInstance(engine, 'one'), startedInstance(engine, 'two')])
  for (const id of ['one', 'two']) {
    expect(await query((await engine.facts(id)).endpoint!, 'select n from seed')).toEqual([{ n: 7 }])
  }
  await engine.close()
  const again = await openEngine({ ...options, dataDir, onStep: (step) => steps.push(step) })
  await again.engine.create('three', { superuserPassword: PASSWORD })
  expect(steps.filter((step) => step === 'template:placed')).toHaveLength(1)
  expect(new Set(steps)).toEqual(
    new Set(
      ENGINE_STEPS.filter(
        (step) => !/^(destroy|copy|prepare|restore|exchange|adopt|fence|replace)/.test(step),
      ),
    ),
  )
})

test('a template made for other SQL is replaced', async () => {
  const { engine, dataDir } = await openEngine()
  await engine.create('one', { superuserPassword: PASSWORD })
  await engine.close()
  const before = await readdir(join(dataDir, 'templates'))
  const changed = await openEngine({ dataDir, templateSql: ['create table newer ()'] })
  const endpoint = await startedInstance(changed.engine, 'two')
  expect(await query(endpoint, "select to_regclass('newer') is not null as found")).toEqual([{ found: true }])
  const after = await readdir(join(dataDir, 'templates'))
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
})

test('a mistake in the template’s SQL is reported, and leaves nothing behind', async () => {
  const { engine, dataDir } = await openEngine({ templateSql: ['create nonsense'] })
  await expect(engine.create('one', { superuserPassword: PASSWORD })).rejects.toThrow('syntax error')
  for (const kind of ['instances', 'unfinished']) expect(await readdir(join(dataDir, kind))).toEqual([])
})

test('passwords appear nowhere on disk', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.stop('one')
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(900)
  for (const file of files) expect((await readFile(file)).includes(PASSWORD), file).toBe(false)
})

test('a stopped instance keeps its port, and moves when another program has taken it', async () => {
  const { engine, dataDir } = await openEngine()
  const { port } = await startedInstance(engine, 'one')
  await engine.stop('one')
  const two = await startedInstance(engine, 'two')
  expect(two.port).not.toBe(port)
  expect((await engine.restart('one')).port).toBe(port)
  await engine.stop('one')

  const program = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void program.close())
  await once(program, 'listening')
  const moved = await engine.start('one')
  expect([port, two.port]).not.toContain(moved.port)
  await engine.close()
  const again = await openEngine({ dataDir })
  expect(await again.engine.start('one')).toEqual(moved)
})

test('the lack of a free port is reported before anything is created', async () => {
  const program = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void program.close())
  await once(program, 'listening')
  const { port } = program.address() as { port: number }
  const { engine, dataDir } = await openEngine({ portRange: { first: port, last: port } })
  await expect(engine.create('one', { superuserPassword: PASSWORD })).rejects.toMatchObject({
    code: 'no_free_port',
  })
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
})

test('a data directory has one engine at a time', async () => {
  const { engine, dataDir } = await openEngine()
  await expect(openEngine({ dataDir })).rejects.toMatchObject({ code: 'data_dir_unwritable' })
  await engine.close()
  await openEngine({ dataDir })
})

test('an id that could leave its folder is refused', async () => {
  const { engine } = await openEngine()
  for (const id of ['../one', '', 'UPPER', 'a/b', '.']) {
    await expect(engine.create(id, { superuserPassword: PASSWORD })).rejects.toThrow(TypeError)
    expect(await engine.exists(id)).toBe(false)
  }
})

test('a listener that throws does not affect the others', async () => {
  const lines: string[] = []
  const { engine } = await openEngine({ log: (line) => lines.push(line) })
  engine.subscribe(() => {
    throw new Error('listener is broken')
  })
  const running = nextEvent(engine, ({ state }) => state === 'running')
  const unsubscribe = engine.subscribe(() => expect.unreachable())
  unsubscribe()
  await startedInstance(engine, 'one')
  expect(await running).toEqual({ id: 'one', state: 'running' })
  expect(lines).toContain('A listener failed on one running: Error: listener is broken')
})

test('a server that does not start in time is stopped and reported', async () => {
  // It runs, but where nobody looks for it.
  const settings = { unix_socket_directories: '', listen_addresses: '127.0.0.2' }
  const { engine } = await openEngine({ settings, timings: { startMs: 0 } })
  await engine.create('one', { superuserPassword: PASSWORD })
  const states = recordStates(engine)
  await expect(engine.start('one')).rejects.toMatchObject({ code: 'not_ready' })
  expect(states).toEqual(['starting', 'failed'])
  expect((await engine.facts('one')).failure).toContain('did not accept connections')
})

test('an invalid setting is reported with the server’s message', async () => {
  const { engine } = await openEngine({ settings: { fsync: 'off', work_mem: 'lots' } })
  await engine.create('one', { superuserPassword: PASSWORD })
  await expect(engine.start('one')).rejects.toThrow('work_mem')
})

describe('as root', () => {
  beforeEach(({ skip }) => skip(!isRoot(), 'these tests do not run as root'))

  test('each instance has its own account, which owns its data and nothing else', async () => {
    const { engine, dataDir } = await openEngine()
    const endpoint = await startedInstance(engine, 'one')
    await startedInstance(engine, 'two')
    const folder = (id: string) => join(dataDir, 'instances', id)
    const owners = await Promise.all(
      ['one', 'two'].map(async (id) => (await lstat(join(folder(id), 'data'))).uid),
    )
    expect(owners).toEqual([70_000, 70_001])
    expect((await stat(folder('one'))).uid).toBe(0)
    await query(endpoint, "create table who (line text); copy who from program 'id -u'")
    expect(await query(endpoint, 'select line from who')).toEqual([{ line: '70000' }])
    for (const path of [join(folder('two'), 'data/PG_VERSION'), join(folder('two'), 'postgresql.conf')]) {
      await expect(query(endpoint, `select pg_read_file('${path}')`)).rejects.toThrow('Permission denied')
    }
  })

  test('the account of a removed instance is reused by the next one', async () => {
    const { engine, dataDir } = await openEngine()
    await engine.create('one', { superuserPassword: PASSWORD })
    await engine.destroy('one')
    await startedInstance(engine, 'two')
    expect((await lstat(join(dataDir, 'instances', 'two', 'data'))).uid).toBe(70_000)
  })
})
