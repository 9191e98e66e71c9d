import { defaultLimits } from '../gateway.ts'
import { GatewayCore } from '../gateway-core.ts'
import type { PoolMode, Route } from '../resolver.ts'
import { watchMemory } from './memory-bound.ts'
import { ModelDatabase } from './model-session.ts'
import { oracle } from './oracle.ts'
import {
  checkClient,
  type Event,
  events,
  GROUP,
  lineOf,
  MINUTE_MS,
  probe,
  QUICK,
  REST_MS,
  type RunReport,
} from './run.ts'
import { floodScript, type Script, ScriptWriter, withCancelled, withDeallocate } from './script.ts'
import { SimulatedClient } from './simulated-client.ts'
import { type Fate, SimulatedPostgres } from './simulated-postgres.ts'
import type { Line } from './simulated-socket.ts'
import { World } from './world.ts'

/** With these events, every client must get every answer as on a direct connection. */
const UNDISTURBED: readonly Event[] = ['cancels', 'sleep', 'changes', 'flood']
const FATES: readonly Fate[] = ['is slow', 'never answers', 'breaks off', 'is refused']
const MAX_POOL_SIZE = 5
const MAX_DISCONNECTS = 3
const MAX_CONNECTIONS = 60
const SHUTDOWN_ERROR = /^E FATAL 57P01/

/** What an event may act on. */
interface Stage {
  world: World
  core: GatewayCore
  postgres: SimulatedPostgres
  clients: SimulatedClient[]
  violations: string[]
}

/** A run with an event in its middle. A seed always gives the same run. */
export async function runEventfulSeed(seed: number, only?: Event): Promise<RunReport> {
  const world = new World(seed)
  const { oneOf, below } = world.random
  const drawn = oneOf(events)
  const event = only ?? drawn
  const mode: PoolMode = world.chance(75) ? 'transaction' : 'session'
  const poolSize = 1 + below(event === 'flood' ? 2 : MAX_POOL_SIZE)
  const database = new ModelDatabase()
  const postgres = new SimulatedPostgres(world, database, {
    line: serverLineOf(world, event),
    maxConnections: MAX_CONNECTIONS,
    maxStartMs: oneOf([0, 50]),
    maxCancelMs: oneOf([20, 1_000]),
  })
  const core = new GatewayCore({
    limits: {
      ...defaultLimits,
      // Except where logins fail, no client times out, so that every answer can be compared.
      ...(event !== 'logins' && { queueTimeoutMs: 60 * MINUTE_MS, connectTimeoutMs: 10 * MINUTE_MS }),
      serverCloseMs: 10 * MINUTE_MS,
      ...(event !== 'flood' && { serverTaskMs: 10 * MINUTE_MS }),
      preparedPerServerMax: oneOf([2, 4, 200]),
      serverIdleMs: oneOf([50, 10_000]),
      serverLifetimeMs: oneOf([300, 60 * MINUTE_MS]),
      // Only a changed size makes a pool smaller.
      ...(event === 'changes' && { serverIdleMs: 10 * REST_MS, serverLifetimeMs: 10 * REST_MS }),
    },
    clock: world,
    network: postgres,
    log: () => undefined,
  })
  const scripts = Array.from({ length: 1 + below(7) }, (_, index) => scriptFor(world, event, `c${index}`))
  const expected = scripts.map((script) => oracle(script))
  const clientLine = event === 'flood' ? floodLineOf(world) : lineOf(world)
  const clients = scripts.map(
    (script, index) =>
      new SimulatedClient(world, script, { line: clientLine, expectedReady: expected[index]!.readyAfter }),
  )
  const wakeMs = oneOf([0, 100, 5_000])
  const routeOf = (size: number): Route => ({
    group: GROUP,
    role: 'role',
    database: 'database',
    verifier: undefined,
    password: '',
    poolSize: size,
    maxClients: 100,
    // The pool may have exactly the connections it needs, so that a slot lost to a failed login is noticed.
    ...(event === 'logins' && { reservedConnections: MAX_CONNECTIONS - poolSize }),
    async endpoint() {
      if (postgres.isDown) await new Promise<void>((resolve) => world.after(wakeMs, resolve))
      postgres.isDown = false
      return { host: 'simulated', port: 0 }
    },
  })
  const violations: string[] = []
  const stage: Stage = { world, core, postgres, clients, violations }
  const sizeOf = () => (event === 'changes' ? 1 + below(MAX_POOL_SIZE) : poolSize)
  // The newest login decides how large the pool is.
  let newest = poolSize
  for (const client of clients)
    world.after(below(event === 'changes' || event === 'sleep' ? 1_500 : 50), () => {
      newest = sizeOf()
      void client.enter(core, mode, routeOf(newest))
    })
  // Sweeping removes unused pools, and would hide slots they have lost.
  if (event !== 'logins') sweep(world, core)
  causeEvent[event](stage)
  if (event === 'flood') watchMemory(world, postgres, clients, violations)

  try {
    await world.run(world.now() + REST_MS)
    for (const [index, client] of clients.entries())
      violations.push(
        ...checkClient(client, expected[index]!, database, { isUndisturbed: UNDISTURBED.includes(event) }),
      )
    for (const client of clients) client.vanish()
    postgres.fate = () => 'starts'
    await world.run(world.now() + REST_MS)
    // A disconnected pool's connections may still be closing beside those of the next pool.
    const pools = event === 'disconnect' ? 1 + MAX_DISCONNECTS : 1
    const mayHave = pools * (event === 'changes' ? MAX_POOL_SIZE : poolSize)
    if (postgres.peak > mayHave) violations.push(`${postgres.peak} connections in a pool of ${mayHave}`)
    const mayStay = event === 'changes' || event === 'logins' ? newest : 0
    if (postgres.backends.size > mayStay)
      violations.push(`${postgres.backends.size} connections are left, expected ${mayStay}`)
    postgres.line = QUICK
    if (event !== 'shutdown') {
      const route = { ...routeOf(newest), times: { queueTimeoutMs: REST_MS } }
      violations.push(...(await probe(world, core, { route, mode })))
    }
  } catch (error) {
    violations.push(`the run failed: ${String((error as Error).stack)}`)
  }
  return {
    seed,
    mode,
    fault: event,
    violations,
    clients: clients.length,
    statements: expected.reduce((sum, { rowsAt }) => sum + rowsAt.length - 1, 0),
    cuts: world.cuts,
  }
}

