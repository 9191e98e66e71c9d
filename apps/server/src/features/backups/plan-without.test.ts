import { randomUUID } from 'node:crypto'
import {
  changeBackupSettings,
  createBackup,
  listBackups,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { manualBackupsMax } from '@basalt/contract/backups/backups.rules.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listDatabaseStates, setUpReplica } from '@basalt/contract/replicas/replicas.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'

test('a project whose plan becomes Free keeps neither its log nor its replicas, and only as many backups made by hand', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const params = { ref }
  const overview = async () => (await owner.call(listBackups, { params })).body
  const states = async () => (await owner.call(listDatabaseStates, { params })).body
  const slots = async () =>
    (await owner.call(runQuery, { params, body: { query: 'select slot_name from pg_replication_slots' } }))
      .body
  await owner.call(changeBackupSettings, { params, body: { pitr_enabled: true } })
  await waitFor(async () => (await overview()).pitr.earliest !== null)
  await owner.call(setUpReplica, { params, body: { read_replica_region: fixture.config.region } })
  await waitFor(async () => (await states())[1]?.status === 'ACTIVE_HEALTHY')
  for (const job of ['database-backups-due', 'replicas-rebuild']) await runJob(fixture, job)
  expect(await slots()).toHaveLength(2)

  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'free' } })
  for (const job of ['database-backups-due', 'replicas-rebuild']) await runJob(fixture, job)
  await waitFor(async () => (await states()).length === 1)
  expect(await slots()).toEqual([])
  expect((await overview()).pitr).toMatchObject({ enabled: false, is_available: false })

  const { archive } = await fixture.metadata
    .selectFrom('backup_settings')
    .select('archive')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const byHand = () => ({ id: randomUUID(), ref, archive, name: null, is_scheduled: false })
  await fixture.metadata
    .insertInto('backups')
    .values(Array.from({ length: manualBackupsMax.free - 1 }, byHand))
    .execute()
  const created = await Promise.all([1, 2].map(() => owner.call(createBackup, { params, body: {} })))
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(created.find(({ status }) => status === 409)!.body).toMatchObject({
    message: 'A project of the Free plan keeps 5 backups made by hand. Delete one first.',
  })
})
