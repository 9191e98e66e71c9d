import type { AddressInfo } from 'node:net'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { deleteProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { getDailyUsage, getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
let project: Project
beforeAll(async () => {
  fixture = await openApp({ BASALT_DEFAULT_PLAN: 'free' })
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  project = await aProject(owner, organization)
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const usagesOf = async (slug: string, query: Record<string, unknown> = {}) =>
  (await owner.call(getUsage, { params: { slug }, query })).body.usages
const item = (usages: readonly UsageItem[], metric: MetricId) =>
  usages.find((one) => one.metric === metric) as UsageItem

test('a new organization has used nothing of its plan', async () => {
  const { slug } = await anOrganization(owner)
  const { body } = await owner.call(getUsage, { params: { slug } })
  expect(body.usages.length).toBeGreaterThan(4)
  for (const { usage, project_allocations } of body.usages)
    expect({ usage, project_allocations }).toEqual({ usage: 0, project_allocations: [] })
  expect(item(body.usages, 'ACTIVE_CALLERS')).toMatchObject({
    capped: true,
    available_in_plan: true,
    unlimited: false,
    pricing_free_units: 10,
    cost: 0,
  })
  expect(Date.parse(body.period_end)).toBeGreaterThan(Date.now())
})

test('measures calls, egress, sizes and connections of a real project', async () => {
  const guest = await aMember(fixture, owner, organization.slug)
  const { body: token } = await owner.call(createAccessToken, { body: { name: 'meter' } })
  const { port } = fixture.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${runQuery.path.replace(':ref', project.ref)}`
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: "select repeat('x', 100000) as text" }),
  })
  expect((await reply.text()).length).toBeGreaterThan(100_000)
  await guest.call(runQuery, { params: { ref: project.ref }, body: { query: 'select 1' } })
  await guest.call(runQuery, { params: { ref: project.ref }, body: { query: 'select 2' } })
  await fixture.usage.measure()

  // A call is counted with its last byte; the client may see that before we do.
  await waitFor(async () => item(await usagesOf(organization.slug), 'EGRESS').usage > 100_000)
  const usages = await usagesOf(organization.slug)
  expect(item(usages, 'REQUESTS').usage).toBe(3)
  expect(item(usages, 'ACTIVE_CALLERS').usage).toBe(2)
  expect(item(usages, 'EGRESS').usage).toBeLessThan(110_000)
  expect(item(usages, 'DATABASE_SIZE').usage).toBeGreaterThan(5_000_000)
  expect(item(usages, 'DISK_SIZE').usage).toBeGreaterThan(item(usages, 'DATABASE_SIZE').usage)
  expect(item(usages, 'PEAK_CONNECTIONS').usage).toBeGreaterThan(0)
  for (const { metric, usage, project_allocations } of usages)
    expect(project_allocations, metric).toEqual([{ ref: project.ref, name: 'Shop', usage }])
  expect(await usagesOf(organization.slug, { project_ref: project.ref })).toEqual(usages)

  const today = new Date().toISOString().slice(0, 10)
  const { body: daily } = await owner.call(getDailyUsage, { params: { slug: organization.slug } })
  const requests = daily.series.find(({ metric }) => metric === 'REQUESTS')
  expect(requests?.values).toEqual(daily.days.map((day) => (day === today ? 3 : null)))
})

test('measuring does not wake a paused project, and the usage of a deleted project remains', async () => {
  const { slug, ...rest } = await anOrganization(owner)
  const { ref } = await aProject(owner, { slug, ...rest })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  await fixture.usage.measure()
  expect((await fixture.engine.facts(ref)).state).toBe('stopped')
  const usages = await usagesOf(slug)
  expect(item(usages, 'DISK_SIZE').usage).toBeGreaterThan(5_000_000)
  expect(item(usages, 'DATABASE_SIZE').usage).toBe(0)

  await owner.call(deleteProject, { params: { ref } })
  await waitFor(async () => (await owner.send('GET', `/platform/projects/${ref}`)).status === 404)
  expect(item(await usagesOf(slug), 'DISK_SIZE').project_allocations).toEqual([
    { ref, name: null, usage: item(usages, 'DISK_SIZE').usage },
  ])
})

test('days that were not measured are null', async () => {
  const { body } = await owner.call(getDailyUsage, {
    params: { slug: organization.slug },
    query: { start: '2026-02-27', end: '2026-03-01T12:00:00Z' },
  })
  expect(body).toMatchObject({
    period_start: '2026-02-27T00:00:00.000Z',
    period_end: '2026-03-02T00:00:00.000Z',
    days: ['2026-02-27', '2026-02-28', '2026-03-01'],
  })
  for (const { values } of body.series) expect(values).toEqual([null, null, null])
})

test('a project of another organization is not found', async () => {
  const stranger = await signUp(fixture)
  const theirs = await anOrganization(stranger)
  const reply = await stranger.call(getUsage, {
    params: { slug: theirs.slug },
    query: { project_ref: project.ref },
  })
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  [{ start: '2026-03-01' }, 'both'],
  [{ start: '2026-03-01', end: '2026-03-01' }, 'after the start'],
  [{ start: '2026-03-02', end: '2026-03-01' }, 'after the start'],
  [{ start: '2020-01-01', end: '2026-03-01' }, 'at most 366 days'],
  [{ start: '0001-01-01', end: '0001-01-02' }, 'a year from 2000'],
  [{ start: '9999-12-31T23:59:59-23:59', end: '9999-12-31' }, 'a year from 2000'],
  [{ start: '2026-02-30', end: '2026-03-01' }, 'a date such as'],
  [{ start: "'; drop", end: '2026-03-01' }, 'a date such as'],
  [{ project_ref: '../etc' }, 'Not the ref'],
])('the range %j is refused with a readable message', async (query, words) => {
  const reply = await owner.call(getUsage, { params: { slug: organization.slug }, query })
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', message: expect.stringContaining(words) },
  })
})
