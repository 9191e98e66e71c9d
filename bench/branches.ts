import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { reflinkDisk } from '@basalt/testing/disk-in-a-file.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { followProjects } from './events.ts'
import { commandOf, launchByHand } from './postgres-by-hand.ts'
import { makeOrganization, makeProject, putToSleep } from './projects.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'
import { settle } from './settle.ts'

const run = promisify(execFile)

const TIMES = 5
/** Of what is compared in turns. */
const ROUNDS = 9
const LARGEST_ROUNDS = 3
/** Of updates, which take longest. */
const UPDATE_ROUNDS = 5
/** Rare enough not to slow down what is awaited. */
const POLL_MS = 20
/** How long somebody takes to name a branch. */
const DIALOG_MS = 2_000
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** The sizes of parents in MB; an empty database has the first. */
const SIZES = [40, 1000] as const
/** Measured when it is asked for, and only until the first answered query: it takes a quarter of an hour, and 50 GB. */
const LARGEST = 10_000
/** A copy of more than that is on disk by the time it is complete, whatever memory it had. */
const SETTLED_MB_MAX = 1_000

/** Room for the largest parent, its branches and a plain copy; the file has holes. */
const XFS_BYTES = 24 * 1024 ** 3

/**
 * Time from the call that creates a branch to its first answered query, with and without the copy that its dialog has made,
 * against copying the stopped parent and starting it, and against a database made from a template; and what it costs those
 * who use the parent. All begin on a settled disk: that of the temporary folder, and one that shares blocks where this may
 * be mounted. `what` restricts it to parents of 40, 1000 or 10000 MB, or to what `many` branches take: the time of ten at
 * once, their disk space, and the memory of a hundred that sleep.
 */
export async function benchBranches(what?: string) {
  await using disk = await reflinkDisk(XFS_BYTES)
  if (!disk)
    console.error('Not measured with shared blocks: mkfs.xfs, loop devices or the right to mount are missing')
  if (what === undefined || what === 'many') {
    await benchTenBranches({ dataDir: newDataDir(), where: 'on this disk' })
    if (disk)
      await benchTenBranches({
        dataDir: mkdtempSync(path.join(disk.path, 'server-')),
        where: 'on XFS with shared blocks',
      })
    await benchSleepingBranches()
  }
  for (const megabytes of [...SIZES, LARGEST]) {
    if (what === undefined ? megabytes === LARGEST : Number(what) !== megabytes) continue
    await benchParentOf(megabytes, { dataDir: newDataDir(), where: 'on this disk' })
    if (disk)
      await benchParentOf(megabytes, {
        dataDir: mkdtempSync(path.join(disk.path, 'server-')),
        where: 'on XFS with shared blocks',
      })
  }
}

