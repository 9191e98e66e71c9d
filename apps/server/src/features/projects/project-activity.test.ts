import { listProjectActivity } from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp({}, { now: () => NOW })
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const call = (ref: string, minutesAgo: number, left_out = 0) =>
  fixture.logs.store.add(ref, 'requests', {
    timestamp: NOW.getTime() - minutesAgo * 60_000,
    event_message: 'GET /rest/v1/x 200',
    method: 'GET',
    path: '/rest/v1/x',
    status: 200,
    ...(left_out > 0 && { left_out }),
  })

test('calls of the last day are counted by hour, including those that the log left out', async () => {
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  const { ref: quiet } = await aProject(owner, organization, { name: 'Quiet' })
  call(ref, 5)
  call(ref, 10, 7)
  call(ref, 61)
  call(ref, 23 * 60 + 59)
  call(ref, 24 * 60 + 1)
  await fixture.metadata
    .insertInto('usage_days')
    .values({
      organization_id: organization.id,
      day: '2026-03-09',
      project_ref: ref,
      metric: 'DATABASE_SIZE',
      samples: 2,
      total: 3000,
      peak: 2000,
    })
    .execute()
  const { slug } = organization
  const { body } = await owner.call(listProjectActivity, { params: { slug } })
  const busy = body.find((row) => row.ref === ref)!
  expect(busy.requests).toHaveLength(24)
  expect([busy.requests.at(-1), busy.requests.at(-2), busy.requests[0]]).toEqual([9, 1, 1])
  expect(busy.requests.reduce((sum, one) => sum + one)).toBe(11)
  expect(busy).toMatchObject({
    database_bytes: 1500,
    branches: 1,
    last_request_at: new Date(NOW.getTime() - 5 * 60_000).toISOString(),
  })
  // One more call is counted at once.
  call(ref, 6)
  const again = await owner.call(listProjectActivity, { params: { slug } })
  expect(again.body.find((row) => row.ref === ref)!.requests.at(-1)).toBe(10)
  expect(body.find((row) => row.ref === quiet)).toMatchObject({ database_bytes: null, last_request_at: null })
})

test('members of single projects see only those', async () => {
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  await aProject(owner, organization, { name: 'Hidden' })
  const guest = await aMember(fixture, owner, organization.slug, {
    projects: [{ ref, role_id: 'read_only' }],
  })
  const { body } = await guest.call(listProjectActivity, { params: { slug: organization.slug } })
  expect(body.map((row) => row.ref)).toEqual([ref])
})
