import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listQueryPerformance,
  resetQueryPerformance,
} from '@basalt/contract/query-performance/query-performance.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person } from '../../test/people.ts'

let project: DataApiFixture
let reader: Person
beforeAll(async () => {
  project = await openDataApi('create table books (id int primary key, title text)')
  const [organization] = (await project.owner.call(listOrganizations)).body
  reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
})
afterAll(() => project[Symbol.asyncDispose]())

const place = () => ({ params: { ref: project.ref } })
const list = async (query = {}, person = project.owner) => {
  const answer = await person.call(listQueryPerformance, { ...place(), query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const texts = async (query = {}) => (await list(query)).queries.map((one) => one.query)

test('queries are counted with their role, times and rows, without literals', async () => {
  expect((await project.owner.call(resetQueryPerformance, place())).status).toBe(200)
  for (const title of ['one', 'two', 'three'])
    await project.sql(
      `insert into books select n, '${title}' from generate_series(1, 10) n on conflict do nothing`,
    )
  await project.sql('select pg_sleep(0.05)')
  const { queries, roles, since } = await list({ search: '^INSERT' })
  expect(queries).toMatchObject([{ role: 'postgres', calls: 3, avg_rows: expect.closeTo(10 / 3, 5) }])
  expect(queries[0]!.query).toContain('select n, $1')
  expect(queries[0]!.max_ms).toBeGreaterThanOrEqual(queries[0]!.mean_ms)
  expect(queries[0]!.min_ms).toBeLessThanOrEqual(queries[0]!.mean_ms)
  expect(roles).toContain('postgres')
  expect(roles).not.toContain('basalt_admin')
  expect(Date.parse(since!)).toBeGreaterThan(0)
})

test('presets, sorts and filters order and limit the list', async () => {
  expect((await texts({ preset: 'slowest_execution' }))[0]).toContain('pg_sleep')
  expect((await texts({ preset: 'most_frequent', search: 'books|pg_sleep' }))[0]).toContain(
    'insert into books',
  )
  expect((await texts({ sort: 'avg_rows', order: 'asc', search: 'books|pg_sleep' })).at(-1)).toContain(
    'books',
  )
  expect(await texts({ min_calls: 3, search: 'pg_sleep' })).toEqual([])
  expect(await texts({ roles: 'anon', search: 'books' })).toEqual([])
  const total = (await list({ catalog: 'true', limit: 100 })).queries
  expect(total.reduce((sum, { prop_total_time }) => sum + prop_total_time, 0)).toBeCloseTo(1, 1)
  expect(total.length).toBeGreaterThan((await list({ limit: 100 })).queries.length)
  await project.sql('select count(*) from pg_class')
  expect(await texts({ search: 'pg_class' })).toEqual([])
  expect(await texts({ search: 'pg_class', catalog: 'true' })).toContain('select count(*) from pg_class')
})

test('what the dashboard ran first is told from what applications ran', async () => {
  const body = { query: 'select title from books where id = 4 -- mine' }
  expect((await project.owner.call(runQuery, { ...place(), query: {}, body })).status).toBe(200)
  await project.sql('select title from books where id > 5')
  const [own, ...others] = (await list({ source: 'dashboard', search: 'select title from books' })).queries
  expect([own, others]).toMatchObject([
    { query: 'select title from books where id = $1', source: 'dashboard' },
    [],
  ])
  expect(await texts({ source: 'other', search: 'select title from books' })).toEqual([
    'select title from books where id > $1',
  ])
  expect(await texts({ search: 'basalt dashboard' })).toEqual([])
})

test('pages follow each other', async () => {
  const first = await list({ limit: 1, search: 'books|pg_sleep' })
  const second = await list({ limit: 1, search: 'books|pg_sleep', cursor: first.next_cursor })
  expect(first.queries[0]!.id).not.toBe(second.queries[0]!.id)
})

test('a search that is no regular expression is refused', async () => {
  const answer = await project.owner.call(listQueryPerformance, { ...place(), query: { search: '(' } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('a reset forgets what was counted; members who may only read see and do not reset', async () => {
  expect((await list({}, reader)).is_enabled).toBe(true)
  expect((await reader.call(resetQueryPerformance, place())).status).toBe(403)
  expect((await project.owner.call(resetQueryPerformance, place())).status).toBe(200)
  expect(await texts({ search: 'books' })).toEqual([])
})

test('without the extension nothing is listed and nothing can be reset', async () => {
  const dropped = { ...place(), query: {}, body: { query: 'drop extension pg_stat_statements' } }
  expect((await project.owner.call(runQuery, dropped)).status).toBe(200)
  expect(await list()).toEqual({ is_enabled: false, since: null, queries: [], roles: [], next_cursor: null })
  expect((await project.owner.call(resetQueryPerformance, place())).status).toBe(409)
})
