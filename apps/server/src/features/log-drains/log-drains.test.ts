import { randomUUID } from 'node:crypto'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
} from '@basalt/contract/log-drains/log-drains.endpoints.ts'
import { logDrainsMax } from '@basalt/contract/log-drains/log-drains.rules.ts'
import type { LogDrainChange, NewLogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { openLogReceiver, openSyslogReceiver } from '@basalt/testing/log-receivers.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'
import { readOrMakeIdentity } from '../poolers/tls-identity.ts'
import { BATCH_EVENTS } from './drain.rules.ts'

let api: DataApiFixture
let params: { ref: string }
let slug: string
let reader: Person
/** What is added to the clock of drains. */
let skippedMs = 0
beforeAll(async () => {
  api = await openDataApi('', {
    env: { BASALT_PRIVATE_NETWORKS: 'allow' },
    now: () => new Date(Date.now() + skippedMs),
  })
  params = { ref: api.ref }
  slug = (await api.owner.call(listOrganizations)).body[0]!.slug
  reader = await aMember(api, api.owner, slug, { role_id: 'read_only' })
  await sql`update organizations set plan = 'enterprise'`.execute(api.metadata)
})
afterAll(() => api[Symbol.asyncDispose]())
afterEach(async () => {
  for (const { id } of await list()) await api.owner.call(deleteLogDrain, { params: { ...params, id } })
})

const list = async (person = api.owner) => (await person.call(listLogDrains, { params })).body
const drainOf = async (id: string) => (await list()).find((drain) => drain.id === id)!
async function aDrain(
  target: NewLogDrain['target'],
  { sources = ['edge_logs'] as NewLogDrain['sources'], name = 'Archive' } = {},
) {
  const id = randomUUID()
  const { status, body } = await api.owner.call(createLogDrain, {
    params,
    body: { id, name, sources, target },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return id
}
const overHttp = (url: string, over: object = {}) => ({
  kind: 'http' as const,
  url,
  headers: [],
  gzip: true,
  ...over,
})
const change = (id: string, body: LogDrainChange) =>
  api.owner.call(updateLogDrain, { params: { ...params, id }, body })

/** Events of requests that are told apart by their status. */
function log(statuses: readonly number[], message = 'GET /notes') {
  for (const status of statuses)
    api.logs.store.add(api.ref, 'requests', { timestamp: Date.now(), event_message: message, status })
  return api.logs.store.flush()
}
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n)
const statusesOf = (lines: readonly Record<string, unknown>[]) => lines.map(({ status }) => status)

test('events are posted as compressed JSON lines with the headers of the drain, from its creation on', async () => {
  await using receiver = await openLogReceiver()
  await log([1, 2, 3])
  const id = await aDrain(
    overHttp(`${receiver.origin}/in?token=tok-123`, { headers: [{ name: 'X-Api-Key', value: 'key-456' }] }),
  )
  await log(upTo(2_500))
  await waitFor(() => receiver.lines().length >= 2_500)
  expect(statusesOf(receiver.lines())).toEqual(upTo(2_500))
  expect(receiver.lines()[700]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    project: api.ref,
    source: 'edge_logs',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'error',
    event_message: 'GET /notes',
    status: 700,
  })
  expect(receiver.accepted.length).toBeGreaterThan(2)
  expect(receiver.accepted[0]).toMatchObject({
    path: '/in?token=tok-123',
    headers: { 'x-api-key': 'key-456', 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' },
  })
  await waitFor(async () => (await drainOf(id)).waiting === 0)
  expect(await drainOf(id)).toMatchObject({
    name: 'Archive',
    kind: 'http',
    receiver: receiver.origin,
    header_names: ['X-Api-Key'],
    sources: ['edge_logs'],
    delivered: 2_500,
    lost: 0,
    refused: 0,
    waiting_since: null,
    failure: null,
    last_delivery_at: expect.any(String),
  })
  // Neither page, nor audit, nor the rows of the metadata have the secrets.
  const audit = await api.owner.call(listOrganizationAudit, { params: { slug } })
  const { rows } = await sql`select * from log_drains`.execute(api.metadata)
  for (const text of [await list(), await list(reader), audit.body, rows].map((one) => JSON.stringify(one)))
    expect(text).not.toMatch(/tok-123|key-456/)
})

test('while the receiver fails, events wait, and each arrives once it works again', async () => {
  await using receiver = await openLogReceiver()
  receiver.answers(500, 'the disk is full')
  const id = await aDrain(overHttp(receiver.origin, { gzip: false }))
  await log(upTo(50))
  await waitFor(async () => (await drainOf(id)).failure !== null)
  await log(upTo(50, 50))
  expect(await drainOf(id)).toMatchObject({
    delivered: 0,
    waiting: 100,
    waiting_since: expect.any(String),
    failure: { message: 'Answered 500: the disk is full', attempts: expect.any(Number) },
  })
  receiver.answers(200)
  await waitFor(() => receiver.lines().length >= 100)
  expect(statusesOf(receiver.lines())).toEqual(upTo(100))
  await waitFor(async () => (await drainOf(id)).failure === null)
})

test('for a slow receiver one batch is under way at a time, the rest stays in the files, and nothing is lost', async () => {
  await using receiver = await openLogReceiver()
  const waiting: (() => void)[] = []
  receiver.behaves((response) => waiting.push(() => response.writeHead(204).end()))
  const id = await aDrain(overHttp(receiver.origin))
  const count = 4_500
  await log(upTo(count))
  for (let delivered = 0; delivered < count; ) {
    const answer = await waitFor(() => waiting.shift())
    expect(receiver.received.length).toBe(receiver.accepted.length + 1)
    const lines = receiver.received.at(-1)!.body.trimEnd().split('\n').length
    expect(lines).toBeLessThanOrEqual(BATCH_EVENTS)
    expect(await drainOf(id)).toMatchObject({ waiting: count - delivered, waiting_since: expect.any(String) })
    delivered += lines
    answer()
    await waitFor(async () => (await drainOf(id)).delivered === delivered)
  }
  expect(statusesOf(receiver.lines())).toEqual(upTo(count))
  expect(await drainOf(id)).toMatchObject({ waiting: 0, lost: 0, failure: null })
})

test.each<[string, Parameters<Awaited<ReturnType<typeof openLogReceiver>>['behaves']>[0], RegExp]>([
  ['closes the connection', (response) => response.destroy(), /^The connection was closed/],
  ['redirects', (response) => response.writeHead(302, { location: '/x' }).end(), /^Answered 302/],
  ['is rate limiting', (response) => response.writeHead(429).end(), /^Answered 429$/],
])('a receiver that %s has not confirmed anything', async (_what, behaviour, message) => {
  await using receiver = await openLogReceiver()
  receiver.behaves(behaviour)
  const id = await aDrain(overHttp(receiver.origin))
  await log([7])
  await waitFor(async () => (await drainOf(id)).failure !== null)
  expect((await drainOf(id)).failure!.message).toMatch(message)
  receiver.answers(204)
  await waitFor(() => receiver.lines().length >= 1)
  expect(statusesOf(receiver.lines())).toEqual([7])
})

test('one event that the receiver never takes is found and given up, and all others arrive', async () => {
  await using receiver = await openLogReceiver()
  receiver.behaves((response, { body }) =>
    response.writeHead(body.includes('"status":33,') || body.includes('"status":33}') ? 413 : 204).end(),
  )
  const id = await aDrain(overHttp(receiver.origin))
  await log(upTo(64))
  await waitFor(async () => (await drainOf(id)).failure?.message.startsWith('Answered 413') === true)
  expect(statusesOf(receiver.lines())).toEqual(upTo(33))
  skippedMs += 11 * 60_000
  await waitFor(async () => (await drainOf(id)).refused === 1)
  await waitFor(() => receiver.lines().length >= 63)
  expect(statusesOf(receiver.lines())).toEqual(upTo(64).filter((status) => status !== 33))
  expect(await drainOf(id)).toMatchObject({ delivered: 63, refused: 1 })
})

test('OpenTelemetry and Loki get their formats at their paths; what OpenTelemetry leaves out is counted', async () => {
  await using receiver = await openLogReceiver()
  receiver.behaves((response, { path }) =>
    response.writeHead(200).end(path === '/v1/logs' ? '{"partialSuccess":{"rejectedLogRecords":"2"}}' : ''),
  )
  const otlp = await aDrain({ ...overHttp(receiver.origin), kind: 'otlp' })
  const loki = await aDrain({ ...overHttp(receiver.origin), kind: 'loki' })
  await log(upTo(5))
  await waitFor(async () => (await drainOf(otlp)).delivered + (await drainOf(loki)).delivered === 8)
  const bodyAt = (path: string) => JSON.parse(receiver.accepted.find((one) => one.path === path)!.body)
  expect(bodyAt('/v1/logs').resourceLogs[0].scopeLogs[0].logRecords).toHaveLength(5)
  expect(bodyAt('/loki/api/v1/push').streams[0].values).toHaveLength(5)
  expect(await drainOf(otlp)).toMatchObject({ delivered: 3, refused: 2, failure: null })
})

test('syslog messages arrive over TCP and TLS, and a receiver that does not read gets them again', async () => {
  const identity = await readOrMakeIdentity(api.config.dataDir)
  await using plain = await openSyslogReceiver()
  await using sealed = await openSyslogReceiver(identity)
  const target = { kind: 'syslog' as const, host: '127.0.0.1', port: plain.port, tls: false, certificate: '' }
  plain.isDeaf(true)
  const id = await aDrain(target)
  const untrusting = await aDrain({ ...target, port: sealed.port, tls: true })
  await log(upTo(300), 'several\nlines “ü”')
  await waitFor(async () => (await drainOf(id)).failure !== null)
  expect((await drainOf(id)).failure!.message).toMatch(/^The receiver closed the connection before/)
  plain.isDeaf(false)
  await waitFor(() => plain.messages.length >= 300)
  expect(plain.messages[299]).toMatch(/ status="299"\] \ufeffseveral\nlines “ü”$/)
  expect(new Set(plain.messages).size).toBe(300)

  await waitFor(async () => (await drainOf(untrusting)).failure !== null)
  expect((await drainOf(untrusting)).failure!.message).toMatch(/certificate/)
  expect(sealed.messages).toEqual([])
  await change(untrusting, { target: { certificate: identity.cert.trim(), host: 'localhost' } })
  await waitFor(async () => (await drainOf(untrusting)).failure === null)
  await waitFor(() => sealed.messages.length >= 300)
  expect((await drainOf(untrusting)).syslog).toEqual({
    host: 'localhost',
    port: sealed.port,
    tls: true,
    has_certificate: true,
  })
})

test('a paused drain sends nothing and goes on where it was; sources are chosen', async () => {
  await using receiver = await openLogReceiver()
  const id = await aDrain(overHttp(receiver.origin))
  await log([1])
  await waitFor(() => receiver.lines().length === 1)
  await change(id, { is_paused: true })
  await log([2])
  api.logs.store.add(api.ref, 'pooler', {
    timestamp: Date.now(),
    event_message: 'before',
    outcome: 'refused',
  })
  await waitFor(async () => (await drainOf(id)).waiting === 1)
  await change(id, { sources: ['edge_logs', 'pooler_logs'], is_paused: false })
  api.logs.store.add(api.ref, 'pooler', { timestamp: Date.now(), event_message: 'after', outcome: 'refused' })
  await waitFor(() => receiver.lines().length === 3)
  expect(
    receiver.lines().map(({ source, level, event_message }) => ({ source, level, event_message })),
  ).toEqual([
    { source: 'edge_logs', level: 'info', event_message: 'GET /notes' },
    { source: 'edge_logs', level: 'info', event_message: 'GET /notes' },
    { source: 'pooler_logs', level: 'warning', event_message: 'after' },
  ])
})

test('events that are removed before they could be sent are counted as lost', async () => {
  await using receiver = await openLogReceiver()
  receiver.answers(503)
  const id = await aDrain(overHttp(receiver.origin))
  await log(upTo(30))
  await waitFor(async () => (await drainOf(id)).failure !== null)
  // Its plan keeps less from now on, and two days go by.
  await sql`update organizations set plan = 'free'`.execute(api.metadata)
  skippedMs += 50 * 3_600_000
  await api.logs.keepUp()
  await sql`update organizations set plan = 'enterprise'`.execute(api.metadata)
  await log(upTo(10, 30))
  expect(await drainOf(id)).toMatchObject({ lost: 30, waiting: 10 })
  receiver.answers(200)
  await waitFor(() => receiver.lines().length >= 10)
  expect(statusesOf(receiver.lines())).toEqual(upTo(10, 30))
})

test('a test event shows what the receiver answered', async () => {
  await using receiver = await openLogReceiver()
  receiver.answers(401, 'no such key')
  const id = await aDrain(overHttp(receiver.origin))
  const send = async () => (await api.owner.call(testLogDrain, { params: { ...params, id } })).body
  expect(await send()).toEqual({
    is_delivered: false,
    answer: 'Answered 401',
    response: 'no such key',
    duration_ms: expect.any(Number),
  })
  receiver.answers(200)
  expect(await send()).toMatchObject({ is_delivered: true, answer: 'Answered 200' })
  expect(receiver.lines()).toMatchObject([{ id: '0', event_message: 'A test of this log drain' }])
  await receiver[Symbol.asyncDispose]()
  expect(await send()).toMatchObject({ is_delivered: false, answer: 'Connection refused', response: null })
})

test('a change keeps what it does not name, and values of headers that it does not repeat', async () => {
  await using receiver = await openLogReceiver()
  const id = await aDrain(
    overHttp(`${receiver.origin}/one`, {
      headers: [
        { name: 'X-Old', value: 'old' },
        { name: 'X-Kept', value: 'kept' },
      ],
    }),
  )
  await change(id, { target: { headers: [{ name: 'x-kept' }, { name: 'X-New', value: 'new' }] } })
  await log([1])
  await waitFor(() => receiver.accepted.length === 1)
  expect(receiver.accepted[0]).toMatchObject({ path: '/one', headers: { 'x-kept': 'kept', 'x-new': 'new' } })
  expect(receiver.accepted[0]!.headers).not.toHaveProperty('x-old')
})

test.each<[string, object, RegExp]>([
  ['no value for a new header', { target: { headers: [{ name: 'X-A' }] } }, /Enter a value/],
  ['a port for HTTP', { target: { port: 514 } }, /has no port/],
  ['no source', { sources: [] }, /at least one source/],
  ['a source that does not exist', { sources: ['function_logs'] }, /./],
  ['an address of a file', { target: { url: 'file:///etc/passwd' } }, /Enter an address/],
  ['an address with a password', { target: { url: 'https://a:b@example.com' } }, /Enter an address/],
  ['a header that is ours', { target: { headers: [{ name: 'Host', value: 'x' }] } }, /set by Basalt/],
  ['a line break in a header', { target: { headers: [{ name: 'X-A', value: 'a\r\nb' }] } }, /one line/],
  ['half a certificate', { target: { certificate: '-----BEGIN CERTIFICATE-----' } }, /whole certificate/],
  ['nothing', {}, /at least one field/],
])('a change with %s is refused in words', async (_what, body, message) => {
  await using receiver = await openLogReceiver()
  const id = await aDrain(overHttp(receiver.origin))
  const refused = await change(id, body as LogDrainChange)
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect(JSON.stringify(refused.body)).toMatch(message)
})

test('those who read logs see drains, only those who may change them do, and others see nothing', async () => {
  await using receiver = await openLogReceiver()
  const id = await aDrain(overHttp(receiver.origin))
  expect((await list(reader)).map((drain) => drain.id)).toEqual([id])
  const own = { params: { ...params, id } }
  for (const refused of [
    await reader.call(testLogDrain, own),
    await reader.call(updateLogDrain, { ...own, body: { is_paused: true } }),
    await reader.call(deleteLogDrain, own),
    await reader.call(createLogDrain, {
      params,
      body: { id: randomUUID(), name: 'x', sources: ['edge_logs'], target: overHttp(receiver.origin) },
    }),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const stranger = await signUp(api)
  expect((await stranger.call(listLogDrains, { params })).status).toBe(404)
  // A drain of one project is none of another.
  const { ref } = await aProject(stranger, await anOrganization(stranger))
  expect((await stranger.call(testLogDrain, { params: { ref, id } })).status).toBe(404)
  expect((await stranger.call(deleteLogDrain, { params: { ref, id } })).status).toBe(404)
})

test('a plan limits how many drains a project has', async () => {
  const owner = await signUp(api)
  const organization = await anOrganization(owner)
  await sql`update organizations set plan = 'free' where slug = ${organization.slug}`.execute(api.metadata)
  const { ref } = await aProject(owner, organization)
  const create = (id = randomUUID()) =>
    owner.call(createLogDrain, {
      params: { ref },
      body: {
        id,
        name: 'x',
        sources: ['edge_logs' satisfies LogSourceId],
        target: overHttp('https://example.com'),
      },
    })
  for (let n = 0; n < logDrainsMax.free; n++) expect((await create()).status).toBe(201)
  expect(await create()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('allows 1') },
  })
})

test.each([
  ['http', overHttp('http://127.0.0.1:9/')],
  ['syslog', { kind: 'syslog' as const, host: 'localhost', port: 9, tls: false, certificate: '' }],
])('without leave of the operator, nothing is sent over %s to a private network', async (_kind, target) => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  const id = randomUUID()
  await owner.call(createLogDrain, {
    params: { ref },
    body: { id, name: 'x', sources: ['edge_logs'], target },
  })
  const { body } = await owner.call(testLogDrain, { params: { ref, id } })
  expect(body).toMatchObject({ is_delivered: false, answer: expect.stringContaining('private network') })
})
