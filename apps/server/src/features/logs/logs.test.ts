import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import type { LogScope, LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import {
  exportLogsCsv,
  exportLogsLines,
  getLogEvent,
  getLogHistogram,
  listLogEvents,
  queryLogs,
  runLogQuery,
} from '@basalt/contract/logs/logs.endpoints.ts'
import { logRetentionDays, logSourceIds, logSources } from '@basalt/contract/logs/logs.rules.ts'
import { deleteProject, getProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { createGateway } from '@basalt/postgres-gateway/gateway.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectLogsIn } from '../../data-dir.ts'
import { DATABASE_PASSWORD, type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'
import { openPoolers } from '../poolers/open-poolers.ts'
import { readOrMakeIdentity } from '../poolers/tls-identity.ts'

let api: DataApiFixture
let params: { ref: string }
const START = Date.now() - 60_000
let requestIds: Record<'read' | 'conflict', string>
beforeAll(async () => {
  api = await openDataApi(
    `create table notes (id int primary key, line text); insert into notes values (1, 'one')`,
  )
  params = { ref: api.ref }
  const read = await api.send('/notes?select=line&id=eq.1')
  const conflict = await api.send('/notes', { method: 'POST', body: '{"id":1,"line":"twice"}' })
  requestIds = { read: read.headers.get('x-request-id')!, conflict: conflict.headers.get('x-request-id')! }
  await api.send('/nothing-here', { key: api.keyOf('anon'), headers: { 'user-agent': 'Tester/1' } })
  await api.send('/notes', { key: null })
  const headers = { apikey: api.keyOf('anon') }
  await fetch(`${api.origin}/p/${api.ref}/storage/v1/object/public/pictures/a.png?token=secret`, { headers })
  await fetch(`${api.origin}/p/${api.ref}/auth/v1/settings`, { headers })
  await fetch(`${api.origin}/p/nosuchprojectatallab/rest/v1/notes`, { headers })
})
afterAll(() => api[Symbol.asyncDispose]())

const folderOf = (ref: string) => path.join(projectLogsIn(path.dirname(api.config.dataDir)), ref)
const page = async (source: LogScope, query: Record<string, unknown> = {}) =>
  (await api.owner.call(listLogEvents, { params: { ...params, source }, query })).body
/** A call ends with its last byte; the client may see that before we do. */
const events = async (source: LogSourceId, count: number, query: Record<string, unknown> = {}) => {
  await waitFor(async () => (await page(source, query)).events.length >= count)
  return (await page(source, query)).events
}

test('each request is one event of the gateway, and of the service that answers it, without secrets', async () => {
  const logged = await events('edge_logs', 6)
  expect(logged.map(({ event_message, level }) => `${level}: ${event_message}`).sort()).toEqual(
    [
      'error: GET /auth/v1/settings 500',
      'info: GET /rest/v1/notes?select=line&id=… 200',
      'warning: GET /rest/v1/notes 401',
      'warning: GET /rest/v1/nothing-here 404',
      'warning: GET /storage/v1/object/public/pictures/a.png?token=… 400',
      'warning: POST /rest/v1/notes 409',
    ].map((text) => (text.includes('/auth/') ? expect.stringContaining('GET /auth/v1/settings') : text)),
  )
  const missing = logged.find(({ fields }) => fields.status === 404)!
  expect(missing.fields).toEqual({
    method: 'GET',
    path: '/rest/v1/nothing-here',
    status: 404,
    duration_ms: expect.any(Number),
    role: 'anon',
    service: 'rest',
    response_bytes: expect.any(Number),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: '127.0.0.1',
    user_agent: 'Tester/1',
  })
  expect((await page('storage_logs')).events.map(({ fields }) => fields.bucket)).toEqual(['pictures'])
  expect((await page('auth_logs')).events.map(({ fields }) => fields.action)).toEqual(['settings'])
  expect(JSON.stringify(logged)).not.toMatch(/secret|eyJ/)
})

test.each([
  ['status:4xx -service:storage', [401, 404, 409]],
  ['status:404,409', [404, 409]],
  ['method:post', [409]],
  ['-method:GET', [409]],
  ['path:/rest/*notes', [401, 409]],
  ['"select=line"', [200]],
  ['% status:200', []],
  ['user_agent:Tester/1', [404]],
  ['-user_agent:Tester/1 service:rest', [200, 401, 409]],
  ['role:"anon" service:rest', [404]],
  ['level:warning service:rest', [401, 404, 409]],
  ['duration_ms:>=0 response_bytes:1..100000 service:rest', [200, 401, 404, 409]],
  ['left_out:>0', []],
])('requests are found by %s', async (q, statuses) => {
  const { events: found } = await page('edge_logs', { q })
  expect(found.map(({ fields }) => Number(fields.status)).sort()).toEqual(statuses)
})

test('every field of every source can be searched', async () => {
  for (const source of logSourceIds)
    for (const [name, { type }] of Object.entries(logSources[source].fields))
      expect((await page(source, { q: `${name}:${type === 'number' ? '-7' : 'no*such'}` })).events).toEqual(
        [],
      )
})

test('pages follow each other, and newer events follow an id', async () => {
  const all = (await page('edge_logs')).events
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: Awaited<ReturnType<typeof page>> = await page('edge_logs', {
      limit: 2,
      ...(cursor && { cursor }),
    })
    seen.push(...next.events.map(({ id }) => id))
    cursor = next.next_cursor
  }
  expect(seen).toEqual(all.map(({ id }) => id))
  const newest = Math.max(...all.map(({ id }) => Number(id)))
  expect((await page('edge_logs', { after: newest })).events).toEqual([])
  expect((await page('edge_logs', { after: newest - 2 })).events).toHaveLength(2)
})

test('all events of a search can be downloaded as CSV and as JSON lines', async () => {
  const found = (await page('edge_logs', { q: 'service:rest' })).events
  const download = async (endpoint: AnyEndpoint, q: string, method: 'GET' | 'HEAD' = 'GET') => {
    const url = requestUrl(endpoint, { params: { ...params, source: 'edge_logs' }, query: { q } })
    return api.app.inject({ method, url, headers: api.owner.headers })
  }
  const lines = await download(exportLogsLines, 'service:rest')
  expect(lines.headers['content-disposition']).toBe('attachment; filename="edge_logs.jsonl"')
  expect(
    lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(found.map(({ fields, ...event }) => ({ ...event, ...fields })))
  const csv = await download(exportLogsCsv, 'service:rest')
  expect(csv.body.split('\r\n')).toHaveLength(found.length + 2)
  expect((await download(exportLogsCsv, 'service:rest', 'HEAD')).body).toBe('')
  expect((await download(exportLogsCsv, 'colour:red')).statusCode).toBe(400)
})

test('all sources are searched together, and a term that a source has no field for excludes it', async () => {
  await events('postgres_logs', 1)
  const sources = async (q: string) =>
    new Set((await page('all_logs', { q, limit: 1000 })).events.map(({ source }) => source))
  expect(await sources('')).toEqual(new Set(['edge_logs', 'postgres_logs']))
  expect(await sources('status:409')).toEqual(new Set(['edge_logs']))
  expect(await sources('-status:409 level:error')).toContain('postgres_logs')
  const bySource = await Promise.all(
    (['edge_logs', 'postgres_logs', 'all_logs'] as const).map(async (source) => {
      const { body } = await api.owner.call(getLogHistogram, {
        params: { ...params, source },
        query: { to: new Date(START).toISOString() },
      })
      return body.total
    }),
  )
  expect(bySource[0]! + bySource[1]!).toBe(bySource[2])
})

test('the histogram counts the events of the search by level', async () => {
  const { body } = await api.owner.call(getLogHistogram, {
    params: { ...params, source: 'edge_logs' },
    query: { q: 'service:rest' },
  })
  expect(body).toMatchObject({ bucket_ms: 30_000, total: 4, left_out: 0 })
  const sum = (level: 'info' | 'warning' | 'error') =>
    body.buckets.reduce((total, one) => total + one[level], 0)
  expect([sum('info'), sum('warning'), sum('error')]).toEqual([1, 3, 0])
})

test('an error of the database leads to the request that caused it, and back', async () => {
  const [error] = await events('postgres_logs', 1, { q: 'sqlstate:23505' })
  expect(error).toMatchObject({
    level: 'error',
    event_message: 'duplicate key value violates unique constraint "notes_pkey"',
    fields: { severity: 'ERROR', user_name: 'authenticator', request_id: requestIds.conflict },
  })
  const detailsOf = async (source: LogSourceId, id: string) =>
    (await api.owner.call(getLogEvent, { params: { ...params, source, id } })).body
  const { event, related } = await detailsOf('postgres_logs', error!.id)
  expect(event).toEqual(error)
  const request = related.find(({ source }) => source === 'edge_logs')!
  expect(request.fields).toMatchObject({ status: 409, request_id: requestIds.conflict })
  const back = await detailsOf('edge_logs', request.id)
  expect(back.related).toContainEqual(error)
  expect(back.related.every(({ source }) => source === 'postgres_logs')).toBe(true)
  const absent = await api.owner.call(getLogEvent, { params: { ...params, source: 'edge_logs', id: '5' } })
  expect(absent).toMatchObject({ status: 404 })
})

test('logins at the poolers are events, also those that are refused', async () => {
  await using closing = new AsyncDisposableStack()
  const gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(path.dirname(api.config.dataDir), 'keys')),
    resolve: api.poolers.resolve,
    onLogin: api.poolers.onLogin,
    log: () => undefined,
    run: createGateway,
  })
  closing.defer(() => gateway.close({ drainMs: 0 }))
  await api.poolers.attach(gateway)
  const login = async (user: string, password: string) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: gateway.ports.transaction!,
      user,
      password,
      database: 'postgres',
    })
    client.on('error', () => undefined)
    await client.connect().catch(() => undefined)
    await client.end()
  }
  await login(`postgres.${api.ref}`, DATABASE_PASSWORD)
  await login(`postgres.${api.ref}`, 'wrong')
  await login('postgres.nosuchprojectatallab', 'wrong')
  const attempts = await events('pooler_logs', 2)
  expect(
    attempts.map(({ level, fields }) => [level, fields.outcome, fields.user_name, fields.mode, fields.port]),
  ).toEqual([
    ['warning', 'refused', 'postgres', 'transaction', 'shared'],
    ['info', 'accepted', 'postgres', 'transaction', 'shared'],
  ])
  expect(existsSync(folderOf('nosuchprojectatallab'))).toBe(false)
})

