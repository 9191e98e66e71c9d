import {
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listDatabaseStates, setUpReplica } from '@basalt/contract/replicas/replicas.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let ref: string
let replica: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask('create table kept as select 1 as n')
  const { body } = await owner.call(setUpReplica, {
    params: { ref },
    body: { read_replica_region: fixture.config.region },
  })
  replica = body.identifier
  await waitFor(async () => (await stateOfReplica())?.status === 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = (query: string, database = ref) =>
  owner.call(runQuery, { params: { ref }, body: { query, database } })

const statesOf = async () => (await owner.call(listDatabaseStates, { params: { ref } })).body
const stateOfReplica = async () => (await statesOf()).find(({ identifier }) => identifier === replica)

const restoreIs = async (status: string) =>
  (await owner.call(listBackups, { params: { ref } })).body.restore?.status === status

const ROWS = 'select n from kept order by n'

/** Asks the replica until it answers. */
const firstAnswer = () =>
  waitFor(async () => {
    const { status, body } = await ask(ROWS, replica)
    return status === 200 ? body : undefined
  })

test('a replica of a project that is restored answers only with what was restored, and after an undone restore with what was there before', async () => {
  const { body: backup } = await owner.call(createBackup, { params: { ref }, body: {} })
  await waitFor(async () =>
    (await owner.call(listBackups, { params: { ref } })).body.backups.some(
      ({ id, status }) => id === backup.id && status === 'COMPLETED',
    ),
  )
  await ask('insert into kept values (2)')
  await waitFor(async () => ((await ask(ROWS, replica)).body as unknown[]).length === 2)

  await owner.call(restoreBackup, { params: { ref }, body: { id: backup.id } })
  await waitFor(() => restoreIs('RESTORED'))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await firstAnswer()).toEqual([{ n: 1 }])
  await ask('insert into kept values (3)')
  await waitFor(async () => ((await ask(ROWS, replica)).body as unknown[]).length === 2)

  await owner.call(decideRestore, { params: { ref }, body: { keep: 'previous' } })
  await waitFor(() => restoreIs('UNDONE'))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await firstAnswer()).toEqual([{ n: 1 }, { n: 2 }])
})

test('a replica has the region of its primary once the machine has another name', async () => {
  const [primary] = await statesOf()
  for (const table of ['replicas', 'projects'] as const)
    await fixture.metadata.updateTable(table).set({ region: 'Elsewhere' }).where('ref', '=', ref).execute()
  await fixture.prepare()
  expect((await statesOf()).map(({ region }) => region)).toEqual([primary!.region, primary!.region])
})
