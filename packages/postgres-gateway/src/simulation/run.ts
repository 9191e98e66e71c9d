import { defaultLimits } from '../gateway.ts'
import { GatewayCore } from '../gateway-core.ts'
import type { GatewayLimits } from '../gateway-options.ts'
import type { PoolMode, Route } from '../resolver.ts'
import { ModelDatabase } from './model-session.ts'
import { type Expected, oracle } from './oracle.ts'
import { type Farewell, type Script, ScriptWriter } from './script.ts'
import { SimulatedClient } from './simulated-client.ts'
import { SimulatedPostgres } from './simulated-postgres.ts'
import type { Line } from './simulated-socket.ts'
import { World } from './world.ts'

/** The kinds of trouble in a run, so that a failing seed says what it was about. */
export const troubles = ['none', 'leaving', 'breaking', 'server'] as const
export type Trouble = (typeof troubles)[number]

/** What happens to the gateway and the database in the middle of a run; each run is about one of them. */
export const events = ['cancels', 'sleep', 'shutdown', 'disconnect', 'changes', 'logins', 'flood'] as const
export type Event = (typeof events)[number]

const FAREWELLS: Record<Trouble, readonly Farewell[]> = {
  none: ['terminate'],
  leaving: ['terminate', 'close'],
  breaking: ['break', 'terminate', 'stay'],
  server: ['terminate', 'close', 'break'],
}

export interface RunReport {
  seed: number
  mode: PoolMode
  trouble: Trouble | Event
  /** Rules that were broken, each in words. */
  violations: string[]
  clients: number
  statements: number
  /** How many times what was written together arrived in pieces. */
  cuts: number
}

export const QUICK: Line = { maxDelayMs: 0, maxPieceBytes: 0, highWaterBytes: 16_384 }
export const GROUP = 'simulated'
export const MINUTE_MS = 60_000
/** Longer than any wait of the gateway may take. */
export const REST_MS = 150 * MINUTE_MS

interface Setting {
  mode: PoolMode
  trouble: Trouble
  scripts: Script[]
  poolSize: number
  clientLine: Line
  serverLine: Line
  limits: GatewayLimits
}

/** One run: some clients with random scripts, in front of a pool of one to five connections. One seed is one run. */
export async function runSeed(seed: number): Promise<RunReport> {
  const world = new World(seed)
  const { oneOf, below } = world.random
  const trouble = oneOf(troubles)
  const mode: PoolMode = world.chance(75) ? 'transaction' : 'session'
  const poolSize = 1 + below(5)
  const clients = 1 + below(mode === 'session' ? poolSize + 2 : 7)
  const scripts = Array.from({ length: clients }, (_, index) =>
    new ScriptWriter(world, `c${index}`).write(FAREWELLS[trouble], 8),
  )
  return run(world, seed, {
    mode,
    trouble,
    scripts,
    poolSize,
    clientLine: lineOf(world),
    serverLine: lineOf(world),
    limits: {
      ...defaultLimits,
      // No client is refused for waiting, so that every answer can be compared.
      ...(trouble !== 'server' && { queueTimeoutMs: 60 * MINUTE_MS, connectTimeoutMs: 10 * MINUTE_MS }),
      // Slow lines must not count as a stuck server.
      serverCloseMs: 10 * MINUTE_MS,
      serverTaskMs: 10 * MINUTE_MS,
      preparedPerServerMax: oneOf([2, 4, 200]),
      serverIdleMs: oneOf([50, 10_000, 10 * MINUTE_MS]),
      serverLifetimeMs: oneOf([300, 60 * MINUTE_MS]),
    },
  })
}

export const lineOf = (world: World): Line => ({
  maxDelayMs: world.random.oneOf([0, 1, 20, 200]),
  maxPieceBytes: world.random.oneOf([0, 0, 3, 20, 300]),
  highWaterBytes: world.random.oneOf([64, 1000, 16_384]),
})

