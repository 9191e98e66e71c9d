import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { median, report, timeOf } from './report.ts'
import { type BenchServer, startServer } from './server.ts'
import { settle } from './settle.ts'

const TIMES = 3
/** Rare enough not to slow down what is awaited. */
const POLL_MS = 20
const PASSWORD = 'k7Rw2pXq-MzTd9'
/** A row has about 430 bytes. */
export const FILLER_PER_MB = 2_430
const WRITERS = 4
const WRITING_MS = 10_000
const LAG_POLL_MS = 200

export const filler = (rows: number) =>
  `create table filler as select n, repeat(md5(n::text), 12) as text from generate_series(1, ${rows}) n`

/**
 * Time from the call that creates a read replica until it streams, against copying the primary's files and a start; commits
 * of a primary with a replica against those without one; and how far the replica is behind meanwhile. What is compared is
 * measured in turns, each on a settled disk. `size` is that of the primary in MB.
 */
export async function benchReplicas(size = '1000') {
  const megabytes = Number(size)
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const ref = await makeProject(server, slug, PASSWORD)
  const rows = Math.max(0, megabytes - 40) * FILLER_PER_MB
  // Otherwise autovacuum does it during some turn.
  for (const query of [filler(rows), 'vacuum filler'])
    await server.json('POST', `/platform/pg-meta/${ref}/query`, { query })
  const [{ db_host: host, db_port: port }] = await server.json('GET', `/platform/projects/${ref}/databases`)
  const login = { host, port, user: 'postgres', password: PASSWORD, database: 'postgres' }
  const data = path.join(dataDir, 'instances/instances', ref, 'data')
  const copy = path.join(dataDir, 'copy')
  const settled = () => settle({ dataDir, copy, megabytes })

  /** Also without a replica the lag is asked for, which is work for the server. */
  const writtenWatched = async (seen: number[]) => {
    const watching = new AbortController()
    const watched = watchLag(server, ref, watching.signal, seen)
    const commits = await written(login)
    watching.abort()
    await watched
    return commits
  }

  await written(login)
  const made: number[] = []
  const copied: number[] = []
  const alone: number[] = []
  const followed: number[] = []
  const lags: number[] = []
  for (let count = 0; count < TIMES; count++) {
    settled()
    alone.push(await writtenWatched([]))
    settled()
    made.push(await timeOf(() => makeReplica(server, ref)))
    settled()
    followed.push(await writtenWatched(lags))
    settled()
    copied.push(await timeOf(async () => copyFiles(data, copy)))
    await dropAll(server, ref)
  }
  settled()
  await server.stop()

  const start = await startOf(rows)
  report({
    bench: `a read replica of ${megabytes} MB until it streams: neither it nor the copy is on disk then`,
    unit: 'ms',
    value: median(made),
    yardstick: { what: 'cp -a of its files, and a start', value: median(copied) + start },
    target: '≤ 1.3×',
  })
  report({
    bench: `commits of ${WRITERS} writers on a primary with a read replica`,
    unit: 'per second',
    value: median(followed),
    yardstick: { what: 'the same primary without one', value: median(alone) },
    target: '≥ 0.9×',
  })
  report({
    bench: 'how far a read replica is behind under these writes',
    unit: 'ms',
    value: median(lags) * 1000,
    target: '≤ 1000 ms',
  })
  removeDataDir(dataDir)
}

/** Copies the files of a server that nobody writes to. It may remove some of them meanwhile. */
export function copyFiles(data: string, copy: string) {
  spawnSync('cp', ['-a', data, copy])
}

async function makeReplica(server: BenchServer, ref: string) {
  const { identifier } = await server.json('POST', `/v1/projects/${ref}/read-replicas/setup`, {
    read_replica_region: 'local',
  })
  for (;;) {
    const states: { identifier: string; status: string }[] = await server.json(
      'GET',
      `/platform/projects/${ref}/databases-statuses`,
    )
    const status = states.find((state) => state.identifier === identifier)?.status
    if (status === 'ACTIVE_HEALTHY') return
    if (status !== 'INIT_READ_REPLICA') throw new Error(`The replica is ${status}`)
    await sleep(POLL_MS)
  }
}

async function dropAll(server: BenchServer, ref: string) {
  await server.send('POST', `/v1/projects/${ref}/read-replicas/remove-all`)
  while ((await server.json('GET', `/platform/projects/${ref}/databases-statuses`)).length > 1)
    await sleep(POLL_MS)
}

async function watchLag(server: BenchServer, ref: string, signal: AbortSignal, lags: number[]) {
  while (!signal.aborted) {
    const [, replica] = await server.json('GET', `/platform/projects/${ref}/databases-statuses`)
    if (replica?.lag) lags.push(replica.lag.seconds)
    await sleep(LAG_POLL_MS)
  }
}

/** Commits in a second, of writers that each insert one row after the other. */
export async function written(login: pg.ClientConfig): Promise<number> {
  const clients = Array.from({ length: WRITERS }, () => new pg.Client(login))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]!.query('create table if not exists written (n int, at timestamptz default now())')
  const from = performance.now()
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0
      for (; performance.now() - from < WRITING_MS; count++)
        await client.query('insert into written (n) values ($1)', [count])
      return count
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return counts.reduce((sum, count) => sum + count, 0) / (WRITING_MS / 1000)
}

/** The start of a stopped server with that many rows, in milliseconds. */
async function startOf(rows: number): Promise<number> {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: 'basalt_admin',
    portRange: { first: 58_100, last: 58_199 },
    log: () => undefined,
  })
  await engine.create('yardstick', { superuserPassword: PASSWORD })
  const { host, port } = await engine.start('yardstick')
  const client = new pg.Client({ host, port, user: 'basalt_admin', password: PASSWORD, database: 'postgres' })
  await client.connect()
  await client.query(filler(rows))
  await client.end()
  const started: number[] = []
  for (let count = 0; count < TIMES; count++) {
    await engine.stop('yardstick')
    started.push(await timeOf(() => engine.start('yardstick')))
  }
  await engine.close()
  removeDataDir(dataDir)
  return median(started)
}
