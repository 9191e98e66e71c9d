import { randomBytes } from 'node:crypto'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { startPgBouncer } from './pgbouncer.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { type ProxyProcess, startProxy, type Target } from './proxy.ts'
import { median, report } from './report.ts'
import { startServer } from './server.ts'
import { PREPARE, type Protocol, protocols, wireClient } from './wire-client.ts'

const SUPERUSER = 'bench'
const PORTS = { first: 57_000, last: 57_999 }
const CLIENTS = [1, 8, 20, 32, 100]
/** The first round is warm-up and not counted. `short` does one fifth of the work, for a quick look. */
const EFFORTS = { full: { rounds: 5, queries: 4_000 }, short: { rounds: 3, queries: 1_000 } }
/** Enough connections for everything that is compared. */
const SETTINGS = { max_connections: '300' }
/** Statements of each protocol before measuring, so that rarely used code is compiled. */
const WARM_UP = { clients: 20, queries: 10_000 }
const IDLE_CLIENTS = 2_000
const LOGINS = 30
/** Pool size of the gateway (see `gateway-process.ts`) and of PgBouncer. */
const POOL_SIZE = 20
/** The number of connections that a project accepts besides those of the poolers. */
const DIRECT_MAX = 8
const PASSWORD = 'k7Rw2pXq-MzTd9'

type Effort = (typeof EFFORTS)[keyof typeof EFFORTS]

interface Route {
  name: string
  target: Target
  proxy?: ProxyProcess
  /** Every session behind it has the statement, because its clients cannot prepare one: PgBouncer before 1.21. */
  isPrepared?: boolean
}

const DIRECT = 'straight to the server'
const GATEWAY = 'through the gateway'
const PGBOUNCER = 'through PgBouncer'

/**
 * The time per statement through the gateway, through PgBouncer and directly, alternating within one run; every reply is
 * checked. `npm run bench -- gateway` takes about ten minutes, `-- gateway short` about three.
 */
export async function benchGateway(effortName = 'full') {
  const effort = EFFORTS[effortName === 'short' ? 'short' : 'full']
  await alone(effort)
  await besideTheDashboard(effort)
}

async function alone(effort: Effort) {
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
  // The gateway connects by the socket, as in the product.
  const gateway = await startProxy('gateway-process.ts', { ...direct, host: socket ?? direct.host })
  const other = await startPgBouncer(direct, { poolSize: POOL_SIZE, firstQuery: PREPARE })
  const through = { ...direct, port: gateway.port }
  const routes: Route[] = [
    { name: DIRECT, target: direct },
    { name: GATEWAY, target: through, proxy: gateway },
    ...(other ? [{ name: PGBOUNCER, target: { ...direct, port: other.port }, isPrepared: true }] : []),
  ]
  try {
    // First, before the process has grown by anything else.
    await measureIdleClients(gateway, through)
    await warmUp(routes)
    for (const protocol of protocols)
      for (const clients of CLIENTS) await compare({ routes, protocol, clients, effort })
    await compareLogins(routes, effort)
  } finally {
    await gateway.stop()
    await other?.stop()
    await engine.close()
    removeDataDir(dataDir)
  }
}

/** Measures the whole product while its dashboard API is under constant load. */
async function besideTheDashboard(effort: Effort) {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const direct: Target = { host, port, user, database, password: PASSWORD }
  const poolers: { pool_mode: string; db_port: number; db_user: string }[] = await server.json(
    'GET',
    `/platform/projects/${ref}/config/supavisor`,
  )
  const { db_port, db_user } = poolers.find(({ pool_mode }) => pool_mode === 'transaction')!
  const other = await startPgBouncer(direct, { poolSize: POOL_SIZE, firstQuery: PREPARE })
  const routes: Route[] = [
    { name: DIRECT, target: direct },
    { name: GATEWAY, target: { ...direct, host: '127.0.0.1', port: db_port, user: db_user } },
    ...(other
      ? [{ name: PGBOUNCER, target: { ...direct, host: '127.0.0.1', port: other.port }, isPrepared: true }]
      : []),
  ]
  await warmUp(routes)
  let isOver = false
  let requests = 0
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await server.exchange('POST', `/platform/pg-meta/${ref}/query`, {
        query: 'select count(*) from pg_class',
      })
      await server.exchange('GET', `/platform/projects/${ref}`)
      requests += 2
    }
  })
  try {
    for (const protocol of protocols)
      for (const clients of CLIENTS)
        await compare({
          routes: clients > DIRECT_MAX ? routes.filter(({ name }) => name !== DIRECT) : routes,
          protocol,
          clients,
          effort,
          beside: ' beside the dashboard',
        })
    if (requests === 0) throw new Error('No request reached the dashboard')
  } finally {
    isOver = true
    await Promise.all(load)
    await other?.stop()
    await server.stop()
    removeDataDir(dataDir)
  }
}