function scriptFor(world: World, event: Event, name: string): Script {
  if (event === 'flood') return floodScript(world, name)
  const exits = UNDISTURBED.includes(event)
    ? (['terminate', 'close'] as const)
    : (['terminate', 'close', 'break'] as const)
  const script = withDeallocate(world, new ScriptWriter(world, name).write(exits, 8))
  return event === 'cancels' ? withCancelled(world, script) : script
}

/** Rarer and rarer, because nothing else happens in the last hours of a run. */
function sweep(world: World, core: GatewayCore, afterMs = defaultLimits.sweepEveryMs) {
  world.after(afterMs, () => {
    core.sweep()
    sweep(world, core, Math.min(afterMs * 1.3, 10 * MINUTE_MS))
  })
}

/** Long messages in short pieces would be too many events. */
const floodLineOf = (world: World): Line => ({
  maxDelayMs: world.random.oneOf([0, 1, 20]),
  maxPieceBytes: world.random.oneOf([0, 3_000, 20_000]),
  highWaterBytes: world.random.oneOf([1_000, 16_384]),
})
const serverLineOf = (world: World, event: Event) => (event === 'flood' ? floodLineOf(world) : lineOf(world))

const causeEvent: Record<Event, (stage: Stage) => void> = {
  /** The clients cancel endless statements, and someone guesses cancel keys. */
  cancels({ world, core, clients }) {
    for (let count = 10; count > 0; count -= 1)
      world.after(world.random.below(3_000), () => {
        const { key } = world.random.oneOf(clients)
        if (key) void core.cancel(key.pid, Buffer.alloc(key.secret.length))
      })
  },

  /** The database is stopped whenever no client needs it, and the next client wakes it. */
  sleep({ world, core, postgres, violations }) {
    const trySleep = () => {
      const before = postgres.gatewayEnds.length
      void core.release(GROUP).then((isReleased) => {
        // A client that arrived meanwhile needs it.
        if (!isReleased || postgres.gatewayEnds.length > before) return
        const open = postgres.gatewayEnds.filter(({ destroyed }) => !destroyed).length
        if (open > 0) violations.push(`${open} connections were open when the database was put to sleep`)
        postgres.isDown = true
      })
      if (world.now() < MINUTE_MS) world.after(world.random.below(400), trySleep)
    }
    world.after(0, trySleep)
  },

  shutdown({ world, core, postgres, clients, violations }) {
    const drainMs = world.random.oneOf([0, 100, 10_000])
    world.after(100 + world.random.below(1_500), () => {
      const until = world.now() + drainMs
      let isOver = false
      void core.close(drainMs).then(() => {
        isOver = true
        const open = postgres.gatewayEnds.filter(({ destroyed }) => !destroyed).length
        if (open > 0) violations.push(`${open} connections outlived the gateway`)
      })
      watchShutdownErrors(world, clients, violations, until)
      world.after(drainMs + 30 * MINUTE_MS, () => {
        if (!isOver) violations.push('the gateway did not close')
        for (const { script, isClosed, isLoggedIn } of clients)
          if (isLoggedIn && !isClosed && script.exit !== 'break')
            violations.push(`${script.name} is still connected`)
      })
    })
  },

  /** As after a changed password. */
  disconnect({ world, core }) {
    for (let count = 1 + world.random.below(MAX_DISCONNECTS); count > 0; count -= 1)
      world.after(world.random.below(1_500), () => core.disconnect(GROUP))
  },

  changes() {
    // Each login states another pool size.
  },

  /** Servers fail during login, and waiting clients must be told in time. */
  logins({ world, core, postgres, violations }) {
    const percent = world.random.oneOf([20, 60, 100])
    postgres.fate = () => (world.chance(percent) ? world.random.oneOf(FATES) : 'starts')
    world.after(world.random.below(30_000), () => (postgres.fate = () => 'starts'))
    const { queueTimeoutMs } = defaultLimits
    world.watch = () => {
      for (const { longestWaitMs } of core.statistics().pools)
        if (longestWaitMs > queueTimeoutMs + 1) violations.push(`a client waited for ${longestWaitMs} ms`)
    }
  },

  /** Clients that keep sending without reading. */
  flood({ world, clients }) {
    for (const client of clients)
      if (world.chance(50))
        world.after(world.random.below(500), () => client.pauseReading(1_000 + world.random.below(60_000)))
  },
}

/** While there is time left, no client may be disconnected in the middle of a transaction. */
function watchShutdownErrors(world: World, clients: SimulatedClient[], violations: string[], until: number) {
  const before = world.watch
  const seen = new Set<SimulatedClient>()
  world.watch = () => {
    before()
    if (world.now() >= until) return
    for (const client of clients) {
      const { received } = client
      if (seen.has(client) || !SHUTDOWN_ERROR.test(received.at(-1) ?? '')) continue
      seen.add(client)
      const last = received.findLast((message) => message.startsWith('Z '))
      if (last !== undefined && last !== 'Z I')
        violations.push(`${client.script.name} was disconnected after ${last}`)
    }
  }
}
