import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import type { Endpoint, Engine } from '../engine.ts'
import { readPostmasterPid } from '../process/postmaster-pid.ts'
import { signal } from '../process/process-table.ts'
import { detachStatements } from '../replica-on-primary.ts'
import {
  openEngine,
  PASSWORD,
  postgresProcessesUnder,
  query,
  queryInOtherProcess,
  SUPERUSER,
  startedInstance,
} from './engine.fixture.ts'

const OTHER_PASSWORD = 'another password'
const fromOne = { source: { id: 'one', superuserPassword: PASSWORD }, superuserPassword: OTHER_PASSWORD }

/** A client of an instance that is closed when the test ends. */
async function connected(endpoint: Endpoint, password = PASSWORD): Promise<pg.Client> {
  const client = new pg.Client({ ...endpoint, user: SUPERUSER, password, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Nothing of a failed copy is on the disk, in the process table or on the source. */
async function expectNothingLeft(engine: Engine, dataDir: string) {
  expect(await engine.exists('two')).toBe(false)
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
  const source = await engine.start('one')
  expect(await query(source, 'select from pg_replication_slots')).toEqual([])
  expect(await query(source, "select from pg_stat_activity where application_name = 'basalt copy'")).toEqual(
    [],
  )
}

test('a copy has the rows and roles of its source, its own password, and a life of its own', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, "create table kept as select 1 as n; create role app login password 'of the app'")
  const progress: number[] = []
  await engine.copy('two', {
    ...fromOne,
    onProgress: ({ copiedBytes, totalBytes }) => progress.push(copiedBytes / totalBytes),
  })
  expect(progress).toEqual(progress.toSorted((one, other) => one - other))
  expect(progress.at(-1)).toBe(1)

  const two = await engine.start('two')
  await expect(query(two, 'select')).rejects.toMatchObject({ code: '28P01' })
  await query(two, 'insert into kept values (2)', OTHER_PASSWORD)
  await query(one, 'insert into kept values (3)')
  expect(await query(two, 'select n from kept order by n', OTHER_PASSWORD)).toEqual([{ n: 1 }, { n: 2 }])
  expect(await query(one, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 3 }])
  const app = new pg.Client({ ...two, user: 'app', password: 'of the app', database: 'postgres' })
  await app.connect()
  await app.end()

  await engine.destroy('one')
  expect(
    await query(await engine.restart('two'), 'select count(*)::int as n from kept', OTHER_PASSWORD),
  ).toEqual([{ n: 2 }])
})

/** `npm run chaos -- branches` sets how many copies are checked. */
const ROUNDS = Number(process.env.BASALT_COPY_ROUNDS ?? 1)

/** How copies are made. What was prepared is thrown away when much is written meanwhile, so without checkpoints. */
const WAYS: Record<string, { checkpoints: boolean; make(engine: Engine): Promise<unknown> }> = {
  'at once': { checkpoints: true, make: (engine) => engine.copy('two', fromOne) },
  'of what was prepared': {
    checkpoints: false,
    async make(engine) {
      await waitFor(async () => (await engine.prepareCopy(fromOne.source)) === 'copied')
      await engine.copy('two', fromOne)
    },
  },
  'in case that somebody wants it': {
    checkpoints: true,
    async make(engine) {
      await engine.copy('two', { ...fromOne, isSpare: true })
      await engine.claim('two')
    },
  },
}