test('SQL reads all sources of the project, as a table and as objects', async () => {
  const sql = `select e.status, p.sqlstate, count(*) as count from edge_logs e join postgres_logs p using (request_id) group by all`
  const { body } = await api.owner.call(runLogQuery, { params, body: { sql } })
  expect(body).toMatchObject({
    columns: [
      { name: 'status', type: 'INTEGER' },
      { name: 'sqlstate', type: 'VARCHAR' },
      { name: 'count', type: 'BIGINT' },
    ],
    is_cut: false,
  })
  expect(body.rows).toContainEqual(['409', '23505', '1'])
  const { body: objects } = await api.owner.call(queryLogs, {
    params,
    query: {
      sql: `select timestamp, event_message, bucket from storage_logs where timestamp > now() - interval 1 hour`,
    },
  })
  expect(objects.result).toEqual([
    {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/),
      event_message: expect.stringContaining('/pictures/'),
      bucket: 'pictures',
    },
  ])
  for (const source of logSourceIds)
    expect(
      (await api.owner.call(runLogQuery, { params, body: { sql: `select * from ${source}` } })).status,
    ).toBe(200)
})

test.each<[string, string, RegExp]>([
  [`select * from read_text('/etc/passwd')`, 'sql_failed', /read_text is not available/],
  [`select * from function_logs`, 'sql_failed', /no source function_logs.*edge_logs, pooler_logs/],
  [`delete from edge_logs`, 'sql_failed', /Only a SELECT/],
  [`select nonsense from edge_logs`, 'sql_failed', /nonsense/],
])('%s is refused in words', async (sql, code, reason) => {
  const { body } = await api.owner.call(runLogQuery, { params, body: { sql } })
  expect(body).toMatchObject({ code, message: expect.stringMatching(reason) })
})

