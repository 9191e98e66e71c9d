import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { reflinkDisk } from '@basalt/testing/disk-in-a-file.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, medianOf, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const TIMES = 5
/** Rare enough not to slow down what is awaited. */
const POLL_MS = 20
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** The sizes of parents in MB; an empty database has the first. */
const SIZES = [40, 1000] as const

/** Room for the largest parent, its branches and a plain copy; the file has holes. */
const XFS_BYTES = 12 * 1024 ** 3

/**
 * Time from the call that creates a branch to its first answered query, against copying the stopped parent and starting it,
 * and against a database made from a template; and what it costs those who use the parent. On the disk of the temporary
 * folder, and on one that shares blocks where this may be mounted. `size` restricts it to parents of 40 or 1000 MB.
 */
export async function benchBranches(size?: string) {
  await using disk = await reflinkDisk(XFS_BYTES)
  if (!disk)
    console.error('Not measured with shared blocks: mkfs.xfs, loop devices or the right to mount are missing')
  for (const megabytes of SIZES) {
    if (size !== undefined && Number(size) !== megabytes) continue
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
  const rows = Math.max(0, megabytes - 40) * FILLER_PER_MB
  if (rows > 0)
    await server.json('POST', `/platform/pg-meta/${parent}/query`, {
      query: `create table filler as select n, repeat(md5(n::text), 12) as text from generate_series(1, ${rows}) n`,
    })
  const times: number[] = []
  for (let count = 0; count < TIMES; count++) {
    const from = performance.now()
    const branch = await makeBranch(server, parent, `branch ${count}`)
    times.push(performance.now() - from)
    await server.json('DELETE', `/v1/branches/${branch}`)
    await isGone(server, branch)
  }
  const [{ db_host: host, db_port: port }] = await server.json(
    'GET',
    `/platform/projects/${parent}/databases`,
  )
  const login = { host, port, user: 'postgres', password: PASSWORD, database: 'postgres' }
  const calm = await slowestUnderLoad(login, () => sleep(LOAD_MS))
  const branching = await slowestUnderLoad(login, async () => {
    for (let count = 0; count < TIMES; count++) {
      const branch = await makeBranch(server, parent, `busy ${count}`)
      await server.json('DELETE', `/v1/branches/${branch}`)
      await isGone(server, branch)
    }
  })
  report({
    bench: `the slowest hundredth of the updates of a parent of ${megabytes} MB ${where} while branches are made of it`,
    unit: 'ms',
    value: branching,
    yardstick: { what: 'the same while nothing else happens', value: calm },
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

/** How long the load without branches takes. */
const LOAD_MS = 10_000
const LOAD_CLIENTS = 4
/** Between two updates of a client, so that the processors are not what is measured. */
const LOAD_PAUSE_MS = 5

/** The 99th percentile of how long updates of one row take while the work goes on, in milliseconds. */
async function slowestUnderLoad(login: pg.ClientConfig, work: () => Promise<unknown>): Promise<number> {
  const clients = Array.from({ length: LOAD_CLIENTS }, () => new pg.Client(login))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]!.query(
    'create table if not exists load as select n, 0 as count from generate_series(1, 4) n',
  )
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
  await Promise.all(clients.map((client) => client.end()))
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** A row has about 430 bytes. */
const FILLER_PER_MB = 2_430

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
  await connected((client) =>
    client.query(
      `create table filler as select n, repeat(md5(n::text), 12) as text from generate_series(1, ${rows}) n`,
    ),
  )
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
