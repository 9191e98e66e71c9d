import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { createProject, deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'
import { isNearlyFull } from './port-capacity.ts'

test.each([
  [1000, 21, false],
  [1000, 20, true],
  [50, 6, false],
  [50, 5, true],
  [2, 2, false],
  [2, 1, true],
  [1000, 0, true],
])('of %i ports with %i free, few are left: %s', (total, free, isSo) => {
  expect(isNearlyFull({ total, free })).toBe(isSo)
})

test('the owner is notified before the port range is full, and a full range is refused with a message', async () => {
  const { first } = portsOfWorker({ first: 30_000, last: 32_399 }, 300)
  await using fixture = await openApp({ BASALT_DB_PORT_RANGE: `${first}-${first + 1}` })
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const isNotified = async () =>
    JSON.stringify((await owner.call(listNotifications, { query: {} })).body).includes(
      'Few database ports are left',
    )
  const one = await aProject(owner, organization)
  await reaches(owner, one.ref, 'ACTIVE_HEALTHY')
  expect(await isNotified()).toBe(false)
  const two = await aProject(owner, organization)
  await waitFor(isNotified)
  await reaches(owner, two.ref, 'ACTIVE_HEALTHY')
  const body = { organization_slug: organization.slug, name: 'one too many' }
  expect(await owner.call(createProject, { body })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('BASALT_DB_PORT_RANGE') },
  })
  await owner.call(deleteProject, { params: { ref: one.ref } })
  await waitFor(async () => (await owner.call(createProject, { body })).status === 201)
})
