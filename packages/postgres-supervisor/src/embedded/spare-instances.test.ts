import { expect, test } from 'vitest'
import { openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

const spareOfOne = {
  source: { id: 'one', superuserPassword: PASSWORD },
  superuserPassword: PASSWORD,
  isSpare: true,
}

test('a spare copy runs, and nobody is told of it until it is claimed', async () => {
  const { engine } = await openEngine()
  const source = await startedInstance(engine, 'one')
  await query(source, 'create table kept as select 1 as n')
  const events: string[] = []
  engine.subscribe(({ id, state }) => events.push(`${id} ${state}`))
  await engine.copy('two', spareOfOne)
  const endpoint = (await engine.endpoint('two'))!
  expect(await query(endpoint, 'select n from kept')).toEqual([{ n: 1 }])
  expect(events).toEqual([])
  await engine.claim('two')
  expect(events).toEqual(['two running'])
  await engine.stop('two')
  expect(events).toEqual(['two running', 'two stopping', 'two stopped'])
  await expect(engine.claim('two')).rejects.toMatchObject({ code: 'not_ready' })
})

test('the next engine has the spare copies that were claimed, and no others', async () => {
  const { engine, dataDir } = await openEngine()
  const source = await startedInstance(engine, 'one')
  await query(source, 'create table kept as select 1 as n')
  for (const id of ['claimed', 'spare']) await engine.copy(id, spareOfOne)
  await engine.claim('claimed')
  await engine.close()
  const { engine: next } = await openEngine({ dataDir })
  expect(await query(await next.start('claimed'), 'select n from kept')).toEqual([{ n: 1 }])
  expect([await next.exists('spare'), await next.exists('claimed')]).toEqual([false, true])
})

test('a database with subscriptions has no spare copy', async () => {
  const { engine } = await openEngine()
  const source = await startedInstance(engine, 'one')
  await query(
    source,
    "create subscription follow connection 'dbname=none' publication p with (connect = false)",
  )
  await expect(engine.copy('two', spareOfOne)).rejects.toMatchObject({ code: 'not_ready' })
  expect(await engine.exists('two')).toBe(false)
})
