import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { startPgBouncer } from './pgbouncer.ts'
import { median, report } from './report.ts'

const SUPERUSER = 'bench'
const PORTS = { first: 57_000, last: 57_999 }
const ROUNDS = 5
const QUERIES = 4_000
/** As many as the server takes besides those of the gateway. */
const MANY_CLIENTS = 100
const SETTINGS = { max_connections: '150' }
const IDLE_CLIENTS = 1_000
/** Of the gateway, see `gateway-process.ts`, and of what it is compared with. */
const POOL_SIZE = 20

interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** What clients cost when they go through the gateway, as its own process, instead of to the server itself. */
export async function benchGateway() {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: SUPERUSER,
    portRange: PORTS,
    settings: SETTINGS,
    log: () => {},
  })
  const password = randomBytes(18).toString('base64url')
  await engine.create('bench', { superuserPassword: password })
  const { socket, ...address } = await engine.start('bench')
  const direct = { ...address, user: SUPERUSER, password, database: 'postgres' }
  // The gateway goes in by the socket, as it does in the product.
  const { child, port } = await startGateway({ ...direct, host: socket ?? direct.host })
  const through = { ...direct, port }
  const other = await startPgBouncer(direct, { poolSize: POOL_SIZE })
  const targets: Targets = {
    'straight to the server': direct,
    'through the gateway': through,
    ...(other && { 'through PgBouncer': { ...direct, port: other.port } }),
  }
  try {
    // First, while the process has not grown by anything else.
    await measureIdleClients(child, through)
    for (const clients of [1, 20, MANY_CLIENTS]) await compare('select 1', clients, targets, selectOne)
    await prepareAccounts(direct)
    await compare('a transfer in one transaction', 20, simpleTargets(targets), transfer)
  } finally {
    child.kill()
    await once(child, 'exit')
    await other?.stop()
    await engine.close()
    removeDataDir(dataDir)
  }
}

async function startGateway(direct: Target) {
  const program = path.resolve(import.meta.dirname, 'gateway-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(direct)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, port: Number(line) }
}

type Work = (client: pg.Client, count: number) => Promise<unknown>

const selectOne: Work = (client) => client.query('select 1')

const transfer: Work = async (client, count) => {
  await client.query('begin')
  await client.query({
    name: 'take',
    text: 'update accounts set balance = balance - 1 where id = $1',
    values: [count % 1000],
  })
  await client.query({
    name: 'look',
    text: 'select balance from accounts where id = $1',
    values: [count % 1000],
  })
  await client.query('commit')
}

async function prepareAccounts(target: Target) {
  const client = new pg.Client(target)
  await client.connect()
  await client.query('create table accounts as select id, 0 as balance from generate_series(0, 999) id')
  await client.query('create unique index on accounts (id)')
  await client.end()
}

type Targets = Record<string, Target>
const YARDSTICK = 'straight to the server'

/** The older PgBouncers mix up named statements in transaction mode: their answers would be to something else. */
const simpleTargets = (targets: Targets): Targets =>
  Object.fromEntries(Object.entries(targets).filter(([way]) => way !== 'through PgBouncer'))

/** All ways in turn, several times, because the machine is not always equally busy. */
async function compare(what: string, clients: number, targets: Targets, work: Work) {
  const ways = await Promise.all(
    Object.entries(targets).map(async ([way, target]) => ({
      way,
      opened: await open(target, clients),
      times: [] as number[],
    })),
  )
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { opened, times } of ways) {
      const ms = await timeOf(opened, work)
      // The first round warms up.
      if (round > 0) times.push(ms)
    }
  await Promise.all(ways.flatMap(({ opened }) => opened.map((client) => client.end())))
  const direct = median(ways.find(({ way }) => way === YARDSTICK)!.times)
  for (const { way, times } of ways)
    if (way !== YARDSTICK)
      report({
        bench: `${what}, ${clients} clients ${way}`,
        unit: 'ms',
        value: median(times),
        yardstick: { what: YARDSTICK, value: direct },
        target: way === 'through the gateway' ? '≤ 1.25×' : 'to compare with',
      })
}

const open = (target: Target, clients: number) =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client(target)
      await client.connect()
      return client
    }),
  )

/** Of a number of steps divided among clients. */
async function timeOf(clients: pg.Client[], work: Work) {
  const from = performance.now()
  await Promise.all(
    clients.map(async (client, number) => {
      for (let count = 0; count < QUERIES / clients.length; count += 1)
        await work(client, count * clients.length + number)
    }),
  )
  return performance.now() - from
}

async function measureIdleClients(gateway: ChildProcess, through: Target) {
  const before = residentMegabytes(gateway.pid!)
  const clients: pg.Client[] = []
  while (clients.length < IDLE_CLIENTS) clients.push(...(await open(through, 50)))
  report({
    bench: `${IDLE_CLIENTS} idle clients`,
    unit: 'MB',
    value: residentMegabytes(gateway.pid!) - before,
    target: '≤ 60 MB more',
  })
  await Promise.all(clients.map((client) => client.end()))
}

/** Linux only. */
const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
