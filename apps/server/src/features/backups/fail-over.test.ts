import {
  changeBackupSettings,
  createBackup,
  listBackups,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listDatabaseStates,
  promoteReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { openS3BlobStore } from '@basalt/object-store/s3-blob-store.ts'
import { anS3Service } from '@basalt/testing/s3-service.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { breakDatabase } from '../../test/broken-database.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

test('after a fail-over the log is received and backups are incremental again, and moments on both sides of it are restored', async () => {
  await using service = await anS3Service()
  const bucket = openS3BlobStore(service.location)
  await using fixture = await openApp({}, { wrapBackups: () => bucket })
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const params = { ref }
  const overview = async () => (await owner.call(listBackups, { params })).body
  const ask = async (query: string, of = ref) =>
    (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
  const rowsOf = async (of: string) =>
    ((await ask('select n from kept order by n', of)) as { n: number }[]).map(({ n }) => n)
  const aBackup = async () => {
    const { body } = await owner.call(createBackup, { params, body: {} })
    return waitFor(async () =>
      (await overview()).backups.find(({ id, verified_at }) => id === body.id && verified_at !== null),
    )
  }
  /** A moment after everything so far, once it can be restored. */
  const aMoment = async () => {
    const now = async () =>
      new Date(((await ask('select clock_timestamp()::text as at')) as { at: string }[])[0]!.at).getTime()
    const moment = await now()
    await waitFor(async () => (await now()) > moment + 2)
    const text = new Date(moment + 1).toISOString()
    await waitFor(async () => (await overview()).pitr.latest! > text)
    return text
  }
  const restoredAt = async (recovery_time_target: string) => {
    const { status, body } = await owner.call(restoreToNewProject, {
      params,
      body: { recovery_time_target, name: 'As it was' },
    })
    expect(status).toBe(201)
    await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
    const rows = await rowsOf(body.ref)
    await owner.call(deleteProject, { params: { ref: body.ref } })
    return rows
  }

  await ask('create table kept as select 1 as n')
  await owner.call(changeBackupSettings, { params, body: { pitr_enabled: true } })
  await waitFor(async () => (await overview()).pitr.earliest !== null)
  const { body: replica } = await owner.call(setUpReplica, {
    params,
    body: { read_replica_region: fixture.config.region },
  })
  const states = async () => (await owner.call(listDatabaseStates, { params })).body
  await waitFor(async () => (await states())[1]?.status === 'ACTIVE_HEALTHY')
  await ask('insert into kept values (2)')
  const before = await aMoment()
  await ask('insert into kept values (3)')
  await waitFor(async () => (await states())[1]?.lag?.bytes === 0)

  await breakDatabase(fixture, ref)
  await owner.send('POST', `/platform/projects/${ref}/restart`)
  await reaches(owner, ref, 'ACTIVE_UNHEALTHY')
  await owner.call(promoteReplica, {
    params: { ref, identifier: replica.identifier },
    body: { as: 'primary', confirm: ref },
  })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await waitFor(async () => (await overview()).pitr.ranges.length === 2)
  await ask('insert into kept values (4)')
  const after = await aMoment()
  await ask('delete from kept')

  expect((await overview()).pitr).toMatchObject({ enabled: true, failure: null })
  expect(await Promise.all([restoredAt(before), restoredAt(after)])).toEqual([
    [1, 2],
    [1, 2, 3, 4],
  ])
  // The first one of the new data was made when its log began.
  expect(await aBackup()).toMatchObject({ kind: 'incremental', verification: { problems: [] } })
})