export async function run(world: World, seed: number, setting: Setting): Promise<RunReport> {
  const { mode, trouble, scripts, poolSize, limits } = setting
  const database = new ModelDatabase()
  const postgres = new SimulatedPostgres(world, database, {
    line: setting.serverLine,
    maxConnections: 60,
    maxStartMs: world.random.oneOf([0, 50]),
  })
  const core = new GatewayCore({ limits, clock: world, network: postgres, log: () => undefined })
  const route: Route = {
    group: GROUP,
    role: 'role',
    database: 'database',
    verifier: undefined,
    password: '',
    poolSize,
    maxClients: 100,
    endpoint: async () => ({ host: 'simulated', port: 0 }),
  }
  const expected = scripts.map((script) => oracle(script))
  const clients = scripts.map(
    (script, index) =>
      new SimulatedClient(world, script, {
        line: setting.clientLine,
        expectedReady: expected[index]!.readyAfter,
      }),
  )
  for (const client of clients)
    world.after(world.random.below(50), () => void client.enter(core, mode, route))
  // Sweeps become rarer, because nothing else happens in the last hours of a run.
  const sweepAfter = (ms: number) =>
    world.after(ms, () => {
      core.sweep()
      sweepAfter(Math.min(ms * 1.3, 10 * MINUTE_MS))
    })
  sweepAfter(limits.sweepEveryMs)
  if (trouble === 'server') plague(world, postgres)

  const violations: string[] = []
  try {
    await world.run(world.now() + REST_MS)
    for (const [index, client] of clients.entries())
      violations.push(
        ...judge(client, expected[index]!, database, {
          isUndisturbed: trouble === 'none' || trouble === 'leaving',
        }),
      )
    for (const client of clients) client.vanish()
    postgres.isDown = false
    await world.run(world.now() + REST_MS)
    if (postgres.peak > poolSize) violations.push(`${postgres.peak} connections of a pool of ${poolSize}`)
    postgres.line = QUICK
    violations.push(
      ...(await probe(world, core, { route: { ...route, times: { queueTimeoutMs: REST_MS } }, mode })),
    )
  } catch (error) {
    violations.push(`the run broke: ${String((error as Error).stack)}`)
  }
  return {
    seed,
    mode,
    trouble,
    violations,
    clients: clients.length,
    statements: expected.reduce((sum, { rowsAt }) => sum + rowsAt.length - 1, 0),
    cuts: world.cuts,
  }
}

/** Sessions that are killed, and a server that is away for a while. */
function plague(world: World, postgres: SimulatedPostgres) {
  const { below, oneOf } = world.random
  for (let count = below(4); count > 0; count -= 1)
    world.after(below(3000), () => {
      const pids = [...postgres.backends.keys()]
      if (pids.length > 0) postgres.kill(oneOf(pids))
    })
  if (world.chance(30)) {
    world.after(below(1000), () => (postgres.isDown = true))
    world.after(1000 + below(20_000), () => (postgres.isDown = false))
  }
}

/** Errors that only a gateway sends, or that the run's trouble causes: later answers cannot be compared. */
const GATEWAYS_OWN = /^E (?:FATAL|ERROR) (?:53300|57P01|57P03|08006|08001|25P03)/