test.each(
  Object.keys(WAYS).flatMap((way) => Array.from({ length: ROUNDS }, (_, round) => [way, round] as const)),
)(
  'a copy made %s while its source is written to is one moment of it, and its pages and indexes are sound (%i)',
  async (way) => {
    const { checkpoints, make } = WAYS[way]!
    const { engine } = await openEngine()
    const one = await startedInstance(engine, 'one')
    await query(
      one,
      `create table accounts as select n as id, 0 as balance, repeat('x', 500) as filler from generate_series(1, 20000) n;
     alter table accounts add primary key (id)`,
    )
    const writers = await Promise.all([0, 1, 2].map(() => connected(one)))
    let isCopying = true
    // Each transaction moves an amount, so that the sum of all balances is 0 at every moment.
    const writing = writers.map(async (client, writer) => {
      for (let n = 0; isCopying; n++) {
        const [from, to] = [(n * 7919 + writer) % 20_000, (n * 104_729 + writer * 3) % 20_000]
        await client.query(
          `begin; update accounts set balance = balance - 1 where id = ${Math.min(from, to) + 1};
         update accounts set balance = balance + 1 where id = ${Math.max(from, to) + 1}; commit`,
        )
        if (n % 50 === 0)
          await client.query('create table if not exists made (n int); drop table if exists made')
        // The copy begins at the last one before it.
        if (checkpoints && n % 40 === writer) await client.query('checkpoint')
      }
    })
    await make(engine)
    isCopying = false
    await Promise.allSettled(writing)
    const two = await engine.start('two')
    await query(two, 'create extension amcheck', OTHER_PASSWORD)
    expect(
      await query(
        two,
        'select sum(balance)::int as sum, count(*)::int as count from accounts',
        OTHER_PASSWORD,
      ),
    ).toEqual([{ sum: 0, count: 20_000 }])
    await query(two, "select bt_index_check('accounts_pkey', true)", OTHER_PASSWORD)
    expect(await query(two, "select * from verify_heapam('accounts')", OTHER_PASSWORD)).toEqual([])
    expect(
      await query(
        two,
        'select sum(checksum_failures)::int as failures from pg_stat_database',
        OTHER_PASSWORD,
      ),
    ).toEqual([{ failures: 0 }])
  },
)

test('a copy is synced to disk while it runs, also for an engine that did not make it, and a failure of that is told', async () => {
  const { engine, dataDir } = await openEngine({ settings: {} })
  await startedInstance(engine, 'one')
  await engine.copy('two', fromOne)
  await engine.start('two')
  await engine.synced('two')
  await engine.close()

  const { engine: next } = await openEngine({ dataDir, settings: {} })
  await next.synced('two')
  await expect(next.synced('none')).rejects.toMatchObject({ code: 'no_such_instance' })
  await next.close()
  await rm(join(dataDir, 'instances/two/data'), { recursive: true })
  const { engine: last } = await openEngine({ dataDir, settings: {} })
  await expect(last.synced('two')).rejects.toThrow('initdb failed')
})

test('the source of a copy goes on in the same file of its log', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  const file = 'select pg_walfile_name(pg_current_wal_insert_lsn()) as file'
  await query(one, 'create table kept as select 1 as n')
  const before = await query(one, file)
  await engine.copy('two', fromOne)
  expect(await query(one, file)).toEqual(before)
  expect(await query(await engine.start('two'), 'select n from kept', OTHER_PASSWORD)).toEqual([{ n: 1 }])
})

test('of the log only what recovery needs is copied, from the middle of a file to the middle of another', async ({
  skip,
}) => {
  let onLog = () => {}
  const { engine, dataDir } = await openEngine({ onStep: (step) => step === 'copy:log' && onLog() })
  skip(await engine.canShareBlocks(), 'whole files take no space here')
  const one = await startedInstance(engine, 'one')
  const write = (table: string, megabytes: number) =>
    query(
      one,
      `create table ${table} as select repeat('x', 1000) from generate_series(1, ${megabytes * 1000})`,
    )
  await query(one, 'select pg_switch_wal()')
  await write('before', 8)
  await query(one, 'checkpoint')
  await write('after', 12)
  let [files, bytes] = [0, 0]
  onLog = () => {
    const [copy] = readdirSync(join(dataDir, 'unfinished'))
    const log = join(dataDir, 'unfinished', copy!, 'data/pg_wal')
    const segments = readdirSync(log, { withFileTypes: true }).filter((entry) => entry.isFile())
    files = segments.length
    bytes = segments.reduce((sum, { name }) => sum + statSync(join(log, name)).blocks * 512, 0)
  }
  await engine.copy('two', fromOne)
  expect(files).toBe(2)
  expect(bytes).toBeGreaterThan(12_000_000)
  expect(bytes).toBeLessThan(16_000_000)
  const counts = '(select count(*)::int from before) as before, (select count(*)::int from after) as after'
  expect(await query(await engine.start('two'), `select ${counts}`, OTHER_PASSWORD)).toEqual([
    { before: 8_000, after: 12_000 },
  ])
})

