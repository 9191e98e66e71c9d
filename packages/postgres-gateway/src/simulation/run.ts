import { defaultLimits } from '../gateway.ts'
import { GatewayCore } from '../gateway-core.ts'
import type { GatewayLimits } from '../gateway-options.ts'
import type { PoolMode, Route } from '../resolver.ts'
import { ModelDatabase } from './model-session.ts'
import { type Expected, oracle } from './oracle.ts'
import { type Exit, type Script, ScriptWriter } from './script.ts'
import { SimulatedClient } from './simulated-client.ts'
import { SimulatedPostgres } from './simulated-postgres.ts'
import type { Line } from './simulated-socket.ts'
import { World } from './world.ts'

/** The kinds of faults in a run, so that the report of a failing seed names its kind. */
export const faults = ['none', 'leaving', 'breaking', 'server'] as const
export type Fault = (typeof faults)[number]

/** Events of the gateway and the database in the middle of a run; each run is about one of them. */
export const events = ['cancels', 'sleep', 'shutdown', 'disconnect', 'changes', 'logins', 'flood'] as const
export type Event = (typeof events)[number]

const EXITS: Record<Fault, readonly Exit[]> = {
  none: ['terminate'],
  leaving: ['terminate', 'close'],
  breaking: ['break', 'terminate', 'stay'],
  server: ['terminate', 'close', 'break'],
}

export interface RunReport {
  seed: number
  mode: PoolMode
  fault: Fault | Event
  /** The rules that were violated, as sentences. */
  violations: string[]
  clients: number
  statements: number
  /** How many times bytes written together arrived in pieces. */
  cuts: number
}

export const QUICK: Line = { maxDelayMs: 0, maxPieceBytes: 0, highWaterBytes: 16_384 }
export const GROUP = 'simulated'
export const MINUTE_MS = 60_000
/** Longer than any timeout of the gateway. */
export const REST_MS = 150 * MINUTE_MS

interface Setting {
  mode: PoolMode
  fault: Fault
  scripts: Script[]
  poolSize: number
  clientLine: Line
  serverLine: Line
  limits: GatewayLimits
}

