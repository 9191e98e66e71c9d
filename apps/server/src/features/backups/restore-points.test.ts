import {
  changeBackupSettings,
  createRestorePoint,
  deleteBackup,
  listBackups,
  restoreMoment,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { endHeldTransaction, runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  closePastMoment,
  listPastMoments,
  openPastMoment,
} from '@basalt/contract/time-machine/time-machine.endpoints.ts'
import type { PastMomentChoice } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

/** Called before a blob of a backup is written. */
const store = { beforeWrite: async (): Promise<void> => undefined }

let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp(
    {},
    {
      wrapBackups: (backups) => ({
        ...backups,
        async write(key, body) {
          await store.beforeWrite()
          return backups.write(key, body)
        },
      }),
    },
  )
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
beforeEach(() => ask('drop table if exists kept; create table kept as select n from generate_series(1, 3) n'))
afterAll(() => fixture[Symbol.asyncDispose]())

const overview = async () => (await owner.call(listBackups, { params: { ref } })).body
const ask = async (query: string, of = ref) =>
  (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
const rowsOf = async (of = ref) => (await ask('select n from kept order by n', of)) as { n: number }[]

/** Runs SQL as the editor does that warned of it. */
const run = (query: string, options: object = {}) =>
  owner.call(streamQuery, { params: { ref }, body: { query, restore_point: true, ...options } })

/** The rows of a project that is made from a backup or moment, which is removed. */
async function rowsOfRestored(origin: object) {
  const { status, body } = await owner.call(restoreToNewProject, {
    params: { ref },
    body: { ...origin, name: 'As it was' },
  })
  expect(status).toBe(201)
  await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
  const rows = await rowsOf(body.ref)
  await owner.call(deleteProject, { params: { ref: body.ref } })
  return rows
}

test('without point-in-time recovery, the project is backed up before SQL that removes data, and before such a preview is committed', async () => {
  expect((await overview()).way_back).toBe('backup')
  await run('delete from kept where n = 1')
  expect(await rowsOf()).toEqual([{ n: 2 }, { n: 3 }])
  const [first, ...none] = (await overview()).backups
  expect(none).toEqual([])
  expect(first).toMatchObject({
    name: `Before SQL of ${owner.email}`.slice(0, 64),
    status: 'COMPLETED',
    is_scheduled: true,
  })

  const { body: held } = await run('begin; delete from kept where n = 2', {
    hold: true,
    restore_point: false,
  })
  const { id } = JSON.parse(String(held).split('\n')[0]!) as { id: string }
  await owner.call(endHeldTransaction, { params: { ref, id }, body: { how: 'commit', restore_point: true } })
  expect(await rowsOf()).toEqual([{ n: 3 }])
  const [second] = (await overview()).backups
  expect(second).toMatchObject({ status: 'COMPLETED', kind: 'incremental' })
  expect(await rowsOfRestored({ id: first!.id })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await rowsOfRestored({ id: second!.id })).toEqual([{ n: 2 }, { n: 3 }])
})

test('SQL that removes data does not run when the backup before it fails, and runs without one', async () => {
  store.beforeWrite = () => Promise.reject(new Error('The bucket is gone'))
  expect(await run('delete from kept')).toMatchObject({
    status: 409,
    body: {
      message:
        'Nothing was changed: the backup before it failed: The bucket is gone. Try again, or run it without a backup.',
    },
  })
  expect(await rowsOf()).toHaveLength(3)
  expect(await run('delete from kept', { restore_point: false })).toMatchObject({ status: 200 })
  expect(await rowsOf()).toEqual([])
  store.beforeWrite = async () => undefined
})

test('a database that is too large to be backed up first is not, which the overview says', async () => {
  await run('select 1')
  const [last] = (await overview()).backups
  await fixture.metadata
    .updateTable('backups')
    .set({ data_bytes: 2 ** 40 })
    .where('id', '=', last!.id)
    .execute()
  const { way_back, backups: before } = await overview()
  expect(way_back).toBe('none')
  expect(await run('delete from kept')).toMatchObject({ status: 200 })
  expect((await overview()).backups.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  await waitFor(
    async () => (await owner.call(deleteBackup, { params: { ref, id: last!.id } })).status === 200,
  )
})

test('with point-in-time recovery, a past moment is opened by time and by restore point, and a restore in place returns to one', async () => {
  await owner.call(changeBackupSettings, { params: { ref }, body: { pitr_enabled: true } })
  await waitFor(async () => (await overview()).pitr.earliest !== null)
  expect((await overview()).way_back).toBe('restore_point')
  const before = (await overview()).backups.length
  const { body: point } = await owner.call(createRestorePoint, {
    params: { ref },
    body: { name: 'Three rows' },
  })
  await run('delete from kept where n = 1')
  await run('delete from kept')
  const [beforeLast] = (await overview()).pitr.restore_points
  await waitFor(async () => (await overview()).pitr.latest! > beforeLast!.made_at)
  // No backup takes the place of the restore point.
  expect((await overview()).backups).toHaveLength(before)

  const openedRows = async (body: PastMomentChoice) => {
    const opened = await owner.call(openPastMoment, { params: { ref }, body })
    expect(opened.status).toBe(201)
    await reaches(owner, opened.body.ref, 'ACTIVE_HEALTHY')
    const rows = await rowsOf(opened.body.ref)
    await owner.call(closePastMoment, { params: { ref, past: opened.body.ref } })
    await waitFor(async () => (await owner.call(listPastMoments, { params: { ref } })).body.length === 0)
    return rows
  }
  expect(await openedRows({ restore_point: point.id })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await openedRows({ recovery_time_target: point.made_at })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await openedRows({ restore_point: beforeLast!.id })).toEqual([{ n: 2 }, { n: 3 }])

  await owner.call(restoreMoment, { params: { ref }, body: { restore_point: point.id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await rowsOf()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})