async function benchParentOf(megabytes: number, { dataDir, where }: { dataDir: string; where: string }) {
  // As root, databases run as other users, which must be able to traverse it.
  chmodSync(dataDir, 0o711)
  const first = await startServer(dataDir)
  const slug = await makeOrganization(first)
  const parent = await makeProject(first, slug, PASSWORD)
  const rows = Math.max(0, megabytes - EMPTY_MB) * FILLER_PER_MB
  for (const query of filling(rows)) await first.json('POST', `/platform/pg-meta/${parent}/query`, { query })
  await first.stop()
  const stopped = path.join(dataDir, 'stopped')
  await run('cp', ['-a', path.join(dataDir, 'instances/instances', parent, 'data'), stopped])

  const server = await startServer(dataDir)
  await using projects = await followProjects(server)
  const subject = { server, projects }
  while ((await server.json('GET', `/platform/projects/${parent}`)).status !== 'ACTIVE_HEALTHY')
    await sleep(POLL_MS)
  const copy = path.join(dataDir, 'copy')
  const manual = branchByHand({ stopped, to: copy, command: commandOf(parent) })
  const settled = () => settle({ dataDir, copy, megabytes: Math.min(megabytes, SETTLED_MB_MAX) })
  const [ours, prepared, bare, onDisk]: [number[], number[], number[], number[]] = [[], [], [], []]
  const rounds = megabytes === LARGEST ? LARGEST_ROUNDS : ROUNDS
  // In turns, because the speed of a disk changes from minute to minute.
  for (let count = 0; count < rounds; count++) {
    settled()
    const from = performance.now()
    const branch = await makeBranch(subject, parent, `branch ${count}`)
    ours.push(performance.now() - from)
    await removeBranch(subject, branch)
    settled()
    await openDialog(subject, parent)
    const clicked = performance.now()
    const other = await makeBranch(subject, parent, `prepared ${count}`)
    prepared.push(performance.now() - clicked)
    await removeBranch(subject, other)
    settled()
    bare.push(await manual({ isSynced: false }))
    settled()
    onDisk.push(await manual({ isSynced: true }))
  }
  const bench = `a branch of ${megabytes} MB ${where} to its first answered query`
  const value = median(ours)
  report({
    bench,
    unit: 'ms',
    value,
    yardstick: { what: 'cp -a of the stopped parent, and a start', value: median(bare) },
    target: '≤ 1.2×',
  })
  report({
    bench: `${bench}, after its dialog was open for two seconds`,
    unit: 'ms',
    value: median(prepared),
    yardstick: { what: 'cp -a of the stopped parent, and a start', value: median(bare) },
    target: '≤ 1.2×',
  })
  report({
    bench,
    unit: 'ms',
    value,
    yardstick: {
      what: 'the same with sync -f before the start, so that it is on disk too',
      value: median(onDisk),
    },
    target: '≤ 1.2×',
  })
  if (megabytes === LARGEST) {
    await server.stop()
    return removeDataDir(dataDir)
  }
  report({
    bench,
    unit: 'ms',
    value,
    yardstick: {
      what: 'CREATE DATABASE … TEMPLATE without any connection',
      value: await timeOfTemplate(rows),
    },
    target: 'for comparison',
  })

  const { calm, preparing, branching, byHand, everyTenSeconds } = await updatesOf(subject, parent, () =>
    manual({ isSynced: true }),
  )
  const parentOf = `the slowest hundredth of the updates of a parent of ${megabytes} MB ${where}`
  for (const [when, value] of [
    ['while the dialog for a branch is open and is cancelled', preparing],
    ['while branches are made of it and removed', branching],
    ['while the same is done by hand, with cp -a, sync -f, a start and rm', byHand],
    ['during a minute in which a branch is made every ten seconds', everyTenSeconds],
  ] as const)
    report({
      bench: `${parentOf} ${when}`,
      unit: 'ms',
      value: slowestOf(value),
      yardstick: { what: 'the same while nothing else happens', value: slowestOf(calm) },
      target: value === byHand ? 'for comparison' : '≤ 1.5×',
    })
  await server.stop()
  removeDataDir(dataDir)
}

/** A server, and what it says about its projects. */
interface Subject {
  server: BenchServer
  projects: Awaited<ReturnType<typeof followProjects>>
}

/** Makes what a branch is from the stopped data of its parent, and removes it. Returns the milliseconds to its first answered query. */
const branchByHand =
  ({ stopped, to, command }: { stopped: string; to: string; command: ReturnType<typeof commandOf> }) =>
  async ({ isSynced }: { isSynced: boolean }): Promise<number> => {
    const login = {
      host: '127.0.0.1',
      port: await freePort(),
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    }
    const copied = await timeOf(async () => {
      await run('cp', ['-a', stopped, to])
      if (isSynced) await run('sync', ['-f', to])
    })
    const args = command.args.map((arg) => (arg === command.data ? to : arg))
    const { took, stop } = await launchByHand({ ...command, args, data: to }, login)
    await stop()
    await run('rm', ['-rf', to])
    return copied + took
  }

/**
 * How long updates of a parent take: in turn while nothing else happens, while a dialog is open, while a branch is made and
 * removed, and while that is done by hand; and then for a minute with a branch now and then.
 */