/** A run of some clients with random scripts in front of a pool of one to five connections. A seed repeats a run. */
export async function runSeed(seed: number): Promise<RunReport> {
  const world = new World(seed)
  const { oneOf, below } = world.random
  const fault = oneOf(faults)
  const mode: PoolMode = world.chance(75) ? 'transaction' : 'session'
  const poolSize = 1 + below(5)
  const clients = 1 + below(mode === 'session' ? poolSize + 2 : 7)
  const scripts = Array.from({ length: clients }, (_, index) =>
    new ScriptWriter(world, `c${index}`).write(EXITS[fault], 8),
  )
  return run(world, seed, {
    mode,
    fault,
    scripts,
    poolSize,
    clientLine: lineOf(world),
    serverLine: lineOf(world),
    limits: {
      ...defaultLimits,
      // No client times out, so that every answer can be compared.
      ...(fault !== 'server' && { queueTimeoutMs: 60 * MINUTE_MS, connectTimeoutMs: 10 * MINUTE_MS }),
      // A slow connection must not count as a stuck server.
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
  const { mode, fault, scripts, poolSize, limits } = setting
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
  // Less and less often, because nothing else happens in the last hours of a run.
  const sweepAfter = (ms: number) =>
    world.after(ms, () => {
      core.sweep()
      sweepAfter(Math.min(ms * 1.3, 10 * MINUTE_MS))
    })
  sweepAfter(limits.sweepEveryMs)
  if (fault === 'server') causeServerFaults(world, postgres)

  const violations: string[] = []
  try {
    await world.run(world.now() + REST_MS)
    for (const [index, client] of clients.entries())
      violations.push(
        ...checkClient(client, expected[index]!, database, {
          isUndisturbed: fault === 'none' || fault === 'leaving',
        }),
      )
    for (const client of clients) client.vanish()
    postgres.isDown = false
    await world.run(world.now() + REST_MS)
    if (postgres.peak > poolSize) violations.push(`${postgres.peak} connections in a pool of ${poolSize}`)
    postgres.line = QUICK
    violations.push(
      ...(await probe(world, core, { route: { ...route, times: { queueTimeoutMs: REST_MS } }, mode })),
    )
  } catch (error) {
    violations.push(`the run failed: ${String((error as Error).stack)}`)
  }
  return {
    seed,
    mode,
    fault,
    violations,
    clients: clients.length,
    statements: expected.reduce((sum, { rowsAt }) => sum + rowsAt.length - 1, 0),
    cuts: world.cuts,
  }
}

/** Terminates sessions, and stops the server for a while. */
function causeServerFaults(world: World, postgres: SimulatedPostgres) {
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

/** Errors that only a gateway sends, or that the run's fault causes: replies after them cannot be compared. */
const GATEWAY_ERROR = /^E (?:FATAL|ERROR) (?:53300|57P01|57P03|08006|08001|25P03)/

/** Compares a client's replies and rows with the oracle's; returns the violations. */
export function checkClient(
  client: SimulatedClient,
  expected: Expected,
  database: ModelDatabase,
  { isUndisturbed }: { isUndisturbed: boolean },
): string[] {
  const { name, exit } = client.script
  const wrong = (what: string) => `${name} (${exit}): ${what}`
  const violations: string[] = []
  const own = client.received.findIndex((message) => GATEWAY_ERROR.test(message))
  const received = undescribed(own < 0 ? client.received : client.received.slice(0, own), expected.received)
  const at = received.findIndex((message, index) => !isSame(message, expected.received[index]))
  if (at >= 0)
    violations.push(
      wrong(`reply ${at} is ${received[at]}, expected ${expected.received[at]} (after ${received[at - 1]})`),
    )
  if (isUndisturbed && (own >= 0 || client.refusal !== undefined))
    violations.push(wrong(`got ${client.received[own] ?? client.refusal}`))
  const isComplete = isUndisturbed && (exit === 'terminate' || client.script.readsBeforeExit)
  if (isComplete && client.script.readsBeforeExit && received.length < expected.received.length)
    violations.push(
      wrong(`got ${received.length} of ${expected.received.length} replies, last ${received.at(-1)}`),
    )

  const rows = database.rows.filter((row) => row.startsWith(`${name}.`))
  if (new Set(rows).size < rows.length) violations.push(wrong(`a row is stored twice: ${rows}`))
  if (violations.length > 0 || own >= 0) return violations
  const acknowledged = expected.rowsAt[Math.min(client.ready, expected.rowsAt.length - 1)]!
  const lost = acknowledged.filter((row) => !rows.includes(row))
  if (lost.length > 0) violations.push(wrong(`acknowledged and lost: ${lost}`))
  const all = expected.rowsAt.at(-1)!
  if (isComplete && `${rows}` !== `${all}`) violations.push(wrong(`stored ${rows}, expected ${all}`))
  const foreign = rows.filter((row) => !expected.rowsAt.some((one) => one.includes(row)))
  if (foreign.length > 0) violations.push(wrong(`stored what should not be: ${foreign}`))
  return violations
}

/** In a failed transaction, a statement that is not prepared there yet fails for that reason first: decision 020. */
const ABORTED = /^E ERROR 25P02/
/** When a client has two names for one text, an error contains the newer. */
const withoutName = (message: string) => (message.startsWith('E ERROR 42P05') ? 'E ERROR 42P05' : message)
/**
 * The received messages with the expected reply to a Describe wherever the statement could not be prepared because the
 * transaction had failed: decision 020. Nothing else of such a batch is answered.
 */
function undescribed(received: readonly string[], expected: readonly string[]): string[] {
  const messages = [...received]
  for (let at = 0; at < messages.length; at += 1) {
    if (!ABORTED.test(messages[at]!) || expected[at]?.startsWith('t ') !== true || messages[at + 1] !== 'Z E')
      continue
    const end = expected.findIndex((message, index) => index > at && message.startsWith('Z '))
    messages.splice(at, 1, ...expected.slice(at, end))
  }
  return messages
}
const isSame = (message: string, expected: string | undefined) =>
  expected !== undefined &&
  (withoutName(message) === withoutName(expected) ||
    (message.startsWith('E ERROR') && (ABORTED.test(message) || ABORTED.test(expected))))

/** Checks that the pool is intact afterwards: every connection is available at once, and none holds a client's state. */
export async function probe(
  world: World,
  core: GatewayCore,
  { route, mode }: { route: Route; mode: PoolMode },
): Promise<string[]> {
  const violations: string[] = []
  const { clients, pools } = core.statistics()
  if (clients > 0) violations.push(`${clients} clients are still counted`)
  for (const { servers } of pools)
    if (servers.active > 0) violations.push(`${servers.active} connections were not returned`)
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
    const expected = oracle(script).received
    if (`${client.received}` !== `${expected}`)
      violations.push(`a probe got ${client.refusal ?? client.received}, expected ${expected}`)
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
  return { name, settings: new Map(), batches, exit: 'stay', readsBeforeExit: true }
}

const queryOf = (sql: string) => {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 0])
  head.writeUInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
