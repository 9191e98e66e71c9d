import { once } from 'node:events'
import { createServer } from 'node:net'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import { expect, onTestFinished, test } from 'vitest'
import { nextEvent, openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

/** Holds a port like another program, until it is closed. */
async function occupy(port: number) {
  const program = createServer().listen(port, '127.0.0.1')
  await once(program, 'listening')
  const close = () => new Promise((resolve) => program.close(resolve))
  onTestFinished(() => void program.close())
  return close
}

const own = portsOfWorker({ first: 21_000, last: 29_999 }, 100)
const later = { first: own.first + 50, last: own.last }

test('an instance waits for its port while another program holds it for a moment', async () => {
  const { engine } = await openEngine()
  const { port } = await startedInstance(engine, 'one')
  await engine.stop('one')
  const close = await occupy(port)
  const starting = engine.start('one')
  await nextEvent(engine, ({ state }) => state === 'starting')
  await close()
  expect((await starting).port).toBe(port)
  expect((await engine.networkAddress('one'))?.moved).toBeUndefined()
})

test('an instance whose port stays taken moves, and reports both ports and the reason', async () => {
  const { engine } = await openEngine({ timings: { portWaitMs: 50 } })
  const { port } = await startedInstance(engine, 'one')
  await engine.stop('one')
  await occupy(port)
  const running = nextEvent(engine, ({ state }) => state === 'running')
  const endpoint = await engine.start('one')
  expect(endpoint.port).not.toBe(port)
  const moved = { from: port, to: endpoint.port, reason: `another program uses ${port}` }
  expect((await running).moved).toMatchObject(moved)
  expect((await engine.networkAddress('one'))?.moved).toMatchObject(moved)
  // The new port then stays with the instance, and is no longer reported as a change.
  const again = nextEvent(engine, ({ state }) => state === 'running')
  expect((await engine.restart('one')).port).toBe(endpoint.port)
  expect((await again).moved).toBeUndefined()
})

test('an instance outside the range moves into it at its next start, and keeps its data', async () => {
  const { engine, dataDir } = await openEngine()
  const before = await startedInstance(engine, 'one')
  await query(before, 'create table kept as select 42 as answer')
  await engine.close()
  const { engine: next } = await openEngine({ dataDir, portRange: later })
  const running = nextEvent(next, ({ state }) => state === 'running')
  const after = await next.start('one')
  expect(after.port).toBeGreaterThanOrEqual(later.first)
  expect((await running).moved).toMatchObject({
    from: before.port,
    to: after.port,
    reason: `${before.port} is outside of the range ${later.first}-${later.last}`,
  })
  expect(await query(after, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('ports of stopped instances are counted and not reassigned', async () => {
  const portRange = { first: later.first, last: later.first + 1 }
  const { engine } = await openEngine({ portRange })
  expect(engine.ports()).toEqual({ total: 2, free: 2 })
  await engine.create('one', { superuserPassword: PASSWORD })
  await engine.create('two', { superuserPassword: PASSWORD })
  expect(engine.ports()).toEqual({ total: 2, free: 0 })
  await expect(engine.create('three', { superuserPassword: PASSWORD })).rejects.toMatchObject({
    code: 'no_free_port',
  })
  await engine.destroy('one')
  expect(engine.ports()).toEqual({ total: 2, free: 1 })
})
