import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { reflinkDisk } from '@basalt/testing/disk-in-a-file.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject, putToSleep } from './projects.ts'
import { median, medianOf, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const TIMES = 5
/** Rare enough not to slow down what is awaited. */
const POLL_MS = 20
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** The sizes of parents in MB; an empty database has the first. */
const SIZES = [40, 1000] as const
/** Measured when it is asked for: it takes minutes, and 30 GB. */
const LARGEST = 10_000

/** Room for the largest parent, its branches and a plain copy; the file has holes. */
const XFS_BYTES = 24 * 1024 ** 3

/**
 * Time from the call that creates a branch to its first answered query, against copying the stopped parent and starting it,
 * and against a database made from a template; and what it costs those who use the parent. On the disk of the temporary
 * folder, and on one that shares blocks where this may be mounted. `what` restricts it to parents of 40, 1000 or 10000 MB,
 * or to what `many` branches take: the time of ten at once, their disk space, and the memory of a hundred that sleep.
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
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const parent = await makeProject(server, slug, PASSWORD)
  const rows = Math.max(0, megabytes - EMPTY_MB) * FILLER_PER_MB
  for (const query of filling(rows)) await server.json('POST', `/platform/pg-meta/${parent}/query`, { query })
  const times: number[] = []
  for (let count = 0; count < TIMES; count++) {
    const from = performance.now()
    const branch = await makeBranch(server, parent, `branch ${count}`)
    times.push(performance.now() - from)
    await removeBranch(server, branch)
  }
  const [{ db_host: host, db_port: port }] = await server.json(
    'GET',
    `/platform/projects/${parent}/databases`,
  )
  const login = { host, port, user: 'postgres', password: PASSWORD, database: 'postgres' }
  await using load = await startLoad(login)
  const [calm, branching]: [number[], number[]] = [[], []]
  for (let count = 0; count < TIMES; count++) {
    calm.push(...(await load.during(() => sleep(CALM_MS))))
    const during = load.during(async () => {
      const branch = await makeBranch(server, parent, `busy ${count}`)
      await removeBranch(server, branch)
    })
    branching.push(...(await during))
  }
  report({
    bench: `the slowest hundredth of the updates of a parent of ${megabytes} MB ${where} while branches are made of it`,
    unit: 'ms',
    value: slowestOf(branching),
    yardstick: { what: 'the same while nothing else happens', value: slowestOf(calm) },
    target: '≤ 1.5×',
  })
  await server.stop()

  const data = path.join(dataDir, 'instances/instances', parent, 'data')
  const copies: number[] = []
  for (let count = 0; count < TIMES; count++) {
    const copy = path.join(dataDir, 'copy')
    copies.push(await timeOf(async () => execFileSync('cp', ['-a', data, copy])))
    execFileSync('rm', ['-rf', copy])
  }
  const copied = median(copies)
  const { started, templated } = await byHand(rows)
  const bench = `a branch of ${megabytes} MB ${where} to its first answered query`
  report({
    bench,
    unit: 'ms',
    value: median(times),
    yardstick: { what: 'cp -a of the stopped parent, and a start', value: copied + started },
    target: '≤ 1.2×',
  })
  report({
    bench,
    unit: 'ms',
    value: median(times),
    yardstick: { what: 'CREATE DATABASE … TEMPLATE without any connection', value: templated },
    target: 'for comparison',
  })
  removeDataDir(dataDir)
}

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
  const slug = await makeOrganization(server)
  const parent = await makeProject(server, slug, PASSWORD)
  await allowMany(server, slug)
  await removeBranch(server, await makeBranch(server, parent, 'first'))
  const one = await timeOf(async () => {
    await removeBranch(server, await makeBranch(server, parent, 'alone'))
  })
  execFileSync('sync', ['-f', dataDir])
  const before = usedBytes(dataDir)
  const all = await timeOf(() =>
    Promise.all(Array.from({ length: TOGETHER }, (_, count) => makeBranch(server, parent, `many ${count}`))),
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
  const slug = await makeOrganization(server)
  await allowMany(server, slug)
  const parents: string[] = []
  for (let count = 0; count < SLEEPING_PROJECTS; count++)
    parents.push(await makeProject(server, slug, PASSWORD))
  // What is loaded for the first branch stays.
  await removeBranch(server, await makeBranch(server, parents[0]!, 'first'))
  const before = server.memoryOfTree()
  for (const parent of parents)
    for (let count = 0; count < SLEEPING_BRANCHES; count++) {
      const branch = await makeBranch(server, parent, `sleeping ${count}`)
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

async function makeBranch(server: BenchServer, parent: string, name: string): Promise<string> {
  const { project_ref: ref } = await server.json('POST', `/v1/projects/${parent}/branches`, {
    branch_name: name,
  })
  for (;;) {
    const { status, failure } = await server.json('GET', `/v1/branches/${ref}`)
    if (failure) throw new Error(failure)
    if (status === 'ACTIVE_HEALTHY') break
    await sleep(POLL_MS)
  }
  const [row] = await server.json('POST', `/platform/pg-meta/${ref}/query`, { query: 'select 1 as one' })
  if (row?.one !== 1) throw new Error('The branch does not answer')
  return ref
}

async function removeBranch(server: BenchServer, ref: string) {
  await server.json('DELETE', `/v1/branches/${ref}`)
  await isGone(server, ref)
}

async function isGone(server: BenchServer, ref: string) {
  while ((await server.json('GET', `/v1/branches/${ref}`)).code !== 'not_found') await sleep(POLL_MS)
}

/** Starts of a server with that many rows, and databases made from a template there. */
async function byHand(rows: number) {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: 'basalt_admin',
    portRange: { first: 58000, last: 58099 },
    log: () => undefined,
  })
  await engine.create('yardstick', { superuserPassword: PASSWORD })
  const connected = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const { host, port } = await engine.start('yardstick')
    const client = new pg.Client({
      host,
      port,
      user: 'basalt_admin',
      password: PASSWORD,
      database: 'template1',
    })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  await connected(async (client) => {
    for (const query of filling(rows)) await client.query(query)
  })
  const started = await medianOf(TIMES, async () => {
    await engine.stop('yardstick')
    await connected((client) => client.query('select 1'))
  })
  // A session of its own database would be in the way, so the new one is made from template1 by another.
  const { host, port } = await engine.start('yardstick')
  const client = new pg.Client({ host, port, user: 'basalt_admin', password: PASSWORD, database: 'postgres' })
  await client.connect()
  const times: number[] = []
  for (let count = 0; count < TIMES; count++) {
    const from = performance.now()
    await client.query('create database templated template template1 strategy file_copy')
    times.push(performance.now() - from)
    await client.query('drop database templated')
  }
  await client.end()
  await engine.close()
  removeDataDir(dataDir)
  return { started, templated: median(times) }
}
