import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import {
  listPoolActivity,
  listSharedPoolers,
  updateSharedPooler,
} from '@basalt/contract/poolers/poolers.endpoints.ts'
import { createProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { call, signedIn } from '../../scripts/api-client.ts'
import { whenHealthy } from '../../scripts/demo/demo-data.ts'
import { withOwner } from '../server-process.ts'
import { type Connection, type Mode, modes, type Suite, suites } from './suites.ts'

// Runs the driver tests against a database directly and through each pool mode. Tests that pass directly must pass in
// session mode and, unless they need a session, in transaction mode. Arguments select suites by part of their name.

const PASSWORD = 'k7Rw2pXq-MzTd9'
/** The largest allowed size: the tests of lib/pq hold more connections open than a pool has by default. */
const POOL_SIZE = 40
/**
 * The number of concurrent connections of some tests: directly, no more than the poolers leave, whose connections stay
 * open between suites; in session mode each takes a slot of the pool.
 */
const CLIENTS: Record<Mode, number> = { direct: 6, session: 12, transaction: 60 }
const SUITE_LIMIT_MS = 10 * 60_000
const selected = process.argv.slice(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A test's result: undefined when it passed, otherwise the reason. */
type Outcomes = Map<string, string | undefined>

async function outcomesOf(suite: Suite, way: Connection): Promise<Outcomes> {
  const { program, args, env, cwd } = suite.command(way)
  const child = spawn(program, args, {
    ...(cwd && { cwd }),
    env: { ...process.env, SUITE_CLIENTS: String(CLIENTS[way.mode]), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SUITE_LIMIT_MS,
  })
  const outcomes: Outcomes = new Map()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)))
  const read = suite.format === 'tap' ? readTap : goReader()
  const code = Promise.withResolvers<string>()
  child.once('error', code.reject)
  child.once('close', (exit, signal) => code.resolve(signal ?? String(exit)))
  for await (const line of createInterface({ input: child.stdout })) read(line, outcomes)
  const end = await code.promise
  if (outcomes.size === 0) throw new Error(`${suite.name} ended with ${end} before its first test: ${errors}`)
  return outcomes
}

const TAP_LINE = /^(not )?ok - (.*?)(?: # (.*))?$/

function readTap(line: string, outcomes: Outcomes) {
  const [, isFailure, name, reason] = TAP_LINE.exec(line) ?? []
  if (name) outcomes.set(name, isFailure ? (reason ?? 'failed') : undefined)
}

/** Reads `go test -json`; the last lines of a failed test are its reason. Skipped tests do not count. */
function goReader() {
  const said = new Map<string, string>()
  return (line: string, outcomes: Outcomes) => {
    // The tool mixes other lines into the JSON when a package does not build.
    if (!line.startsWith('{')) throw new Error(line)
    const event: { Action?: string; Test?: string; Output?: string } = JSON.parse(line)
    const { Action, Test, Output = '' } = event
    if (!Test) return
    if (Action === 'output' && !Output.startsWith('---') && !Output.startsWith('==='))
      said.set(Test, `${said.get(Test) ?? ''} ${Output.trim()}`.slice(-300))
    if (Action === 'pass') outcomes.set(Test, undefined)
    if (Action === 'fail') outcomes.set(Test, said.get(Test) ?? 'failed')
  }
}

function isDue({ needSession = {}, needDirect = {} }: Suite, mode: Mode, name: string) {
  const needsSession = name.startsWith('[session]') || Object.hasOwn(needSession, name)
  return mode === 'direct' || !(Object.hasOwn(needDirect, name) || (mode === 'transaction' && needsSession))
}

const PLACES = 'every slot is released once the program has ended'

/**
 * Runs a suite in each mode, prints a line for each, and returns the number of tests that failed through a pooler
 * without a known reason. Whether a program released its slots is a separate test.
 */
async function compare(
  suite: Suite,
  ways: readonly Connection[],
  whenGivenBack: () => Promise<unknown>,
): Promise<number> {
  const missing = await suite.missing()
  if (missing) {
    say(`${suite.name}: skipped, ${missing}`)
    return 0
  }
  const byMode = new Map<Mode, Outcomes>()
  for (const way of ways) {
    const outcomes = await outcomesOf(suite, way)
    byMode.set(way.mode, outcomes)
    outcomes.set(PLACES, undefined)
    await whenGivenBack().catch((error: Error) => outcomes.set(PLACES, error.message))
  }
  const direct = byMode.get('direct')!
  const expected = [...direct].filter(([, reason]) => reason === undefined).map(([name]) => name)
  let lost = 0
  for (const [mode, outcomes] of byMode) {
    const due = expected.filter((name) => isDue(suite, mode, name))
    const failing = due.filter((name) => !outcomes.has(name) || outcomes.get(name) !== undefined)
    const passed = [...outcomes.values()].filter((reason) => reason === undefined).length
    say(
      JSON.stringify({
        suite: suite.name,
        mode,
        tests: outcomes.size,
        passed,
        due: due.length,
        due_passed: due.length - failing.length,
      }),
    )
    for (const name of failing) say(`  ${name}: ${outcomes.get(name) ?? 'did not run'}`)
    if (mode === 'direct')
      for (const [name, reason] of outcomes)
        if (reason !== undefined) say(`  fails directly as well: ${name}: ${reason}`)
    lost += failing.length
  }
  return lost
}

const dataDir = newDataDir()
const server = await startServer(dataDir, withOwner)
let lost = 0
try {
  const owner = await signedIn(server, withOwner.BASALT_OWNER_EMAIL, withOwner.BASALT_OWNER_PASSWORD)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Drivers' } })
  const { ref } = await call(owner, createProject, {
    body: { organization_slug: slug, name: 'Drivers', db_pass: PASSWORD },
  })
  await whenHealthy(owner, ref)
  // Required by the README of pgx.
  await call(owner, runQuery, {
    params: { ref },
    query: {},
    body: { query: 'create domain uint64 as numeric(20)' },
  })
  const [database] = await call(owner, listDatabases, { params: { ref } })
  const shared = await call(owner, listSharedPoolers, { params: { ref } })
  await call(owner, updateSharedPooler, { params: { ref }, body: { default_pool_size: POOL_SIZE } })
  const whenGivenBack = () =>
    waitFor(async () => {
      const pools = await call(owner, listPoolActivity, { params: { ref } })
      return pools.every(
        ({ clients, servers }) =>
          servers.active === 0 && clients.idle + clients.active + clients.waiting === 0,
      )
    })
  const urlOf: Record<Mode, string> = {
    direct: `postgresql://postgres:[YOUR_PASSWORD]@${database!.db_host}:${database!.db_port}/postgres`,
    session: shared.find(({ pool_mode }) => pool_mode === 'session')!.connection_string,
    transaction: shared.find(({ pool_mode }) => pool_mode === 'transaction')!.connection_string,
  }
  const ways = modes.map((mode) => ({
    mode,
    url: new URL(urlOf[mode].replace('[YOUR_PASSWORD]', encodeURIComponent(PASSWORD))),
  }))
  for (const suite of suites)
    if (selected.length === 0 || selected.some((part) => suite.name.includes(part)))
      lost += await compare(suite, ways, whenGivenBack)
} finally {
  await server.stop()
  removeDataDir(dataDir)
}
say(
  lost === 0
    ? 'The poolers pass what passes directly'
    : `${lost} tests pass directly and fail through a pooler`,
)
process.exit(lost === 0 ? 0 : 1)
