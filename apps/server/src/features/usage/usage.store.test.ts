import { getProfile } from '@basalt/contract/access/access.endpoints.ts'
import { dayOf } from '@basalt/contract/usage/period.rules.ts'
import { USAGE_RETENTION_DAYS } from '@basalt/contract/usage/usage.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { anOrganization, type Person, signUp } from '../../test/people.ts'
import { usageBuffer } from './usage-buffer.ts'

const PROJECTS = 500
const period = { start: new Date('2026-03-10'), end: new Date('2026-04-10') }

let ground: TestBase & AsyncDisposable
let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  ground = await newBase()
  fixture = await openAppOn(ground)
  owner = await signUp(fixture)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

interface PlanNode extends Record<string, unknown> {
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test("one organization's days are read by index among hundreds of projects", async () => {
  const { metadata, usage } = fixture
  const [mine, other] = [await anOrganization(owner), await anOrganization(owner)]
  await sql`
    insert into usage_days (organization_id, day, project_ref, metric, samples, total, peak)
    select ${other.id}::uuid, '2026-03-01'::date + day, 'p' || project, 'EGRESS', 1, 100, 100
    from generate_series(1, ${PROJECTS}) project, generate_series(0, 60) day`.execute(metadata)
  await usage.store.add([
    { ref: 'shop', organization_slug: mine.slug, metric: 'EGRESS', day: '2026-03-12', value: 7 },
  ])
  await sql`analyze usage_days`.execute(metadata)
  const scope = { organizationId: mine.id, period }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${usage.store.byDay(scope)}`.execute(metadata)
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(nodes.map((node) => node['Index Name'])).toContain('usage_days_pkey')
  expect(await usage.store.dailyRollups(scope)).toMatchObject([{ day: '2026-03-12', total: 7, peak: 7 }])
})

test('samples of a day are stored as sum, peak and average', async () => {
  const { id, slug } = await anOrganization(owner)
  const sample = { ref: 'shop', organization_slug: slug, day: '2026-03-12' }
  const { store, service } = fixture.usage
  await store.add([
    { ...sample, metric: 'DATABASE_SIZE', value: 100 },
    { ...sample, metric: 'DATABASE_SIZE', value: 200 },
    { ...sample, metric: 'PEAK_CONNECTIONS', value: 3 },
  ])
  await store.add([
    { ...sample, metric: 'DATABASE_SIZE', value: 600 },
    { ...sample, ref: 'blog', metric: 'PEAK_CONNECTIONS', value: 5 },
    { ...sample, metric: 'DATABASE_SIZE', value: 500, day: '2026-03-13' },
    // The organization no longer exists.
    { ...sample, metric: 'EGRESS', value: 9, organization_slug: 'gone' },
  ])
  const scope = { organizationId: id, period }
  const items = await service.items('pro', scope)
  const used = Object.fromEntries(items.map(({ metric, usage }) => [metric, usage]))
  expect(used).toMatchObject({ DATABASE_SIZE: 400, PEAK_CONNECTIONS: 5, EGRESS: 0 })
  const { days, series } = await service.daily(scope)
  const sizes = series.find(({ metric }) => metric === 'DATABASE_SIZE')?.values
  expect(sizes?.slice(days.indexOf('2026-03-12'), days.indexOf('2026-03-12') + 3)).toEqual([300, 500, null])
})

test('a failed write is retried and counted once', async () => {
  const { id, slug } = await anOrganization(owner)
  const { store } = fixture.usage
  const userId = (await owner.call(getProfile)).body.id
  let isBroken = true
  const addCallers: typeof store.addCallers = (callers) =>
    isBroken ? Promise.reject(new Error('The metadata do not answer')) : store.addCallers(callers)
  const failures: unknown[] = []
  const buffer = usageBuffer({
    store: { add: store.add, addCallers },
    now: () => new Date('2026-03-12T08:00:00Z'),
    onFailed: (error) => failures.push(error),
    isPermanent: () => false,
  })
  const shop = { ref: 'shop', organization_slug: slug }
  buffer.count(shop, 'REQUESTS', 2)
  buffer.countCaller(shop, userId)
  await buffer.flush()
  expect(failures).toEqual([new Error('The metadata do not answer')])
  buffer.count(shop, 'REQUESTS', 1)
  buffer.countCaller(shop, userId)
  isBroken = false
  await buffer.flush()
  await buffer.flush()
  const scope = { organizationId: id, period }
  expect(await store.dailyRollups(scope)).toMatchObject([{ metric: 'REQUESTS', total: 3 }])
  expect(await store.callersByProject(scope)).toContainEqual({ ref: 'shop', name: null, count: 1 })
})

test('usage older than the retention period is deleted', async () => {
  const { id, slug } = await anOrganization(owner)
  const { store } = fixture.usage
  const now = new Date('2026-03-12T08:00:00Z')
  const back = (days: number) => dayOf(new Date(now.getTime() - days * 86_400_000))
  const sample = { ref: 'shop', organization_slug: slug, metric: 'EGRESS', value: 1 } as const
  await store.add([
    { ...sample, day: back(USAGE_RETENTION_DAYS) },
    { ...sample, day: back(USAGE_RETENTION_DAYS + 1) },
  ])
  await store.deleteOld(now)
  const { rows } = await sql<{ day: string }>`
    select day::text as day from usage_days where organization_id = ${id}`.execute(fixture.metadata)
  expect(rows).toEqual([{ day: back(USAGE_RETENTION_DAYS) }])
})

test('buffered usage is written when the server stops', async () => {
  await using own = await newBase()
  const first = await openAppOn(own)
  const person = await signUp(first)
  const { id, slug } = await anOrganization(person)
  const reply = { request: { raw: { socket: { bytesWritten: 0 } } }, raw: { once: () => undefined } }
  const userId = (await person.call(getProfile)).body.id
  first.usage.meterRequest({ ref: 'shop', organization_slug: slug }, userId, reply as never)
  await first[Symbol.asyncDispose]()
  await using second = await openAppOn(own)
  const today = new Date()
  const scope = {
    organizationId: id,
    period: { start: new Date(today.getTime() - 86_400_000), end: new Date(today.getTime() + 86_400_000) },
  }
  expect(await second.usage.store.dailyRollups(scope)).toMatchObject([{ metric: 'REQUESTS', total: 1 }])
})