test.each([
  [{ q: 'colour:red' }, /no field colour/],
  [{ cursor: 'nonsense' }, /next_cursor/],
  [{ from: 'today' }, /./],
  [{ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, /empty/],
  [{ limit: 0 }, /./],
  [{ q: 'x'.repeat(501) }, /./],
])('a search of %j is refused', async (query, reason) => {
  const answer = await api.owner.call(listLogEvents, { params: { ...params, source: 'edge_logs' }, query })
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(JSON.stringify(answer.body)).toMatch(reason)
})

test('what is older than the plan keeps is not found, even where its file still is', async () => {
  const { body: project } = await api.owner.call(getProject, { params })
  expect(project.ref).toBe(api.ref)
  const days = logRetentionDays[api.config.defaultPlan]
  const old = Date.now() - (days + 1) * 86_400_000
  api.logs.store.add(api.ref, 'requests', {
    timestamp: old,
    event_message: 'GET /old 200',
    status: 200,
    path: '/old',
  })
  const from = new Date(old - 1000).toISOString()
  const before = { q: 'path:/old', from, to: new Date(old + 1000).toISOString() }
  expect((await page('edge_logs', { ...before, to: new Date().toISOString() })).events).toEqual([])
  const { body } = await api.owner.call(runLogQuery, {
    params,
    body: { sql: `from edge_logs select path where path = '/old'`, from },
  })
  expect(body.rows).toEqual([])
})

test('a stranger sees nothing', async () => {
  const stranger = await signUp(api)
  const source = 'edge_logs'
  for (const answer of [
    await stranger.call(listLogEvents, { params: { ...params, source } }),
    await stranger.call(getLogHistogram, { params: { ...params, source } }),
    await stranger.call(getLogEvent, { params: { ...params, source, id: '1000000000' } }),
    await stranger.call(runLogQuery, { params, body: { sql: 'select 1' } }),
    await stranger.call(queryLogs, { params, query: { sql: 'select 1' } }),
    await stranger.call(exportLogsCsv, { params: { ...params, source } }),
    await stranger.call(exportLogsLines, { params: { ...params, source } }),
  ])
    expect(answer.status).toBe(404)
})

test('the logs of a paused project are read without starting it, and those of a deleted one are gone', async () => {
  const { ref } = await aProject(api.owner, await anOrganization(api.owner))
  api.logs.store.add(ref, 'requests', { timestamp: Date.now(), event_message: 'GET / 200' })
  await api.logs.store.flush()
  const folder = folderOf(ref)
  expect(existsSync(folder)).toBe(true)

  await reaches(api.owner, ref, 'ACTIVE_HEALTHY')
  await api.owner.call(pauseProject, { params: { ref } })
  await reaches(api.owner, ref, 'INACTIVE')
  const ofPaused = { params: { ref, source: 'all_logs' } }
  expect((await api.owner.call(listLogEvents, ofPaused)).body.events).toContainEqual(
    expect.objectContaining({ event_message: 'GET / 200' }),
  )
  expect((await api.owner.call(getLogHistogram, ofPaused)).body.total).toBeGreaterThan(0)
  expect((await api.owner.call(exportLogsLines, ofPaused)).status).toBe(200)
  const body = { sql: 'select count(*) from edge_logs' }
  expect((await api.owner.call(runLogQuery, { params: { ref }, body })).body.rows).toEqual([['1']])
  expect(await api.engine.endpoint(ref)).toBeUndefined()

  await waitFor(async () => (await api.owner.call(deleteProject, { params: { ref } })).status < 300)
  await waitFor(() => !existsSync(folder))
})
