import { listTableSizes, readMetrics } from '@basalt/contract/metrics/metrics.endpoints.ts'
import type { MetricId } from '@basalt/contract/metrics/metrics.rules.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { restartProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { getSleepSettings, putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, reaches, signUp } from '../../test/people.ts'

let api: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  api = await openDataApi('create table notes (id int primary key, line text)')
  params = { ref: api.ref }
})
afterAll(() => api[Symbol.asyncDispose]())

const measure = () => api.metrics.sampling.sampleNow(api.ref)
const read = async (...metrics: MetricId[]) => {
  const answer = await api.owner.call(readMetrics, { params, query: { metrics: metrics.join(',') } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const last = (values: readonly (number | null)[]) => values.findLast((value) => value !== null)

test('connections, transactions, writes and sizes of a database are measured', async () => {
  await measure()
  await using held = await api
    .connect()
    .then((client) => ({ client, [Symbol.asyncDispose]: () => client.end() }))
  await held.client.query('begin')
  // PostgreSQL counts what a session has written when its transaction, or the session itself, ends.
  await api.sql(`insert into notes select n, repeat('x', 100) from generate_series(1, 5000) n`)
  await measure()
  const { series } = await read(
    'connections',
    'connections_idle_in_transaction',
    'wal_bytes',
    'commits',
    'cache_hit_rate',
    'database_bytes',
  )
  const [connections, idle, wal, commits, hits, bytes] = series.map(({ values }) => last(values))
  expect(connections).toBeGreaterThanOrEqual(1)
  expect(idle).toBe(1)
  expect(wal).toBeGreaterThan(1000)
  expect(commits).toBeGreaterThan(0)
  expect(hits).toBeGreaterThan(0.5)
  expect(bytes).toBeGreaterThan(5_000_000)
})

test('tables are listed by size, with what they have grown', async () => {
  await api.sql(
    `create table large as select n, repeat('y', 500) as line from generate_series(1, 4000) n; analyze large`,
  )
  await measure()
  await api.sql(`insert into large select n, repeat('y', 500) from generate_series(1, 4000) n`)
  await measure()
  const { body } = await api.owner.call(listTableSizes, { params, query: {} })
  expect(body[0]).toMatchObject({ schema: 'public', name: 'large', index_bytes: 0 })
  expect(body[0]!.table_bytes).toBeGreaterThan(4_000_000)
  expect(body[0]!.grown_bytes).toBeGreaterThan(1_500_000)
})

test('requests are counted by outcome and service, with zero where there was none', async () => {
  await api.send('/notes?select=id&limit=1')
  await api.send('/nothing-here')
  await waitFor(async () => {
    const { series } = await read('api_succeeded', 'api_refused', 'auth_succeeded', 'api_p95_ms')
    const [succeeded, refused, auth, slow] = series.map(({ values }) => values)
    return (
      succeeded!.includes(1) &&
      refused!.includes(1) &&
      auth!.every((value) => value === 0) &&
      last(slow!)! > 0
    )
  })
})

test('steps follow each other from a multiple of their width, as many as the range has', async () => {
  const from = '2026-01-01T00:00:30.000Z'
  const query = { metrics: 'connections', from, to: new Date().toISOString() }
  const { body } = await api.owner.call(readMetrics, { params, query })
  expect(Date.parse(body.from) % body.step_ms).toBe(0)
  expect(body.series[0]!.values).toHaveLength((Date.parse(body.to) - Date.parse(body.from)) / body.step_ms)
})

test.each([
  ['no metric', {}],
  ['an unknown one', { metrics: 'happiness' }],
  ['an empty range', { metrics: 'commits', from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
])('a request with %s is refused', async (_case, query) => {
  expect(await api.owner.call(readMetrics, { params, query: query as never })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('members who may only read see reports, strangers find no project', async () => {
  const [organization] = (await api.owner.call(listOrganizations)).body
  const reader = await aMember(api, api.owner, organization!.slug, { role_id: 'read_only' })
  const stranger = await signUp(api)
  for (const endpoint of [readMetrics, listTableSizes] as const) {
    const query = endpoint === readMetrics ? { metrics: 'commits' } : {}
    expect((await reader.call(endpoint, { params, query: query as never })).status).toBe(200)
    expect((await stranger.call(endpoint, { params, query: query as never })).status).toBe(404)
  }
})

test('whatever looks at a database regularly does so in one session, which a restart replaces', async () => {
  const sessions = async () => {
    const rows = await api.sql(
      `select pid from pg_stat_activity where usename = 'basalt_admin' and datname = 'postgres' and backend_type = 'client backend'`,
    )
    return rows.map(({ pid }) => pid as number)
  }
  const one = () =>
    waitFor(async () => {
      await measure()
      const pids = await sessions()
      return pids.length === 1 && pids[0]
    })
  const pid = await one()
  await measure()
  await api.idle.checkAll()
  expect(await one()).toBe(pid)
  await api.owner.call(restartProject, { params })
  await reaches(api.owner, api.ref, 'ACTIVE_HEALTHY')
  expect(await one()).not.toBe(pid)
})

test('a sleeping project is neither measured nor woken, and measuring keeps no project awake', async () => {
  await waitFor(async () => {
    await measure()
    return (await api.owner.call(putToSleep, { params })).body.asleep_since !== null
  })
  const asleep = (await api.owner.call(putToSleep, { params })).body
  await measure()
  expect((await api.owner.call(getSleepSettings, { params })).body.asleep_since).toBe(asleep.asleep_since)
})