test('a copy that begins while a checkpoint is being written does not need the log from before it', async () => {
  let onBackup = () => {}
  const { engine } = await openEngine({ onStep: (step) => step === 'copy:backup' && onBackup() })
  const one = await startedInstance(engine, 'one')
  await query(one, "create table kept as select repeat('x', 1000) from generate_series(1, 8000)")
  const slow = await connected(one)
  // It takes minutes, until somebody asks for another.
  const spread = slow.query("select from pg_backup_start('spread over time', false)")
  const isWriting = `select from pg_stat_activity
    where backend_type = 'checkpointer' and wait_event = 'CheckpointWriteDelay'`
  await waitFor(async () => (await query(one, isWriting)).length === 1)
  const other = await connected(one)
  let ended: Promise<unknown> | undefined
  onBackup = () => {
    ended = other.query('checkpoint')
  }
  await engine.copy('two', fromOne)
  await Promise.all([spread, ended])
  expect(
    await query(await engine.start('two'), 'select count(*)::int as n from kept', OTHER_PASSWORD),
  ).toEqual([{ n: 8_000 }])
})

/** After them, the files of the log from before have other names or are overwritten. */
const REMOVE_LOG = [1, 2, 3].flatMap((n) => [
  `create table made_${n} as select 1 as n`,
  'select pg_switch_wal()',
  'checkpoint',
])

/** Why a login is refused, while this process waits. */
function failureInOtherProcess(
  place: { host: string; port: number },
  login: { user: string; password: string },
) {
  const program = `
    const client = new (require('pg').Client)(${JSON.stringify({ ...place, ...login, database: 'postgres' })})
    client.connect().then(() => process.exit(), (error) => { console.log(error.message); process.exit() })`
  return execFileSync(process.execPath, ['-e', program], { cwd: import.meta.dirname, encoding: 'utf8' })
}

test('a copy that is soon over needs no slot, and is made again with one when its log was removed meanwhile', async () => {
  let onData = () => {}
  const { engine } = await openEngine({
    onStep: (step) => step === 'copy:data' && onData(),
    timings: { copyWithoutSlotMs: 60_000 },
  })
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept as select 1 as n')
  const slots: unknown[][] = []
  const noteSlots = () => void slots.push(queryInOtherProcess(one, ['select from pg_replication_slots']))
  onData = noteSlots
  await engine.copy('two', fromOne)
  expect(slots).toEqual([[]])

  slots.length = 0
  onData = () => {
    noteSlots()
    onData = noteSlots
    queryInOtherProcess(one, REMOVE_LOG)
  }
  await engine.copy('three', fromOne)
  expect(slots).toEqual([[], [{}]])
  const three = await engine.start('three')
  expect(await query(three, 'select n from kept join made_3 using (n)', OTHER_PASSWORD)).toEqual([{ n: 1 }])
})

test('a copy is made again with the slot that it has when the log was removed before that was made', async () => {
  let onBackup = () => {}
  let copies = 0
  const { engine } = await openEngine({
    onStep(step) {
      if (step === 'copy:backup') onBackup()
      if (step === 'copy:data') copies++
    },
    timings: { copyWithoutSlotMs: 0 },
  })
  const one = await startedInstance(engine, 'one')
  onBackup = () => {
    onBackup = () => {}
    queryInOtherProcess(one, REMOVE_LOG)
  }
  await engine.copy('two', fromOne)
  expect(copies).toBe(2)
  const two = await engine.start('two')
  expect(await query(two, 'select n from made_3', OTHER_PASSWORD)).toEqual([{ n: 1 }])
  expect(await query(one, 'select from pg_replication_slots')).toEqual([])
})