async function warmUp(routes: readonly Route[]) {
  for (const route of routes.filter(({ name }) => name !== DIRECT))
    for (const protocol of protocols) {
      const opened = await openClients(route, protocol, WARM_UP.clients)
      await timeOf(opened, WARM_UP.queries, 0)
      await Promise.all(opened.map((client) => client.close()))
    }
}

const openClients = (route: Route, protocol: Protocol, clients: number) =>
  Promise.all(Array.from({ length: clients }, () => wireClient(route.target, protocol, route)))

interface Comparison {
  routes: readonly Route[]
  protocol: Protocol
  clients: number
  effort: Effort
  beside?: string
}

/** Alternates between all routes several times, because the load on the machine varies. */
async function compare({ routes, protocol, clients, effort, beside = '' }: Comparison) {
  const runs = await Promise.all(
    routes.map(async (route) => ({
      ...route,
      opened: await openClients(route, protocol, clients),
      times: [] as number[],
      cpus: [] as number[],
    })),
  )
  for (let round = 0; round <= effort.rounds; round += 1)
    for (const { opened, times, cpus, proxy } of runs) {
      const before = await proxy?.cpuMicroseconds()
      const ms = await timeOf(opened, effort.queries, round)
      const after = await proxy?.cpuMicroseconds()
      if (round === 0) continue
      times.push(ms)
      if (before !== undefined && after !== undefined) cpus.push((after - before) / effort.queries)
    }
  for (const { opened } of runs) await Promise.all(opened.map((client) => client.close()))
  const runOf = (name: string) => runs.find((run) => run.name === name)
  const what = `${protocol} protocol, ${clients} clients${beside}`
  const direct = runOf(DIRECT)
  for (const { name, times, cpus } of runs) {
    if (name === DIRECT) continue
    report({
      bench: `${what} ${name}`,
      unit: 'ms',
      value: median(times),
      ...(direct && { yardstick: { what: DIRECT, value: median(direct.times) } }),
      target: 'to compare with',
    })
    if (cpus.length > 0)
      report({
        bench: `${what} ${name}: its CPU time for each statement`,
        unit: 'µs',
        value: median(cpus),
        target: 'to compare with',
      })
  }
  const other = runOf(PGBOUNCER)
  if (other)
    report({
      bench: `${what}: the gateway against PgBouncer`,
      unit: 'ms',
      value: median(runOf(GATEWAY)!.times),
      yardstick: { what: PGBOUNCER, value: median(other.times) },
      target: '≤ 1.05×',
    })
}

type Client = Awaited<ReturnType<typeof wireClient>>

/** The time for a number of statements divided among clients; each requests a value that is unique in this round. */
async function timeOf(clients: readonly Client[], queries: number, round: number) {
  const from = performance.now()
  await Promise.all(
    clients.map(async (client, number) => {
      for (let count = 0; count < queries / clients.length; count += 1)
        await client.request(`${round}-${number}-${count}`)
    }),
  )
  return performance.now() - from
}

/** Logs in one after another, with and without TLS; the server itself offers none here. */
async function compareLogins(routes: readonly Route[], { rounds }: Effort) {
  const cases = routes.flatMap((route) =>
    (route.name === DIRECT ? [false] : [false, true]).map((isEncrypted) => ({
      route,
      isEncrypted,
      times: [] as number[],
    })),
  )
  for (let round = 0; round <= rounds; round += 1)
    for (const { route, isEncrypted, times } of cases) {
      const from = performance.now()
      for (let count = 0; count < LOGINS; count += 1) {
        const client = new pg.Client({ ...route.target, ssl: isEncrypted && { rejectUnauthorized: false } })
        await client.connect()
        await client.end()
      }
      if (round > 0) times.push((performance.now() - from) / LOGINS)
    }
  const direct = median(cases.find(({ route }) => route.name === DIRECT)!.times)
  for (const { route, isEncrypted, times } of cases)
    if (route.name !== DIRECT)
      report({
        bench: `a login ${route.name}${isEncrypted ? ' with TLS' : ''}`,
        unit: 'ms',
        value: median(times),
        yardstick: { what: `${DIRECT}, without TLS`, value: direct },
        target: 'to compare with',
      })
}

async function measureIdleClients(gateway: ProxyProcess, through: Target) {
  const before = gateway.residentMegabytes()
  const clients: Client[] = []
  while (clients.length < IDLE_CLIENTS)
    clients.push(...(await Promise.all(Array.from({ length: 50 }, () => wireClient(through, 'simple')))))
  report({
    bench: `${IDLE_CLIENTS} idle clients`,
    unit: 'MB',
    value: gateway.residentMegabytes() - before,
    target: '≤ 120 MB more',
  })
  // They must have left before the next measurement.
  await Promise.all(clients.map((client) => client.close()))
}
