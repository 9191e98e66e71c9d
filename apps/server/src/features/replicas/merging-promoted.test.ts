import {
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listDatabaseStates,
  promoteReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

test('rows of a branch that was a replica are not merged, also once its source has been restored', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const ask = (query: string) => owner.call(runQuery, { params: { ref }, body: { query } })
  await ask('create table kept as select 1 as id; alter table kept add primary key (id)')
  const { id } = (await owner.call(createBackup, { params: { ref }, body: {} })).body
  const overview = async () => (await owner.call(listBackups, { params: { ref } })).body
  await waitFor(async () => (await overview()).backups.find((one) => one.id === id)?.verified_at)

  const { identifier } = (
    await owner.call(setUpReplica, {
      params: { ref },
      body: { read_replica_region: fixture.config.region },
    })
  ).body
  const stateOf = async () =>
    (await owner.call(listDatabaseStates, { params: { ref } })).body.find(
      (one) => one.identifier === identifier,
    )
  await waitFor(async () => (await stateOf())?.status === 'ACTIVE_HEALTHY')
  const { body: fork } = await owner.call(promoteReplica, {
    params: { ref, identifier },
    body: { as: 'branch', branch_name: 'fork' },
  })
  await reaches(owner, fork.project_ref, 'ACTIVE_HEALTHY')

  const params = { ref: fork.project_ref }
  const request = (await owner.call(createMergeRequest, { params, body: { title: 'Take over' } })).body
  const refusal = async () =>
    (await owner.call(getMergeChanges, { params: { ...params, id: request.id } })).body.rows_refusal
  expect(await refusal()).toMatch(/^The branch was a replica/)

  // The restore begins a timeline with the number that the promotion gave to the branch.
  await owner.call(restoreBackup, { params: { ref }, body: { id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(decideRestore, { params: { ref }, body: { keep: 'restored' } })
  await waitFor(async () => (await overview()).restore?.status === 'CONFIRMED')
  expect(await refusal()).toMatch(/^The branch was a replica/)
})
