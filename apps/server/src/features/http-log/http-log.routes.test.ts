import { listHttpLog } from '@basalt/contract/http-log/http-log.endpoints.ts'
import { HTTP_LOG_ROWS_MAX, httpLogRetentionDays } from '@basalt/contract/http-log/http-log.rules.ts'
import { getProject, pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { reaches, signUp } from '../../test/people.ts'
import { httpLogStore } from './http-log.store.ts'

let api: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  api = await openDataApi(
    `create table notes (id int primary key, line text); insert into notes values (1, 'one')`,
  )
  params = { ref: api.ref }
})
afterAll(() => api[Symbol.asyncDispose]())

const page = async (query: Record<string, unknown> = {}) =>
  (await api.owner.call(listHttpLog, { params, query })).body
/** A call ends with its last byte; the client may see that before we do. */
const logged = async (count: number, query: Record<string, unknown>) => {
  await waitFor(async () => (await page(query)).entries.length >= count)
  return (await page(query)).entries
}
const requests = async () => {
  const { body: project } = await api.owner.call(getProject, { params })
  const { body } = await api.owner.call(getUsage, { params: { slug: project.organization_slug } })
  return body.usages.find(({ metric }) => metric === 'REQUESTS')!.usage
}

test('each call is logged once with its outcome, and metered once when it was admitted', async () => {
  const key = api.keyOf('anon')
  await api.send('/notes?select=line&id=eq.1')
  await api.send(`/notes?apikey=${key}`)
  await api.send('/nothing-here', { key })
  await api.send('/notes', { method: 'POST', body: '{"id":1,"line":"twice"}' })
  await api.send('/notes', { key: null })
  await fetch(`${api.origin}/p/${api.ref}/storage/v1/bucket`, { headers: { apikey: key } })
  await fetch(`${api.url}/notes`, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })
  await fetch(`${api.origin}/p/nosuchprojectatallab/rest/v1/notes`, { headers: { apikey: key } })

  const entries = await logged(6, {})
  const inOrder = entries
    .map(({ method, path, status, role }) => ({ method, path, status, role }))
    .sort((one, other) => one.status - other.status || one.path.localeCompare(other.path))
  expect(inOrder).toEqual([
    { method: 'GET', path: '/rest/v1/notes?select=line&id=…', status: 200, role: 'service_role' },
    { method: 'GET', path: '/storage/v1/bucket', status: 200, role: 'anon' },
    { method: 'GET', path: '/rest/v1/notes?apikey=…', status: 400, role: 'service_role' },
    { method: 'GET', path: '/rest/v1/notes', status: 401, role: null },
    { method: 'GET', path: '/rest/v1/nothing-here', status: 404, role: 'anon' },
    { method: 'POST', path: '/rest/v1/notes', status: 409, role: 'service_role' },
  ])
  for (const entry of entries) {
    expect(Math.abs(Date.now() - Date.parse(entry.at))).toBeLessThan(600_000)
    expect(entry.duration_ms).toBeGreaterThan(0)
    expect(entry.response_bytes).toBeGreaterThan(100)
    expect(entry.left_out).toBe(0)
  }
  expect(JSON.stringify(entries)).not.toContain(key)
  expect(await requests()).toBe(5)
})

test.each([
  [{ status: '4xx' }, [400, 401, 404, 409]],
  [{ status: '404,409' }, [404, 409]],
  [{ method: 'POST' }, [409]],
  [{ role: 'anon' }, [200, 404]],
  [{ path: '/storage/' }, [200]],
  [{ path: 'select=line' }, [200]],
  [{ path: '%' }, []],
  [{ to: '2020-01-01T00:00:00Z' }, []],
  [{ from: '2020-01-01T00:00:00Z', status: '5xx' }, []],
])('the log is filtered by %j', async (query, statuses) => {
  expect((await page(query)).entries.map(({ status }) => status).sort()).toEqual(statuses)
})

test('pages follow each other without a gap', async () => {
  const all = await page()
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const next = await page({ limit: 2, ...(cursor !== null && { cursor }) })
    seen.push(...next.entries.map(({ id }) => id))
    cursor = next.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(all.entries.map(({ id }) => id))
})

test.each([{ cursor: 'nonsense' }, { status: '600' }, { method: 'get' }, { limit: 0 }, { from: 'today' }])(
  'a page of %j is refused',
  async (query) => {
    expect(await api.owner.call(listHttpLog, { params, query })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  },
)

test('a stranger cannot see the log', async () => {
  const stranger = await signUp(api)
  expect((await stranger.call(listHttpLog, { params })).status).toBe(404)
})

test('a role with invalid characters is stored as far as possible', async () => {
  expect((await api.send('/notes', { key: api.tokenFor({ role: 'odd\0\ud800role' }) })).status).toBe(400)
  const [entry] = await logged(1, { role: 'odd\ufffdrole' })
  expect(entry).toMatchObject({ status: 400 })
})

test('a call that is refused because the project is paused is logged and not metered', async () => {
  const before = await requests()
  await api.owner.call(pauseProject, { params })
  await reaches(api.owner, api.ref, 'INACTIVE')
  expect(await api.send('/notes')).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('paused') },
  })
  const [entry] = await logged(1, { status: '503' })
  expect(entry).toMatchObject({ path: '/rest/v1/notes', role: 'service_role' })
  expect(await requests()).toBe(before)
  await api.owner.call(restoreProject, { params })
  await reaches(api.owner, api.ref, 'ACTIVE_HEALTHY')
})

test('expired and excess entries are deleted', async () => {
  const store = httpLogStore(api.metadata)
  const { rows } = await sql<{ plan: 'free' | 'pro' | 'team' | 'enterprise' }>`
    select plan from organizations join projects on organization_id = organizations.id where ref = ${api.ref}
  `.execute(api.metadata)
  await sql`update http_log set at = at - make_interval(days => ${httpLogRetentionDays[rows[0]!.plan] + 1})
    where status = 409`.execute(api.metadata)
  const before = (await page()).entries
  await store.prune(new Date(), [])
  expect((await page()).entries).toEqual(before.filter(({ status }) => status !== 409))

  await sql`insert into http_log (project_ref, at, method, path, status, duration_ms, response_bytes, left_out)
    select ${api.ref}, now(), 'GET', '/many', 200, 1, 1, 0 from generate_series(1, ${HTTP_LOG_ROWS_MAX}::int)
  `.execute(api.metadata)
  await store.prune(new Date(), [api.ref])
  expect((await page({ status: '4xx' })).entries).toEqual([])
  expect((await page({ limit: 1 })).entries).toMatchObject([{ path: '/many' }])
})
