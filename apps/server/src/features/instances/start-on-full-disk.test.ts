import path from 'node:path'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import {
  getProject,
  pauseProject,
  restartProject,
  restoreProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { NO_SMALL_DISK, type SmallDisk, smallDisk } from '@basalt/testing/small-disk.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import {
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'

const WATCH_INTERVAL_MS = 100

const restore = async (owner: Person, ref: string, disk: SmallDisk) => {
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  disk.fill()
  await owner.call(restoreProject, { params: { ref } })
}

const restart = async (owner: Person, ref: string, disk: SmallDisk) => {
  disk.fill()
  await owner.call(restartProject, { params: { ref } })
}

test.for<[string, typeof restore, ProjectStatus]>([
  ['restore', restore, 'RESTORE_FAILED'],
  ['restart', restart, 'ACTIVE_UNHEALTHY'],
])(
  'a %s that a full disk prevents is reported once, and succeeds without help when there is room',
  async ([_what, begin, failed], { skip }) => {
    await using disk = await smallDisk('400m')
    if (!disk) return skip(NO_SMALL_DISK)
    await using base = await newBase()
    await using fixture = await openAppOn(
      { ...base, root: disk.path, templatesDir: path.join(disk.path, 'templates') },
      { watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS } },
    )
    const owner = await signUp(fixture)
    const { ref } = await aProject(owner, await anOrganization(owner))
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    fixture.watch.start()
    const run = async (query: string) =>
      (await owner.call(runQuery, { params: { ref }, body: { query } })).body
    await run('create table kept as select 7 as n')

    await begin(owner, ref, disk)
    await reaches(owner, ref, failed)
    const { failure } = (await owner.call(getProject, { params: { ref } })).body
    expect(failure).toBe(
      'The disk is full, so the database could not be started. Free some space: the start is tried again by itself until there is room.',
    )
    // Two more attempts fail without another notification.
    const notificationCount = async () => (await owner.call(listNotifications, { query: {} })).body.length
    const before = await notificationCount()
    await fixture.watch.checkAll()
    await fixture.watch.checkAll()
    expect(await notificationCount()).toBe(before)

    disk.makeRoom()
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    expect(await run('select n from kept')).toEqual([{ n: 7 }])
  },
)

test('the next server completes a restore that a full disk prevented', async ({ skip }) => {
  await using disk = await smallDisk('400m')
  if (!disk) return skip(NO_SMALL_DISK)
  await using base = await newBase()
  const onSmallDisk = { ...base, root: disk.path, templatesDir: path.join(disk.path, 'templates') }
  let email: string
  let ref: string
  {
    await using fixture = await openAppOn(onSmallDisk)
    const owner = await signUp(fixture)
    email = owner.email
    ref = (await aProject(owner, await anOrganization(owner))).ref
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await restore(owner, ref, disk)
    await reaches(owner, ref, 'RESTORE_FAILED')
  }
  disk.makeRoom()
  await using fixture = await openAppOn(onSmallDisk, {
    watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS },
  })
  await fixture.lifecycle.markStopped()
  await fixture.lifecycle.resume()
  fixture.watch.start()
  await reaches(await signInAs(fixture, email, PASSWORD), ref, 'ACTIVE_HEALTHY')
})