test('a copy whose log ends before the copying did is refused', async () => {
  const { engine, dataDir } = await openEngine({ onStep: (step) => step === 'copy:log' && cutLog() })
  const one = await startedInstance(engine, 'one')
  await query(one, 'select pg_switch_wal(); checkpoint')
  await query(one, "create table filler as select repeat('x', 1000) from generate_series(1, 6000)")
  /** Leaves half of what has been written since the checkpoint. */
  const cutLog = () => {
    const [copy] = readdirSync(join(dataDir, 'unfinished'))
    const log = join(dataDir, 'unfinished', copy!, 'data/pg_wal')
    const last = readdirSync(log).sort().at(-1)!
    truncateSync(join(log, last), 3 * 1024 * 1024)
    truncateSync(join(log, last), 16 * 1024 * 1024)
  }
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({
    code: 'not_ready',
    message: 'The copy of the database is incomplete. Try again.',
  })
  await expectNothingLeft(engine, dataDir)
})

test('the facts of a copy tell common transactions from those of the source alone', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table changes (what text)')
  const open = await connected(one)
  await open.query("begin; insert into changes values ('open')")
  await query(one, "insert into changes values ('before')")
  const { oldestRunningXid, nextXid } = await engine.copy('two', fromOne)
  await open.query('commit')
  await query(one, "insert into changes values ('after')")
  const sorts = `select what, case when xmin::text::bigint < ${oldestRunningXid} then 'common'
    when xmin::text::bigint < ${nextXid} then 'during' else 'own' end as sort from changes order by what`
  expect(await query(one, sorts)).toEqual([
    { what: 'after', sort: 'own' },
    { what: 'before', sort: 'during' },
    { what: 'open', sort: 'during' },
  ])
  const two = await engine.start('two')
  await query(two, "insert into changes values ('on the copy')", OTHER_PASSWORD)
  expect(await query(two, sorts, OTHER_PASSWORD)).toEqual([
    { what: 'before', sort: 'during' },
    { what: 'on the copy', sort: 'own' },
  ])
})

test('a copy neither takes the subscriptions nor the replication slots of its source', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  for (const sql of [
    "select pg_create_logical_replication_slot('decoder', 'pgoutput')",
    "create subscription feed connection 'host=127.0.0.1 port=1' publication p with (connect = false)",
    'alter subscription feed enable',
  ])
    await query(one, sql)
  await engine.copy('two', fromOne)
  const two = await engine.start('two')
  expect(await query(two, 'select slot_name from pg_replication_slots', OTHER_PASSWORD)).toEqual([])
  expect(
    await query(two, 'select subname, subenabled, subslotname from pg_subscription', OTHER_PASSWORD),
  ).toEqual([{ subname: 'feed', subenabled: false, subslotname: null }])
  await query(two, 'drop subscription feed', OTHER_PASSWORD)
  expect(await query(one, 'select subenabled from pg_subscription')).toEqual([{ subenabled: true }])
})

test('a copy does not wait for the standbys that commits of its source wait for', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept (n int)')
  await query(one, "alter system set synchronous_standby_names = 'elsewhere'")
  await query(one, 'select pg_reload_conf()')
  const waits = await connected(one)
  await waitFor(async () => {
    const { rows } = await waits.query('show synchronous_standby_names')
    return rows[0].synchronous_standby_names === 'elsewhere'
  })
  await engine.copy('two', fromOne)
  const two = await connected(await engine.start('two'), OTHER_PASSWORD)
  await two.query("set statement_timeout = '10s'")
  const notices: string[] = []
  two.on('notice', ({ message }) => notices.push(message ?? ''))
  await two.query('insert into kept values (1)')
  expect(notices).toEqual([])
})