async function updatesOf(subject: Subject, parent: string, makeByHand: () => Promise<unknown>) {
  const [{ db_host: host, db_port: port }] = await subject.server.json(
    'GET',
    `/platform/projects/${parent}/databases`,
  )
  await using load = await startLoad({
    host,
    port,
    user: 'postgres',
    password: PASSWORD,
    database: 'postgres',
  })
  const branch = async (name: string) => removeBranch(subject, await makeBranch(subject, parent, name))
  const preparing: number[] = []
  const [calm, branching, byHand]: [number[], number[], number[]] = [[], [], []]
  for (let count = 0; count < UPDATE_ROUNDS; count++) {
    calm.push(...(await load.during(() => sleep(CALM_MS))))
    preparing.push(
      ...(await load.during(async () => {
        await openDialog(subject, parent)
        await subject.server.json('DELETE', `/platform/projects/${parent}/branches/prepare`)
      })),
    )
    calm.push(...(await load.during(() => sleep(CALM_MS))))
    branching.push(...(await load.during(() => branch(`busy ${count}`))))
    calm.push(...(await load.during(() => sleep(CALM_MS))))
    byHand.push(...(await load.during(makeByHand)))
  }
  const everyTenSeconds = await load.during(async () => {
    for (let count = 0; count < BRANCHES_A_MINUTE; count++)
      await Promise.all([branch(`minute ${count}`), sleep(60_000 / BRANCHES_A_MINUTE)])
  })
  return { calm, preparing, branching, byHand, everyTenSeconds }
}

const BRANCHES_A_MINUTE = 6
/** How long the load goes on without branches before each of them. */
const CALM_MS = 2_000
const LOAD_CLIENTS = 4
/** Between two updates of a client, so that the processors are not what is measured. */
const LOAD_PAUSE_MS = 5

