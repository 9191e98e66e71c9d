import { randomBytes } from 'node:crypto'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { startPgBouncer } from './pgbouncer.ts'
import { type ProxyProcess, startProxy, type Target } from './proxy.ts'
import { median, report } from './report.ts'

const SUPERUSER = 'bench'
const PORTS = { first: 57_000, last: 57_999 }
/** Many and short, because others use the machine as well. */
const ROUNDS = 15
const QUERIES = 2_000
const MANY_CLIENTS = 100
/** For as many, twice, and for those of the gateway and of what it is compared with. */
const SETTINGS = { max_connections: '300' }
const IDLE_CLIENTS = 1_000
/** Of the gateway, see `gateway-process.ts`, and of what it is compared with. */
const POOL_SIZE = 20

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
  const inside = { ...direct, host: socket ?? direct.host }
  const gateway = await startProxy('gateway-process.ts', inside)
  const pipe = await startProxy('pipe-process.ts', inside)
  const other = await startPgBouncer(direct, { poolSize: POOL_SIZE })
  const ways: Way[] = [
    { name: YARDSTICK, target: direct },
    { name: 'through the gateway', target: { ...direct, port: gateway.port }, proxy: gateway },
    { name: 'through a pipe of Node', target: { ...direct, port: pipe.port }, proxy: pipe },
    ...(other ? [{ name: PGBOUNCER, target: { ...direct, port: other.port } }] : []),
  ]
  try {
    // First, while the process has not grown by anything else.
    await measureIdleClients(gateway, { ...direct, port: gateway.port })
    for (const clients of [1, 20, MANY_CLIENTS]) await compare('select 1', clients, ways, selectOne)
    await prepareAccounts(direct)
    // The older PgBouncers mix up named statements in transaction mode: their answers would be to something else.
    const faithful = ways.filter(({ name }) => name !== PGBOUNCER)
    await compare('a transfer in one transaction', 20, faithful, transfer)
  } finally {
    await gateway.stop()
    await pipe.stop()
    await other?.stop()
    await engine.close()
    removeDataDir(dataDir)
  }
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

interface Way {
  name: string
  target: Target
  proxy?: ProxyProcess
}

const YARDSTICK = 'straight to the server'
const PGBOUNCER = 'through PgBouncer'

/** What each way is measured for: the gateway against its target, the others to know what is possible here. */
const TARGETS: Record<string, string> = { 'through the gateway': '≤ 1.25×' }

/** All ways in turn, several times, because the machine is not always equally busy. */
async function compare(what: string, clients: number, ways: readonly Way[], work: Work) {
  const runs = await Promise.all(
    ways.map(async (way) => ({
      ...way,
      opened: await open(way.target, clients),
      times: [] as number[],
      cpus: [] as number[],
    })),
  )
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { opened, times, cpus, proxy } of runs) {
      const before = await proxy?.cpuMicroseconds()
      const ms = await timeOf(opened, work)
      const after = await proxy?.cpuMicroseconds()
      // The first round warms up.
      if (round === 0) continue
      times.push(ms)
      if (before !== undefined && after !== undefined) cpus.push((after - before) / QUERIES)
    }
  await Promise.all(runs.flatMap(({ opened }) => opened.map((client) => client.end())))
  const direct = median(runs.find(({ name }) => name === YARDSTICK)!.times)
  for (const { name, times, cpus } of runs) {
    if (name === YARDSTICK) continue
    const bench = `${what}, ${clients} clients ${name}`
    const target = TARGETS[name] ?? 'to compare with'
    report({
      bench,
      unit: 'ms',
      value: median(times),
      yardstick: { what: YARDSTICK, value: direct },
      target,
    })
    if (cpus.length > 0)
      report({
        bench: `${bench}: its processor time`,
        unit: 'µs',
        value: median(cpus),
        target: 'to compare with',
      })
  }
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

async function measureIdleClients(gateway: ProxyProcess, through: Target) {
  const before = gateway.residentMegabytes()
  const clients: pg.Client[] = []
  while (clients.length < IDLE_CLIENTS) clients.push(...(await open(through, 50)))
  report({
    bench: `${IDLE_CLIENTS} idle clients`,
    unit: 'MB',
    value: gateway.residentMegabytes() - before,
    target: '≤ 60 MB more',
  })
  await Promise.all(clients.map((client) => client.end()))
}
