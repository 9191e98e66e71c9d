import { getSubscription, updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { getOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('changing the plan takes effect immediately, for the organization and its quotas', async () => {
  const { slug, created_at } = await anOrganization(owner)
  const params = { slug }
  const { body: before } = await owner.call(getSubscription, { params })
  expect(before).toMatchObject({ plan: { id: 'pro', name: 'Pro' }, usage_billing_enabled: false })
  expect(before.current_period_start.slice(0, 10)).toBe(created_at.slice(0, 10))

  expect(await owner.call(updateSubscription, { params, body: { plan: 'enterprise' } })).toEqual({
    status: 200,
    body: { ...before, plan: { id: 'enterprise', name: 'Enterprise' } },
  })
  expect((await owner.call(getOrganization, { params })).body.plan.id).toBe('enterprise')
  const { body } = await owner.call(getUsage, { params })
  expect(body.usages.every(({ unlimited, capped }) => unlimited && !capped)).toBe(true)
})

test('a developer reads the plan and cannot change it', async () => {
  const { slug } = await anOrganization(owner)
  const developer = await aMember(fixture, owner, slug)
  expect((await developer.call(getSubscription, { params: { slug } })).status).toBe(200)
  expect(
    await developer.call(updateSubscription, { params: { slug }, body: { plan: 'free' } }),
  ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test.each([{}, { plan: 'platinum' }, { plan: 'free', cost: 0 }])('the plan %j is refused', async (body) => {
  const { slug } = await anOrganization(owner)
  expect(await owner.call(updateSubscription, { params: { slug }, body })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('a plan cannot be changed when billing is disabled', async () => {
  await using closed = await openApp({ BASALT_DISABLED_FEATURES: 'billing:all' })
  const person = await signUp(closed)
  const { slug } = await anOrganization(person)
  expect(await person.call(updateSubscription, { params: { slug }, body: { plan: 'free' } })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})
