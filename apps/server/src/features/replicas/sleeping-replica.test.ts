import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listDatabaseStates, setUpReplica } from '@basalt/contract/replicas/replicas.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openSleepingProject } from '../../test/sleeping-project.ts'

test('a replica sleeps with its primary, and a read of it wakes both', async () => {
  await using fixture = await openSleepingProject()
  const { owner, ref, engine } = fixture
  const params = { ref }
  await fixture.ask('create table kept as select 1 as n')
  const { status, body } = await owner.call(setUpReplica, {
    params,
    body: { read_replica_region: fixture.config.region },
  })
  expect(status).toBe(201)
  const { identifier } = body
  const stateOfReplica = async () =>
    (await owner.call(listDatabaseStates, { params })).body.find((state) => state.identifier === identifier)
  await waitFor(async () => (await stateOfReplica())?.status === 'ACTIVE_HEALTHY')

  await fixture.fallsAsleep()
  await waitFor(async () => (await engine.endpoint(identifier)) === undefined)
  // Looking at it wakes nothing.
  expect(await stateOfReplica()).toMatchObject({ status: 'ACTIVE_HEALTHY', lag: null })
  expect(await fixture.isAsleep()).toBe(true)

  const read = await owner.call(runQuery, {
    params,
    body: { query: 'select n from kept', database: identifier },
  })
  expect(read.body).toEqual([{ n: 1 }])
  expect(await fixture.isAsleep()).toBe(false)
  await fixture.ask('insert into kept values (2)')
  await waitFor(async () => {
    const { body: rows } = await owner.call(runQuery, {
      params,
      body: { query: 'select n from kept order by n', database: identifier },
    })
    return JSON.stringify(rows) === '[{"n":1},{"n":2}]'
  })
})