/** A client's answers and rows, compared with the oracle's. */
export function judge(
  client: SimulatedClient,
  expected: Expected,
  database: ModelDatabase,
  { isUndisturbed }: { isUndisturbed: boolean },
): string[] {
  const { name, farewell } = client.script
  const wrong = (what: string) => `${name} (${farewell}): ${what}`
  const violations: string[] = []
  const own = client.heard.findIndex((said) => GATEWAYS_OWN.test(said))
  const heard = undescribed(own < 0 ? client.heard : client.heard.slice(0, own), expected.heard)
  const at = heard.findIndex((said, index) => !isSame(said, expected.heard[index]))
  if (at >= 0)
    violations.push(
      wrong(`answer ${at} is ${heard[at]}, and not ${expected.heard[at]} (after ${heard[at - 1]})`),
    )
  if (isUndisturbed && (own >= 0 || client.refusal !== undefined))
    violations.push(wrong(`was told ${client.heard[own] ?? client.refusal}`))
  const isComplete = isUndisturbed && (farewell === 'terminate' || client.script.readsBeforeFarewell)
  if (isComplete && client.script.readsBeforeFarewell && heard.length < expected.heard.length)
    violations.push(wrong(`heard ${heard.length} of ${expected.heard.length} answers, last ${heard.at(-1)}`))

  const rows = database.rows.filter((row) => row.startsWith(`${name}.`))
  if (new Set(rows).size < rows.length) violations.push(wrong(`a row is there twice: ${rows}`))
  if (violations.length > 0 || own >= 0) return violations
  const acknowledged = expected.rowsAt[Math.min(client.ready, expected.rowsAt.length - 1)]!
  const lost = acknowledged.filter((row) => !rows.includes(row))
  if (lost.length > 0) violations.push(wrong(`acknowledged and lost: ${lost}`))
  const all = expected.rowsAt.at(-1)!
  if (isComplete && `${rows}` !== `${all}`) violations.push(wrong(`stored ${rows}, and not ${all}`))
  const foreign = rows.filter((row) => !expected.rowsAt.some((one) => one.includes(row)))
  if (foreign.length > 0) violations.push(wrong(`stored what should not be: ${foreign}`))
  return violations
}

/** In a transaction that has failed, a statement that is not prepared there yet fails for that first: decision 020. */
const ABORTED = /^E ERROR 25P02/
/** When a client has two names for one text, an error shows the newer. */
const withoutName = (said: string) => (said.startsWith('E ERROR 42P05') ? 'E ERROR 42P05' : said)
/**
 * What was heard, with the expected answer to a Describe where the statement could not be prepared on that connection,
 * because the transaction had failed: decision 020. Of such a batch nothing else is answered.
 */
function undescribed(heard: readonly string[], expected: readonly string[]): string[] {
  const told = [...heard]
  for (let at = 0; at < told.length; at += 1) {
    if (!ABORTED.test(told[at]!) || expected[at]?.startsWith('t ') !== true || told[at + 1] !== 'Z E')
      continue
    const end = expected.findIndex((said, index) => index > at && said.startsWith('Z '))
    told.splice(at, 1, ...expected.slice(at, end))
  }
  return told
}
const isSame = (said: string, expected: string | undefined) =>
  (expected !== undefined && withoutName(said) === withoutName(expected)) ||
  (expected !== undefined && said.startsWith('E ERROR') && (ABORTED.test(said) || ABORTED.test(expected)))

/** Checks that the pool is intact afterwards: every connection can be had at once, and none holds state of a client. */
export async function probe(
  world: World,
  core: GatewayCore,
  { route, mode }: { route: Route; mode: PoolMode },
): Promise<string[]> {
  const violations: string[] = []
  const { clients, pools } = core.statistics()
  if (clients > 0) violations.push(`${clients} clients are still counted`)
  for (const { servers } of pools)
    if (servers.active > 0) violations.push(`${servers.active} places are not given back`)
  const probes = Array.from({ length: route.poolSize }, (_, index) => {
    const script = probeScript(`p${index}`)
    return {
      script,
      client: new SimulatedClient(world, script, { line: QUICK, expectedReady: oracle(script).readyAfter }),
    }
  })
  for (const { client } of probes) void client.enter(core, mode, route)
  await world.run(world.now() + REST_MS)
  for (const { client, script } of probes) {
    const expected = oracle(script).heard
    if (`${client.heard}` !== `${expected}`)
      violations.push(`a probe was told ${client.refusal ?? client.heard}, and not ${expected}`)
    client.vanish()
  }
  return violations
}

function probeScript(name: string): Script {
  const batches = [
    'begin',
    'show work_mem',
    'show application_name',
    'show lock_timeout',
    `select mine('${name}.')`,
  ].map((sql) => ({ bytes: queryOf(sql), waits: true, afterMs: 0 }))
  return { name, settings: new Map(), batches, farewell: 'stay', readsBeforeFarewell: true }
}

const queryOf = (sql: string) => {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 0])
  head.writeUInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