test('a copy has what was prepared to be committed, and unlogged tables are empty in it', async () => {
  const { engine } = await openEngine()
  await query(await startedInstance(engine, 'one'), 'alter system set max_prepared_transactions = 4')
  const one = await engine.restart('one')
  await query(one, 'create unlogged table scratch as select 1 as n')
  await query(one, 'create table kept (n int)')
  for (const name of ['before', 'after']) {
    await query(one, `begin; insert into kept values (1); prepare transaction '${name}'`)
    // What was prepared before it is in a file, and what was prepared after it in the log.
    if (name === 'before') await query(one, 'checkpoint')
  }
  await engine.copy('two', fromOne)
  const two = await engine.start('two')
  expect(await query(two, 'select n from scratch', OTHER_PASSWORD)).toEqual([])
  for (const name of ['before', 'after']) await query(two, `commit prepared '${name}'`, OTHER_PASSWORD)
  expect(await query(two, 'select n from kept', OTHER_PASSWORD)).toEqual([{ n: 1 }, { n: 1 }])
  expect(await query(one, 'select n from scratch')).toEqual([{ n: 1 }])
  expect(await query(one, 'select n from kept')).toEqual([])
})

test('statements change a copy before anyone can connect to it', async () => {
  const { engine } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, "create table kept as select 1 as n; create role app login password 'of the app'")
  await engine.copy('two', {
    ...fromOne,
    statements: [
      `truncate
         public.kept`,
      `update pg_catalog.pg_authid set rolpassword = null where rolname = 'app'`,
    ],
  })
  const two = await engine.start('two')
  expect(await query(two, 'select from kept', OTHER_PASSWORD)).toEqual([])
  const login = { ...two, user: 'app', password: 'of the app', database: 'postgres' }
  await expect(new pg.Client(login).connect()).rejects.toMatchObject({ code: '28P01' })
  expect(await query(one, 'select n from kept')).toEqual([{ n: 1 }])
})

test('until a copy is complete only the platform may connect to it, and the next engine removes it', async () => {
  let onServed = () => {}
  const { engine, dataDir } = await openEngine({ onStep: (step) => step === 'copy:served' && onServed() })
  const one = await startedInstance(engine, 'one')
  await query(one, "create role app login password 'of the app'")
  const refusals: string[] = []
  const folder = join(dataDir, 'instances/two')
  onServed = () => {
    const { isIncomplete, port } = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8'))
    expect(isIncomplete).toBe(true)
    for (const [host, user, password] of [
      [one.host, 'app', 'of the app'],
      [join(folder, 'socket'), 'app', 'of the app'],
      [one.host, SUPERUSER, PASSWORD],
    ])
      refusals.push(failureInOtherProcess({ host: host!, port }, { user: user!, password: password! }))
    cpSync(folder, join(dataDir, 'interrupted'), { recursive: true })
  }
  await engine.copy('two', fromOne)
  expect(refusals).toEqual([
    expect.stringMatching(/no pg_hba.conf entry/),
    expect.stringMatching(/no pg_hba.conf entry/),
    expect.stringMatching(/no pg_hba.conf entry/),
  ])
  expect(await query(await engine.start('two'), 'select 1 as n', OTHER_PASSWORD)).toEqual([{ n: 1 }])
  await engine.close()

  await rename(join(dataDir, 'interrupted'), join(dataDir, 'instances/three'))
  const { engine: next } = await openEngine({ dataDir })
  expect(await next.exists('two')).toBe(true)
  expect(await next.exists('three')).toBe(false)
})

test('a copy never admits anyone whom its access rules do not admit, also after it has been started again', async () => {
  const { engine } = await openEngine()
  await startedInstance(engine, 'one')
  const access = { ipv4: true, isEncryptedOnly: false, allowedCidrs: ['192.0.2.0/24'] }
  await engine.copy('two', { ...fromOne, access: Promise.resolve(access) })
  const enter = (endpoint: Endpoint) => query(endpoint, 'select 1 as n', OTHER_PASSWORD)
  const two = await engine.start('two')
  await expect(enter(two)).rejects.toMatchObject({ code: '28000' })
  expect(await enter({ ...two, host: two.socket! })).toEqual([{ n: 1 }])
  await expect(enter(await engine.restart('two'))).rejects.toMatchObject({ code: '28000' })
})

