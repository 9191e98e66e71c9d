import { createBranch, listBranches, updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import {
  createMergeRequest,
  reviewMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectJob } from '../../platform/jobs/job.ts'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'
import { inLine } from '../../test/waiting-in-line.ts'

const DAY_MINUTES = 24 * 60

// The database has no other clock than the system's.
const clock = aClock(new Date())
let fixture: AppFixture
let owner: Person
let shop: string
const woken: string[] = []
beforeAll(async () => {
  const waking: ProjectJob = {
    name: 'waking',
    title: 'Wakes projects',
    forProjects: 'wake',
    run: async ({ ref }) => woken.push(ref),
  }
  fixture = await openApp({}, { now: clock.now, features: [() => ({ jobs: [waking] })] })
  owner = await signUp(fixture)
  const project = await aProject(owner, await anOrganization(owner))
  shop = project.ref
  await reaches(owner, shop, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function aSleepingBranch(branch_name: string, over: object = {}): Promise<Branch> {
  const { body } = await owner.call(createBranch, { params: { ref: shop }, body: { branch_name, ...over } })
  await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  await fallsAsleep(body.project_ref)
  return body
}
const fallsAsleep = (ref: string) =>
  waitFor(async () => (await owner.call(putToSleep, { params: { ref } })).status === 200)

const names = async () =>
  (await owner.call(listBranches, { params: { ref: shop }, query: {} })).body.map(({ name }) => name)
const expiryOf = async (name: string) =>
  (await owner.call(listBranches, { params: { ref: shop }, query: {} })).body.find(
    (one) => one.name === name,
  )!.expires_at
const announced = async () =>
  (await owner.call(listNotifications, { query: {} })).body
    .filter(({ name }) => name === 'branch_expires')
    .map(({ data }) => data.title)

test('a preview branch that nobody uses is announced and then deleted; any use keeps it', async () => {
  await aSleepingBranch('forgotten')
  await aSleepingBranch('kept for long', { persistent: true })
  await aSleepingBranch('without end', { expires_after_days: null })
  const used = await aSleepingBranch('used')

  clock.advance({ minutes: 5.9 * DAY_MINUTES })
  await fixture.branches.expireSilent()
  expect(await announced()).toEqual([])
  clock.advance({ minutes: 0.2 * DAY_MINUTES })
  await fixture.branches.expireSilent()
  await fixture.branches.expireSilent()
  expect((await announced()).sort()).toEqual([
    'The branch forgotten will be deleted',
    'The branch used will be deleted',
  ])
  // In a day: it was announced when less than a day was left.
  expect(await expiryOf('forgotten')).toBe(
    new Date(clock.now().getTime() + DAY_MINUTES * 60_000).toISOString(),
  )
  expect([await expiryOf('kept for long'), await expiryOf('without end')]).toEqual([null, null])

  await owner.call(runQuery, { params: { ref: used.project_ref }, body: { query: 'select 1' } })
  expect(await expiryOf('used')).toBeNull()
  clock.advance({ minutes: DAY_MINUTES })
  await fixture.branches.expireSilent()
  await waitFor(async () => !(await names()).includes('forgotten'))
  expect((await names()).sort()).toEqual(['kept for long', 'main', 'used', 'without end'])
})

test('a branch that is used while it is about to be deleted stays', async () => {
  const { project_ref: ref } = await aSleepingBranch('used at last', { expires_after_days: 1 })
  clock.advance({ minutes: DAY_MINUTES })
  await fixture.branches.expireSilent()
  clock.advance({ minutes: DAY_MINUTES })
  const [query] = await inLine<unknown>(
    fixture.metadata,
    (transaction) =>
      transaction.selectFrom('projects').select('status').where('ref', '=', ref).forUpdate().execute(),
    [
      () => owner.call(runQuery, { params: { ref }, body: { query: 'select 1 as one' } }),
      () => fixture.branches.expireSilent(),
    ],
  )
  expect(query).toMatchObject({ status: 200, body: [{ one: 1 }] })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})

test.each<[string, (branch: Branch) => Promise<{ status: number }>]>([
  ['made persistent', ({ id }) => owner.call(updateBranch, { params: { id }, body: { persistent: true } })],
  [
    'to be merged',
    ({ project_ref: ref }) => owner.call(createMergeRequest, { params: { ref }, body: { title: 'x' } }),
  ],
])('a branch that is %s while it is about to be deleted stays', async (what, wants) => {
  const branch = await aSleepingBranch(what, { expires_after_days: 1 })
  clock.advance({ minutes: DAY_MINUTES })
  await fixture.branches.expireSilent()
  clock.advance({ minutes: DAY_MINUTES })
  const [wanted] = await inLine<unknown>(
    fixture.metadata,
    (transaction) =>
      transaction
        .selectFrom('projects')
        .select('status')
        .where('ref', '=', branch.project_ref)
        .forUpdate()
        .execute(),
    [() => wants(branch), () => fixture.branches.expireSilent()],
  )
  expect([200, 201]).toContain((wanted as { status: number }).status)
  expect(await names()).toContain(what)
})

test('a branch whose merge request is open does not expire before that is closed', async () => {
  const { project_ref: ref } = await aSleepingBranch('reviewed', { expires_after_days: 1 })
  const { body: request } = await owner.call(createMergeRequest, { params: { ref }, body: { title: 'x' } })
  clock.advance({ minutes: 3 * DAY_MINUTES })
  await fixture.branches.expireSilent()
  expect(await announced()).not.toContain('The branch reviewed will be deleted')
  await owner.call(reviewMergeRequest, { params: { ref, id: request.id }, body: { kind: 'closed' } })
  await fixture.branches.expireSilent()
  expect(await announced()).toContain('The branch reviewed will be deleted')
})

test('a branch that is made persistent does not expire, and one that becomes a preview does', async () => {
  const change = async (id: string, persistent: boolean) =>
    (await owner.call(updateBranch, { params: { id }, body: { persistent } })).body
  const branch = await aSleepingBranch('chosen', { expires_after_days: 1 })
  await change(branch.id, true)
  const staging = await aSleepingBranch('no longer staging', { persistent: true })
  expect(await change(staging.id, false)).toMatchObject({ persistent: false, expires_after_days: 7 })
  clock.advance({ minutes: 8 * DAY_MINUTES })
  await fixture.branches.expireSilent()
  expect(await announced()).not.toContain('The branch chosen will be deleted')
  expect(await announced()).toContain('The branch no longer staging will be deleted')
})

test('jobs that wake projects leave a sleeping preview branch asleep', async () => {
  const preview = await aSleepingBranch('asleep')
  const staging = await aSleepingBranch('staging', { persistent: true })
  await runJob(fixture, 'waking')
  expect(woken).toContain(shop)
  expect(woken).toContain(staging.project_ref)
  expect(woken).not.toContain(preview.project_ref)
})
