import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  getQueryHistory,
  listQueryPerformance,
  resetQueryPerformance,
} from '@basalt/contract/query-performance/query-performance.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember } from '../../test/people.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(
    'create table visits (id int primary key, place text); insert into visits values (1)',
  )
})
afterAll(() => project[Symbol.asyncDispose]())

const START = new Date(Date.now() - 60_000).toISOString()
const place = () => ({ params: { ref: project.ref } })
const measure = () => project.metrics.sampling.sampleNow(project.ref)
const past = async (query = {}, person = project.owner) => {
  const answer = await person.call(listQueryPerformance, { ...place(), query: { from: START, ...query } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const only = async (search: string) => (await past({ search })).queries

test('what a query took between two measurements is kept, over resets of what PostgreSQL counts', async () => {
  await measure()
  for (const place of ['a', 'b', 'c']) await project.sql(`update visits set place = '${place}' where id = 1`)
  await measure()
  expect(await only('update visits')).toMatchObject([
    {
      query: 'update visits set place = $1 where id = $2',
      role: 'postgres',
      calls: 3,
      min_ms: null,
      avg_rows: 1,
    },
  ])
  await project.owner.call(resetQueryPerformance, place())
  await project.sql(`update visits set place = 'd' where id = 1`)
  await measure()
  await measure()
  const [update] = await only('update visits')
  expect(update!.calls).toBe(4)
  expect(update!.max_ms).toBeGreaterThanOrEqual(update!.mean_ms)

  const { body } = await project.owner.call(getQueryHistory, {
    params: { ...place().params, statistic: update!.id },
    query: { from: START },
  })
  expect(body).toMatchObject({ query: update!.query, role: 'postgres' })
  expect(body.calls.reduce((sum, calls) => sum + calls, 0)).toBe(4)
  expect(body.mean_ms.filter((mean) => mean !== null).length).toBeGreaterThan(0)
  expect(body.p50_ms).toBeGreaterThan(0)
  expect(body.p95_ms).toBeGreaterThanOrEqual(body.p50_ms!)
  expect(body.plans).toMatchObject([
    { text: expect.stringContaining('ModifyTable'), tables: ['public.visits'] },
  ])
  expect(body.calls).toHaveLength((Date.parse(body.to) - Date.parse(body.from)) / body.step_ms)
})

test('the source of a query is kept with its text', async () => {
  await measure()
  const body = { query: `select upper(place) from visits where place = 'run by a member'` }
  expect((await project.owner.call(runQuery, { ...place(), query: {}, body })).status).toBe(200)
  await project.sql(`select lower(place) from visits where place = 'run by an application'`)
  await measure()
  const sourcesOf = async (query: object) =>
    (await past({ search: '^select .* from visits where place', ...query })).queries.map(
      (one) => `${one.source}: ${one.query}`,
    )
  const [own, other] = [
    'dashboard: select upper(place) from visits where place = $1',
    'other: select lower(place) from visits where place = $1',
  ]
  expect((await sourcesOf({})).toSorted()).toEqual([own, other])
  expect(await sourcesOf({ source: 'dashboard' })).toEqual([own])
  expect(await sourcesOf({ source: 'other' })).toEqual([other])
})

test('what a query waits for, and who holds it up, is sampled', async () => {
  const [holder, waiter] = [await project.connect(), await project.connect()]
  await measure()
  await holder.query('begin')
  await holder.query(`update visits set place = 'held'`)
  const waiting = waiter.query('select id as awaited from visits where id = 1 for update')
  await waitFor(async () => {
    const [row] = await project.sql(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    return row.count === 1
  })
  await measure()
  await holder.query('commit')
  await waiting
  await Promise.all([holder.end(), waiter.end()])
  await measure()
  const [query] = await only('as awaited')
  const { body } = await project.owner.call(getQueryHistory, {
    params: { ...place().params, statistic: query!.id },
    query: { from: START },
  })
  expect(body.sessions).toMatchObject([{ wait_type: 'Lock', wait_event: 'transactionid', samples: 1 }])
  expect(body.blockers).toMatchObject([{ query: 'update visits set place = $1', samples: 1 }])
})

test('searches, roles, calls and pages choose among what was measured', async () => {
  await measure()
  for (const _ of Array.from({ length: 3 })) await project.sql('select place from visits')
  await project.sql('select id, pg_sleep(0.02) from visits')
  await measure()
  const slowest = (await past({ search: '^SELECT (place|id, pg_sleep)', preset: 'slowest_execution' }))
    .queries
  expect(slowest.map(({ query }) => query)).toEqual([
    'select id, pg_sleep($1) from visits',
    'select place from visits',
  ])
  expect(await only('select place.*visits$')).toMatchObject([{ calls: 3 }])
  expect((await past({ search: 'pg_sleep', min_calls: 2 })).queries).toEqual([])
  expect((await past({ search: 'visits', roles: 'anon' })).queries).toEqual([])
  const first = await past({ limit: 1, search: 'visits' })
  const second = await past({ limit: 1, search: 'visits', cursor: first.next_cursor })
  expect(second.queries[0]!.id).not.toBe(first.queries[0]!.id)
  expect((await past({ to: START, from: new Date(Date.parse(START) - 1000).toISOString() })).queries).toEqual(
    [],
  )
})

test('a search that is no regular expression, and an id that is none, are refused', async () => {
  const bad = await project.owner.call(listQueryPerformance, {
    ...place(),
    query: { from: START, search: '(' },
  })
  expect(bad).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  const params = { ...place().params, statistic: `1' or true --` }
  expect(await project.owner.call(getQueryHistory, { params, query: {} })).toMatchObject({ status: 400 })
  const unknown = { ...place().params, statistic: '7-7-t' }
  expect((await project.owner.call(getQueryHistory, { params: unknown, query: {} })).body).toMatchObject({
    sessions: [],
    applications: [],
  })
})

test('members who may only read see the history', async () => {
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  expect((await past({}, reader)).is_enabled).toBe(true)
})