test('what users set for their database neither stops a copy nor runs with its statements', async () => {
  const { engine } = await openEngine()
  const patient = (endpoint: Endpoint) => ({ ...endpoint, options: '-c statement_timeout=0' })
  const one = patient(await startedInstance(engine, 'one'))
  for (const sql of [
    'create table caught (tag text)',
    `create function note() returns event_trigger language plpgsql
      as 'begin insert into public.caught values (tg_tag); end'`,
    'create event trigger noting on ddl_command_end execute function note()',
    "alter database postgres set statement_timeout = '1ms'",
    'alter database postgres set default_transaction_read_only = on',
  ])
    await query(one, sql)
  await engine.copy('two', { ...fromOne, statements: ['create table public.made (n int)'] })
  const two = patient(await engine.start('two'))
  expect(await query(two, 'select from made', OTHER_PASSWORD)).toEqual([])
  expect(await query(two, 'select from caught', OTHER_PASSWORD)).toEqual([])
})

test('a copy whose statement fails leaves nothing', async () => {
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await expect(engine.copy('two', { ...fromOne, statements: ['select 1 / 0'] })).rejects.toThrow(
    'division by zero',
  )
  await expectNothingLeft(engine, dataDir)
})

test('a copy replaces an instance, which keeps its address', async () => {
  const { engine, dataDir } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept as select 1 as n')
  await engine.copy('two', fromOne)
  const before = await engine.start('two')
  await query(before, 'create table own (n int)', OTHER_PASSWORD)
  await query(one, 'insert into kept values (2)')
  await engine.copy('two', { ...fromOne, replaces: true })
  const two = await engine.start('two')
  expect(two).toEqual(before)
  expect(await query(two, 'select n from kept order by n', OTHER_PASSWORD)).toEqual([{ n: 1 }, { n: 2 }])
  await expect(query(two, 'select from own', OTHER_PASSWORD)).rejects.toMatchObject({ code: '42P01' })
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
})

test('an instance that was to be replaced stays as it was when the copy fails', async () => {
  const cancel = new AbortController()
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  await engine.copy('two', fromOne)
  const before = await engine.start('two')
  await query(before, 'create table own as select 7 as n', OTHER_PASSWORD)
  const copying = engine.copy('two', {
    ...fromOne,
    replaces: true,
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('not wanted any more')),
  })
  await expect(copying).rejects.toThrow('not wanted any more')
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
  expect(await engine.start('two')).toEqual(before)
  expect(await query(before, 'select n from own', OTHER_PASSWORD)).toEqual([{ n: 7 }])
})

test('only an instance that exists can be replaced', async () => {
  const { engine } = await openEngine()
  await startedInstance(engine, 'one')
  await expect(engine.copy('two', { ...fromOne, replaces: true })).rejects.toMatchObject({
    code: 'no_such_instance',
  })
})

test('a cancelled copy leaves nothing', async () => {
  const cancel = new AbortController()
  const { engine, dataDir } = await openEngine()
  await startedInstance(engine, 'one')
  const copying = engine.copy('two', {
    ...fromOne,
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('not wanted any more')),
  })
  await expect(copying).rejects.toThrow('not wanted any more')
  await expectNothingLeft(engine, dataDir)
  await engine.copy('two', fromOne)
  expect(await query(await engine.start('two'), 'select 1 as n', OTHER_PASSWORD)).toEqual([{ n: 1 }])
})

test.each([
  ['killed', (_engine: Engine, pid: number) => void signal(pid, 'SIGKILL')],
  ['stopped', (engine: Engine) => void engine.stop('one')],
])('a copy whose source is %s meanwhile fails in words and leaves nothing', async (_how, end) => {
  let onBackup = () => {}
  const { engine, dataDir } = await openEngine({ onStep: (step) => step === 'copy:backup' && onBackup() })
  await startedInstance(engine, 'one')
  const { pid } = (await readPostmasterPid(join(dataDir, 'instances/one/data')))!
  onBackup = () => end(engine, pid)
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringMatching(/stopped while it was copied/),
  })
  await expectNothingLeft(engine, dataDir)
})

