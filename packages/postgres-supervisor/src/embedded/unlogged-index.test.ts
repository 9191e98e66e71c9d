import { unloggedIndexBeingBuilt } from '@basalt/testing/slow-index.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '../engine.ts'
import { openEngine, PASSWORD, query, SUPERUSER, startedInstance } from './engine.fixture.ts'

async function session(endpoint: Endpoint) {
  const client = new pg.Client({ ...endpoint, user: SUPERUSER, password: PASSWORD, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a copy starts although an index of an unlogged table was being built when it began', async () => {
  const { engine } = await openEngine()
  const source = await startedInstance(engine, 'one')
  const finish = await unloggedIndexBeingBuilt(await session(source), await session(source))
  const one = { id: 'one', superuserPassword: PASSWORD }
  await waitFor(async () => (await engine.prepareCopy(one)) === 'copied')
  await finish()
  await engine.copy('two', { source: one, superuserPassword: PASSWORD })
  const copy = await engine.start('two')
  expect(await query(copy, 'select count(*)::int as n from passing')).toEqual([{ n: 0 }])
  expect(await query(copy, "select indisvalid from pg_index where indrelid = 'passing'::regclass")).toEqual([
    { indisvalid: true },
  ])
})
