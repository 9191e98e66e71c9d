import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { DiskSpace, Engine } from '@basalt/postgres-supervisor/engine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

const clock = aClock(new Date('2027-03-01T12:00:00Z'))
let disk: DiskSpace = { totalBytes: 1000, freeBytes: 500 }
const wrapEngine = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'disk') return () => Promise.resolve(disk)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp({ BASALT_DEFAULT_PLAN: 'free' }, { now: clock.now, wrapEngine })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const usageNotices = async (person: Person) =>
  (await person.call(listNotifications)).body.map(({ name, data, meta }) => ({
    name,
    title: data.title,
    action: data.actions[0]?.url,
    occurrences: meta.occurrences,
  }))

const use = (ref: string, organization_slug: string, metric: MetricId, value: number) =>
  fixture.usage.store.add([
    { ref, organization_slug, metric, value, day: clock.now().toISOString().slice(0, 10) },
  ])

test('members are notified once per period when a quota is exceeded, with a link to usage', async () => {
  disk = { totalBytes: 1000, freeBytes: 500 }
  const owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  await use(ref, organization.slug, 'REQUESTS', 500_000)
  await fixture.usage.measure()
  expect(await usageNotices(owner)).toEqual([])

  await use(ref, organization.slug, 'REQUESTS', 1)
  await fixture.usage.measure()
  await fixture.usage.measure()
  const notice = {
    name: 'usage_limit_passed',
    title: 'Requests quota exceeded',
    action: '/org/[slug]/usage',
  }
  expect(await usageNotices(owner)).toEqual([{ ...notice, occurrences: 1 }])

  clock.advance({ minutes: 32 * 24 * 60 })
  await fixture.usage.measure()
  expect(await usageNotices(owner)).toEqual([{ ...notice, occurrences: 1 }])
  await use(ref, organization.slug, 'REQUESTS', 600_000)
  await fixture.usage.measure()
  expect(await usageNotices(owner)).toEqual([{ ...notice, occurrences: 2 }])
})

test('a disk that fills up is reported at each level it reaches, and again after it had space', async () => {
  const owner = await signUp(fixture)
  await aProject(owner, await anOrganization(owner))
  const measureWith = async (freeBytes: number) => {
    disk = { totalBytes: 1000, freeBytes }
    await fixture.usage.measure()
    return (await usageNotices(owner)).map(({ name, occurrences }) => [name, occurrences])
  }
  expect(await measureWith(101)).toEqual([])
  expect(await measureWith(100)).toEqual([['disk_nearly_full', 1]])
  expect(await measureWith(80)).toEqual([['disk_nearly_full', 1]])
  expect(await measureWith(40)).toEqual([['disk_nearly_full', 2]])
  expect(await measureWith(90)).toEqual([['disk_nearly_full', 2]])
  expect(await measureWith(500)).toEqual([['disk_nearly_full', 2]])
  expect(await measureWith(90)).toEqual([['disk_nearly_full', 3]])
})