/** Clients that update a row each, and how long their updates take in milliseconds while some work goes on. */
async function startLoad(login: pg.ClientConfig) {
  const clients = Array.from({ length: LOAD_CLIENTS }, () => new pg.Client(login))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]!.query(
    'create table if not exists load as select n, 0 as count from generate_series(1, 4) n',
  )
  return {
    async during(work: () => Promise<unknown>): Promise<number[]> {
      const times: number[] = []
      let isOver = false
      const loads = clients.map(async (client, index) => {
        while (!isOver) {
          times.push(
            await timeOf(() => client.query('update load set count = count + 1 where n = $1', [index + 1])),
          )
          await sleep(LOAD_PAUSE_MS)
        }
      })
      await work()
      isOver = true
      await Promise.all(loads)
      return times
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

/** The 99th percentile. */
const slowestOf = (times: number[]) =>
  times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN

const TOGETHER = 10

/** Ten branches that are asked for at once, and the disk space that they take. */
async function benchTenBranches({ dataDir, where }: { dataDir: string; where: string }) {
  chmodSync(dataDir, 0o711)
  const server = await startServer(dataDir)
  await using projects = await followProjects(server)
  const subject = { server, projects }
  const slug = await makeOrganization(server)
  const parent = await makeProject(server, slug, PASSWORD)
  await allowMany(server, slug)
  await removeBranch(subject, await makeBranch(subject, parent, 'first'))
  const one = await timeOf(async () => {
    await removeBranch(subject, await makeBranch(subject, parent, 'alone'))
  })
  execFileSync('sync', ['-f', dataDir])
  const before = usedBytes(dataDir)
  const all = await timeOf(() =>
    Promise.all(Array.from({ length: TOGETHER }, (_, count) => makeBranch(subject, parent, `many ${count}`))),
  )
  report({
    bench: `${TOGETHER} branches of ${EMPTY_MB} MB at once ${where}, until all have answered`,
    unit: 'ms',
    value: all,
    yardstick: { what: 'one, and its removal', value: one },
    target: `≤ ${TOGETHER}×`,
  })
  execFileSync('sync', ['-f', dataDir])
  report({
    bench: `disk space of ${TOGETHER} branches ${where}`,
    unit: 'MB',
    value: (usedBytes(dataDir) - before) / 1_000_000,
    yardstick: { what: 'the size of as many parents', value: TOGETHER * EMPTY_MB },
    target: 'for comparison',
  })
  await server.stop()
  removeDataDir(dataDir)
}

/** Two projects with as many branches as the largest plan allows each. */
const SLEEPING_PROJECTS = 2
const SLEEPING_BRANCHES = 50

/** The memory of the server and its processes before there are branches, and when a hundred of them sleep. */
async function benchSleepingBranches() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  await using projects = await followProjects(server)
  const subject = { server, projects }
  const slug = await makeOrganization(server)
  await allowMany(server, slug)
  const parents: string[] = []
  for (let count = 0; count < SLEEPING_PROJECTS; count++)
    parents.push(await makeProject(server, slug, PASSWORD))
  // What is loaded for the first branch stays.
  await removeBranch(subject, await makeBranch(subject, parents[0]!, 'first'))
  const before = server.memoryOfTree()
  for (const parent of parents)
    for (let count = 0; count < SLEEPING_BRANCHES; count++) {
      const branch = await makeBranch(subject, parent, `sleeping ${count}`)
      await putToSleep(server, branch)
    }
  const branches = SLEEPING_PROJECTS * SLEEPING_BRANCHES
  const taken = server.memoryOfTree() - before
  report({
    bench: `memory of a sleeping branch, of ${branches}, in all processes of the server`,
    unit: 'MB',
    value: taken / 1_000_000 / branches,
    yardstick: { what: 'all processes before', value: before / 1_000_000 },
    target: '≤ 1 MB',
  })
  await server.stop()
  removeDataDir(dataDir)
}

const allowMany = (server: BenchServer, slug: string) =>
  server.json('PUT', `/platform/organizations/${slug}/billing/subscription`, { plan: 'enterprise' })

/** What the file system of a folder has in use. */
const usedBytes = (folder: string) => {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return (blocks - bfree) * bsize
}

/** An empty database. */
const EMPTY_MB = 40

/** A row has about 430 bytes. */
const FILLER_PER_MB = 2_430

/** Rows of one statement, so that none takes long. */
const FILLED_AT_A_TIME = 1_000_000

/** SQL that makes a table with so many rows. */
const filling = (rows: number): string[] =>
  rows === 0
    ? []
    : [
        'create table filler (n int, text text)',
        ...Array.from({ length: Math.ceil(rows / FILLED_AT_A_TIME) }, (_, place) => {
          const [first, last] = [place * FILLED_AT_A_TIME + 1, Math.min(rows, (place + 1) * FILLED_AT_A_TIME)]
          return `insert into filler select n, repeat(md5(n::text), 12) from generate_series(${first}, ${last}) n`
        }),
      ]

async function openDialog({ server }: Subject, parent: string) {
  await server.json('POST', `/platform/projects/${parent}/branches/prepare`)
  await sleep(DIALOG_MS)
}

async function makeBranch({ server, projects }: Subject, parent: string, name: string): Promise<string> {
  const { project_ref: ref } = await server.json('POST', `/v1/projects/${parent}/branches`, {
    branch_name: name,
  })
  await projects.healthy(ref)
  const [row] = await server.json('POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1 as one' })
  if (row?.one !== 1) throw new Error('The branch does not answer')
  return ref
}

async function removeBranch({ server, projects }: Subject, ref: string) {
  await server.json('DELETE', `/v1/branches/${ref}`)
  await projects.removed(ref)
}

/** The milliseconds in which a database with that many rows is made from a template. */
async function timeOfTemplate(rows: number): Promise<number> {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: 'basalt_admin',
    portRange: { first: 58000, last: 58099 },
    log: () => undefined,
  })
  await engine.create('yardstick', { superuserPassword: PASSWORD })
  const { host, port } = await engine.start('yardstick')
  const connected = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ host, port, user: 'basalt_admin', password: PASSWORD, database })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  await connected('template1', async (client) => {
    for (const query of filling(rows)) await client.query(query)
  })
  // A session of its own database would be in the way, so the new one is made from template1 by another.
  const times = await connected('postgres', async (client) => {
    const times: number[] = []
    for (let count = 0; count < TIMES; count++) {
      times.push(
        await timeOf(() => client.query('create database templated template template1 strategy file_copy')),
      )
      await client.query('drop database templated')
    }
    return times
  })
  await engine.close()
  removeDataDir(dataDir)
  return median(times)
}
