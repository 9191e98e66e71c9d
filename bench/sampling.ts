import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { commandOf, firstRow, launchByHand } from './postgres-by-hand.ts'
import { cpuOfTree } from './process-tree.ts'
import { makeOrganization, makeProject, putToSleep } from './projects.ts'
import { report } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PROJECTS = 10
const PASSWORD = 'k7Rw2pXq-MzTd9'
/** Not one of those that the system gives to outgoing connections, or a client may reach itself. */
const FIRST_PORT_BY_HAND = 26_950
/** Everything is measured at least once in this time, also plans. Use less for a trial: `npm run bench -- sampling 2`. */
const MINUTES = 16
const MINUTE_MS = 60_000
/** Work that a start or a new project does once is finished by then. */
const SETTLING_MS = 60_000
/** What the sampler has to look at in each database. */
const TABLES = 50
const QUERIES = 200

/** Checks of the health of each database, and how many of them log in; the others use a session that is kept. */
const CHECKS_A_MINUTE = 6
const LOGINS_A_MINUTE = 2

/**
 * What measuring ten awake projects takes of a processor. The sampler cannot be switched off, so what remains is: the server
 * with ten awake databases, less the same server while they sleep, less the same databases without Basalt, in which this
 * process runs as many queries and logins as the checks of their health do. So the result has what the sampler does, in the
 * server and in the databases, the reading of their logs, the look for HTTP requests to send, and what the server does for
 * checks beyond a bare query or login.
 */
export async function benchSampling(minutes = String(MINUTES)) {
  const watchedMs = Number(minutes) * MINUTE_MS
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  const refs: string[] = []
  for (let made = 0; made < PROJECTS; made += 1) refs.push(await aBusyProject(server, slug))
  const commands = refs.map(commandOf)

  await sleep(SETTLING_MS)
  const awake = await cpuDuring(watchedMs, server.cpuOfTree)
  for (const ref of refs) await putToSleep(server, ref)
  const asleep = await cpuDuring(watchedMs, server.cpuOfTree)
  await server.stop()

  const byHand: Awaited<ReturnType<typeof launchByHand>>[] = []
  for (const [n, command] of commands.entries()) byHand.push(await launchByHand(command, loginOf(n)))
  await sleep(SETTLING_MS)
  const kept = await Promise.all(byHand.map((_, n) => aSession(loginOf(n))))
  let round = 0
  const checks = setInterval(() => {
    round += 1
    const isLogin = round % (CHECKS_A_MINUTE / LOGINS_A_MINUTE) === 0
    for (const [n, session] of kept.entries())
      void (isLogin ? firstRow(loginOf(n)) : session.query('select 1')).catch(() => undefined)
  }, MINUTE_MS / CHECKS_A_MINUTE)
  const alone = await cpuDuring(watchedMs, () => {
    const { user, system } = process.cpuUsage()
    return byHand.reduce((sum, { pid }) => sum + cpuOfTree(pid), user + system)
  })
  clearInterval(checks)
  await Promise.all(kept.map((session) => session.end()))
  await Promise.all(byHand.map(({ stop }) => stop()))

  const what = `${PROJECTS} awake, unused projects of ${TABLES} tables and ${QUERIES} queries each`
  report({
    bench: `${what}: server and databases for ${minutes} minutes, less those of the next two lines`,
    unit: '% of a core',
    value: awake - asleep - alone,
    target: '≤ 1 %',
  })
  report({
    bench: `${what}: server and databases`,
    unit: '% of a core',
    value: awake,
    yardstick: {
      what: `the same databases without Basalt, with ${CHECKS_A_MINUTE} queries and ${LOGINS_A_MINUTE} logins a minute in each`,
      value: alone,
    },
    target: 'stated',
  })
  report({
    bench: 'the same server while these projects sleep',
    unit: '% of a core',
    value: asleep,
    target: 'stated',
  })
  removeDataDir(dataDir)
}

const loginOf = (n: number) => ({
  host: '127.0.0.1',
  port: FIRST_PORT_BY_HAND + n,
  user: 'postgres',
  password: PASSWORD,
  database: 'postgres',
})

async function aSession(login: pg.ClientConfig) {
  const client = new pg.Client(login)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Processor time of some work in the background, in percent of one core. */
async function cpuDuring(ms: number, microseconds: () => number) {
  const [before, from] = [microseconds(), performance.now()]
  await sleep(ms)
  return (microseconds() - before) / ((performance.now() - from) * 10)
}

/** A project that never sleeps, with tables and counted queries. */
async function aBusyProject(server: BenchServer, slug: string) {
  const ref = await makeProject(server, slug, PASSWORD)
  await server.send('PUT', `/platform/projects/${ref}/config/sleep`, { idle_minutes: null })
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  const tables = numbers(TABLES).map(
    (n) =>
      `create table t${n} (id int primary key, n int); insert into t${n} select g, g from generate_series(1, 1000) g`,
  )
  const queries = numbers(QUERIES).map((n) => `select id as a${n} from t${n % TABLES} where n = ${n}`)
  for (const query of [tables.join(';'), ...queries]) {
    const reply = await server.send('POST', `/platform/pg-meta/${ref}/query`, { query })
    if (reply.status !== 200) throw new Error(await reply.text())
  }
  return ref
}
