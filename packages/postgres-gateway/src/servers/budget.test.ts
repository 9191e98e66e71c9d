import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { expect, test } from 'vitest'
import { defaultLimits } from '../gateway.ts'
import { GatewayCore } from '../gateway-core.ts'
import type { GatewayLimits } from '../gateway-options.ts'
import type { PoolMode, Route } from '../resolver.ts'
import { ModelDatabase } from '../simulation/model-session.ts'
import { SimulatedClient } from '../simulation/simulated-client.ts'
import { SimulatedPostgres } from '../simulation/simulated-postgres.ts'
import { World } from '../simulation/world.ts'

const LINE = { maxDelayMs: 0, maxPieceBytes: 0, highWaterBytes: 16_384 }
/** The model accepts 60 connections, so four are left for pools. */
const LEAVES_FOUR = 56

/** A gateway in front of a model of PostgreSQL, in virtual time. */
function stage(limits: Partial<GatewayLimits> = {}) {
  const world = new World(1)
  const postgres = new SimulatedPostgres(world, new ModelDatabase(), {
    line: LINE,
    maxConnections: 60,
    maxStartMs: 0,
  })
  const all = { ...defaultLimits, queueTimeoutMs: 60_000, ...limits }
  const core = new GatewayCore({ limits: all, clock: world, network: postgres, log: () => undefined })
  const sweep = () => {
    core.sweep()
    world.after(all.sweepEveryMs, sweep)
  }
  world.after(all.sweepEveryMs, sweep)
  let names = 0
  return {
    world,
    postgres,
    core,
    /** Logs in as a role and sends statements one by one, each after `pauseMs`. */
    client(
      role: string,
      statements: string[],
      options: Partial<Route> & { mode?: PoolMode; pauseMs?: number } = {},
    ) {
      const { mode = 'transaction', pauseMs = 0, ...route } = options
      const client = new SimulatedClient(
        world,
        {
          name: `n${names++}`,
          settings: new Map(),
          batches: statements.map((sql) => ({
            bytes: clientMessages.query(sql),
            waits: true,
            afterMs: pauseMs,
          })),
          exit: 'stay',
          readsBeforeExit: true,
        },
        { line: LINE, expectedReady: statements.map((_, index) => index + 1) },
      )
      void client.enter(core, mode, {
        group: 'one',
        role,
        database: 'd',
        verifier: undefined,
        password: '',
        maxClients: 100,
        poolSize: 10,
        reservedConnections: LEAVES_FOUR,
        endpoint: async () => ({ host: 'model', port: 0 }),
        ...route,
      })
      return client
    },
    run: (ms: number) => world.run(world.now() + ms),
    pool: (role: string) => core.statistics().pools.find((pool) => pool.role === role)!,
    countOf: (role: string) =>
      [...postgres.backends.values()].filter((backend) => backend.role === role).length,
  }
}

const busyFor = (ms: number) => [`select pg_sleep(${ms})`]

test('idle connections of one login are closed for a waiting one, but no more than it needs', async () => {
  const { client, run, pool, countOf, postgres } = stage()
  for (let count = 0; count < 4; count += 1) client('first', busyFor(100))
  await run(500)
  expect(countOf('first')).toBe(4)
  const late = client('second', ['select 1'])
  await run(100)
  expect(late.ready).toBe(1)
  expect([countOf('first'), countOf('second'), postgres.peak]).toEqual([3, 1, 4])
  expect(pool('first').totals.closed.gave_way).toBe(1)
})

test('a login that keeps every connection busy yields another login its share', async () => {
  const { client, run, countOf, postgres } = stage()
  const greedy = Array.from({ length: 12 }, () =>
    client(
      'greedy',
      Array.from({ length: 500 }, () => 'select pg_sleep(20)'),
    ),
  )
  await run(1000)
  expect(countOf('greedy')).toBe(4)
  const modest = Array.from({ length: 6 }, () =>
    client(
      'modest',
      Array.from({ length: 20 }, () => 'select pg_sleep(20)'),
    ),
  )
  await run(300)
  expect([countOf('greedy'), countOf('modest')]).toEqual([2, 2])
  await run(5000)
  for (const { ready } of modest) expect(ready).toBe(20)
  for (const { ready } of greedy) expect(ready).toBeGreaterThan(50)
  expect(postgres.peak).toBe(4)
})

test('with more logins than connections, every login gets its turn', async () => {
  const { client, run, postgres } = stage()
  const clients = Array.from({ length: 9 }, (_, role) =>
    client(
      `role${role}`,
      Array.from({ length: 10 }, () => 'select pg_sleep(20)'),
    ),
  )
  await run(20_000)
  for (const { ready } of clients) expect(ready).toBe(10)
  expect(postgres.peak).toBeLessThanOrEqual(4)
})

test('a pool that reserves less for others has more room, such as one for direct clients', async () => {
  const { client, run, countOf } = stage()
  for (let count = 0; count < 6; count += 1) client('pooled', busyFor(10_000))
  await run(500)
  for (let count = 0; count < 6; count += 1)
    client('direct', busyFor(10_000), { mode: 'session', reservedConnections: LEAVES_FOUR - 3 })
  await run(500)
  expect([countOf('pooled'), countOf('direct')]).toEqual([4, 3])
})

test.each([
  [10_000, 9_800, 2],
  [10_000, 10_200, 0],
  [600_000, 599_800, 2],
  [600_000, 600_200, 0],
])(
  'connections that may be idle for %i ms are there after %i ms: %i',
  async (serverIdleMs, afterMs, left) => {
    const { client, run, countOf } = stage({ serverIdleMs, sweepEveryMs: 100 })
    const clients = [client('role', busyFor(50)), client('role', busyFor(50))]
    await run(51)
    expect(clients.map(({ ready }) => ready)).toEqual([1, 1])
    await run(afterMs - 1)
    expect(countOf('role')).toBe(left)
  },
)

test('a pool that shrinks closes surplus connections once they are idle, and at the next sweep', async () => {
  const { client, run, pool, countOf } = stage({ sweepEveryMs: 5_000 })
  for (let count = 0; count < 4; count += 1) client('role', busyFor(100))
  await run(200)
  expect(countOf('role')).toBe(4)
  // The newest login decides how large the pool is.
  client('role', [], { poolSize: 2 })
  await run(5_100)
  expect(countOf('role')).toBe(2)
  expect(pool('role').servers.max).toBe(2)
  expect(pool('role').totals.closed.replaced).toBe(2)
})

test('an unresponsive server holds its slot no longer than the gateway’s timeout', async () => {
  const { client, run, pool, postgres } = stage({ sweepEveryMs: 1000 })
  // The pool stays as long as a client is logged in.
  client('role', [], { poolSize: 1 })
  const stuck = client('role', ['begin', 'select 1'], { poolSize: 1, pauseMs: 100 })
  await run(150)
  postgres.isStuck = true
  stuck.vanish()
  await run(29_000)
  expect(pool('role').servers.active).toBe(1)
  postgres.isStuck = false
  await run(2_000)
  expect(pool('role').servers.active).toBe(0)
  expect(pool('role').totals.closed).toMatchObject({ timed_out: 1 })
  const next = client('role', ['select 1'], { poolSize: 1 })
  await run(1_000)
  expect(next.ready).toBe(1)
})
