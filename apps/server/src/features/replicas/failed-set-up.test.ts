import { rename } from 'node:fs/promises'
import path from 'node:path'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listDatabaseStates,
  rebuildReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import type { Engine, ReplicateOptions, ReplicationStep } from '@basalt/postgres-supervisor/engine.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { dataOf } from '../../test/broken-database.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

/** Called at each step of making a replica, and before it is started. */
const during = {
  step: (_step: ReplicationStep): void => undefined,
  start: async (_id: string): Promise<void> => undefined,
}
const watched = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'replicate')
        return (id: string, options: ReplicateOptions) =>
          target.replicate(id, {
            ...options,
            onStep(step) {
              options.onStep?.(step)
              during.step(step)
            },
          })
      if (name === 'start')
        return async (id: string) => {
          if (id.includes('-rr-')) await during.start(id)
          return target.start(id)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp({}, { wrapEngine: watched })
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function aFailure() {
  const { body } = await owner.call(setUpReplica, {
    params: { ref },
    body: { read_replica_region: fixture.config.region },
  })
  const state = await waitFor(async () =>
    (await owner.call(listDatabaseStates, { params: { ref } })).body.find(
      ({ identifier, status }) => identifier === body.identifier && status === 'INIT_READ_REPLICA_FAILED',
    ),
  )
  return { identifier: body.identifier, ...state.replicaInitializationStatus! }
}

test('a primary that ends while its data is copied fails the download', async () => {
  const { pid } = (await readPostmasterPid(dataOf(fixture, ref)))!
  during.step = (step) => {
    if (step === 'initiated') process.kill(pid, 'SIGKILL')
  }
  expect(await aFailure()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Failed to (initiate replica|download backup): /),
    log: [],
  })
  during.step = () => undefined
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})

test('a replica that does not start says what its own log ends with, which is kept when its data is removed', async () => {
  during.start = async (id) => {
    const log = path.join(dataOf(fixture, id), 'pg_wal')
    await rename(log, `${log}.away`)
  }
  const { identifier, ...failed } = await aFailure()
  expect(failed).toMatchObject({ error: expect.stringMatching(/^Failed to replay WAL archives: /) })
  expect(failed.log).toContainEqual({
    time: expect.any(String),
    severity: 'FATAL',
    message: expect.stringContaining('pg_wal'),
  })
  expect(failed.log.map(({ time }) => time)).toEqual(failed.log.map(({ time }) => time).toSorted())
  await waitFor(async () => !(await fixture.engine.exists(identifier)))

  during.start = async () => undefined
  await owner.call(rebuildReplica, { params: { ref, identifier } })
  const state = await waitFor(async () =>
    (await owner.call(listDatabaseStates, { params: { ref } })).body.find(
      (one) => one.identifier === identifier && one.status === 'ACTIVE_HEALTHY',
    ),
  )
  expect(state.replicaInitializationStatus).toMatchObject({ error: null, log: [] })
  expect(
    (await owner.call(runQuery, { params: { ref }, body: { query: 'select 1 as n', database: identifier } }))
      .body,
  ).toEqual([{ n: 1 }])
})