test('only a running instance can be copied, and never onto another', async () => {
  const { engine } = await openEngine()
  await engine.create('one', { superuserPassword: PASSWORD })
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({ code: 'not_ready' })
  await expect(
    engine.copy('two', { ...fromOne, source: { id: 'none', superuserPassword: PASSWORD } }),
  ).rejects.toMatchObject({ code: 'no_such_instance' })
  await engine.start('one')
  await engine.create('two', { superuserPassword: PASSWORD })
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({ code: 'already_exists' })
})

test('a database with a tablespace outside of its folder is refused in words, and nothing is left', async () => {
  const { engine, dataDir } = await openEngine()
  const one = await startedInstance(engine, 'one')
  const elsewhere = join(dataDir, 'elsewhere')
  await mkdir(elsewhere)
  const { uid, gid } = await stat(join(dataDir, 'instances/one/data'))
  await chown(elsewhere, uid, gid)
  await query(one, `create tablespace elsewhere location '${elsewhere}'`)
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({
    code: 'not_ready',
    message: 'A database with tablespaces of its own cannot be copied.',
  })
  await expectNothingLeft(engine, dataDir)
})

test('a copy without a free replication slot says what to do', async () => {
  // Without whole pages in the log, a copy is a backup, whose log a slot has to keep.
  const settings = { fsync: 'off', max_replication_slots: '1', full_page_writes: 'off' }
  const { engine } = await openEngine({ settings })
  const one = await startedInstance(engine, 'one')
  await query(one, "select pg_create_physical_replication_slot('taken')")
  await expect(engine.copy('two', fromOne)).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringContaining('Drop a slot'),
  })
})

test('a copy or replica for which the disk is too small is refused with both sizes, and one that fills it removes itself', async ({
  skip,
}) => {
  skip(!isRoot(), 'only root can mount a small file system')
  const disk = await smallDisk('560m')
  if (!disk) skip(NO_SMALL_DISK)
  const { path: dataDir, fill, makeRoom } = disk!
  onTestFinished(() => disk![Symbol.asyncDispose]())
  // PostgreSQL 18.4 may be stranded when the full disk ends its recovery too.
  const { engine } = await openEngine({ dataDir, timings: { strandedPollMs: 100, strandedAfterMs: 6_000 } })
  const one = await startedInstance(engine, 'one')
  // PostgreSQL resets its statistics when it recovers from a crash.
  const RECOVERED = 'select stats_reset from pg_stat_checkpointer'
  let [{ stats_reset: recovered }] = (await query(one, RECOVERED)) as [{ stats_reset: Date }]
  const isNothingLeft = async () => {
    expect(await engine.exists('two')).toBe(false)
    await waitFor(async () => (await readdir(join(dataDir, 'unfinished'))).length === 0)
    // A server that cannot write the log of a backup to the full disk recovers.
    await waitFor(() =>
      query(one, 'select').then(
        () => true,
        () => false,
      ),
    )
    const [{ stats_reset: since }] = (await query(one, RECOVERED)) as [{ stats_reset: Date }]
    if (since > recovered) for (const statement of detachStatements('two')) await query(one, statement)
    recovered = since
    expect(await query(one, 'select from pg_replication_slots')).toEqual([])
    expect(await query(one, "select from pg_roles where rolname like 'basalt_replica%'")).toEqual([])
  }
  const ways = [
    (onProgress: () => void) => engine.copy('two', { ...fromOne, onProgress }),
    (onProgress: () => void) => engine.replicate('two', { ...fromOne, onProgress }),
  ]
  for (const make of ways) {
    await writeFile(join(dataDir, 'large'), Buffer.alloc(300 * 1024 * 1024))
    await expect(make(() => undefined)).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/needs [\d,]+ MB, and the disk has [\d,]+ MB free/),
    })
    await rm(join(dataDir, 'large'))
    let isFull = false
    const failing = make(() => {
      if (!isFull) fill()
      isFull = true
    })
    await expect(failing).rejects.toMatchObject({ code: 'disk_full' })
    makeRoom()
    await isNothingLeft()
  }
  await engine.replicate('two', fromOne)
  expect(await query(await engine.start('two'), 'select pg_is_in_recovery() as f')).toEqual([{ f: true }])
  await engine.close()
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
})
