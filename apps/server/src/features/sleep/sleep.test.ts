import net from 'node:net'
import { checkConnection } from '@basalt/contract/connect/connect.endpoints.ts'
import { getInstanceFacts } from '@basalt/contract/instances/instances.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import {
  endHeldTransaction,
  getSchemaCatalogue,
  listActivity,
  streamQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { listBuckets } from '@basalt/contract/storage/buckets.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { InjectOptions } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aToken, listen, mcpClient } from '../../test/mcp-client.ts'
import { PASSWORD } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'
import { IDLE_MINUTES, openSleepingProject, type SleepingFixture } from '../../test/sleeping-project.ts'

let fixture: SleepingFixture
let ref: string
let direct: pg.ClientConfig
let serviceKey: string
beforeAll(async () => {
  fixture = await openSleepingProject()
  ref = fixture.ref
  const { host, port } = (await fixture.engine.networkAddress(ref))!
  direct = { host, port, user: 'postgres' }
  const { body: keys } = await fixture.owner.call(listApiKeys, { params: { ref } })
  serviceKey = keys.find(({ name }) => name === 'service_role')!.api_key!
  await fixture.ask('create table kept as select 42 as answer; create role visitor login')
  await api('/storage/v1/bucket', { method: 'POST', payload: { name: 'files' } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const api = (url: string, { headers, ...more }: InjectOptions = {}) =>
  fixture.app.inject({ url: `/p/${ref}${url}`, headers: { apikey: serviceKey, ...headers }, ...more })

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Creates a resumable upload without data. */
const beginUpload = () =>
  api('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `bucketName ${base64('files')},objectName ${base64('hello.txt')}`,
    },
  })

/** Runs a query through the tools of an agent. */
async function askAsAgent(query: string) {
  await using agent = await mcpClient(await listen(fixture), await aToken(fixture.owner))
  return (await agent.call('execute_sql', { project_id: ref, query })).text
}

/** The client that wakes a project is connected before the project's status is written. */
const isAwake = () => waitFor(async () => !(await fixture.isAsleep()))
const visit = (config: pg.ClientConfig) => fixture.whoIs(config)

test('a project falls asleep when nobody has used it for the chosen time', async () => {
  await fixture.ask('select 1')
  await fixture.advanceMinutes(0)
  await fixture.advanceMinutes(IDLE_MINUTES - 1)
  expect(await fixture.isAsleep()).toBe(false)
  await fixture.advanceMinutes(1)
  expect(await fixture.isAsleep()).toBe(true)
  expect(await fixture.ask('select answer from kept')).toEqual({ status: 200, body: [{ answer: 42 }] })
  await isAwake()
})

describe('a sleeping project is woken by', () => {
  beforeEach(() => fixture.fallsAsleep())

  test.each<[string, () => Promise<unknown>, unknown]>([
    ['the session pooler', () => visit({ port: fixture.gateway.ports.session! }), 'postgres'],
    ['the transaction pooler', () => visit({}), 'postgres'],
    ['its dedicated pooler', () => visit({ port: dedicatedPort(), user: 'postgres' }), 'postgres'],
    ['its direct port', () => visit(direct), 'postgres'],
    ['the Data API', async () => (await api('/rest/v1/kept')).json(), [{ answer: 42 }]],
    [
      'the storage',
      async () => (await api('/storage/v1/bucket')).json(),
      [expect.objectContaining({ name: 'files' })],
    ],
    ['a resumable upload', async () => (await beginUpload()).statusCode, 201],
    ['an agent', () => askAsAgent('select answer from kept'), expect.stringContaining('42')],
    [
      'the storage explorer',
      async () => (await fixture.owner.call(listBuckets, { params: { ref } })).status,
      200,
    ],
    [
      'the catalogue of the SQL editor',
      async () => (await fixture.owner.call(getSchemaCatalogue, { params: { ref } })).status,
      200,
    ],
    ['the live check of a connection string', async () => (await check('direct')).reached, true],
  ])('%s', async (_way, use, answer) => {
    expect(await use()).toEqual(answer)
    await isAwake()
  })
})

const dedicatedPort = () => fixture.gateway.ports[`dedicated:${ref}`]!
const check = async (method: 'direct') =>
  (await fixture.owner.call(checkConnection, { params: { ref, identifier: ref }, query: { method } })).body

test('an idle client of the transaction pooler lets its project sleep, stays connected, and wakes it', async () => {
  const client = await fixture.connect()
  await client.query('prepare nothing as select 1').catch(() => undefined)
  await client.query("set application_name = 'patient'")
  await fixture.fallsAsleep()
  expect((await client.query('show application_name')).rows).toEqual([{ application_name: 'patient' }])
  await isAwake()
  await client.end()
})

test('a replica at the direct port is asked to reconnect, and then keeps the database awake', async () => {
  await fixture.fallsAsleep()
  const replica = { ...direct, replication: 'database' } as pg.ClientConfig
  await expect(fixture.connect(replica)).rejects.toMatchObject({ code: '57P03' })
  // The client has its answer as soon as the database runs, the project a moment later.
  await isAwake()
  const client = await fixture.connect(replica)
  expect(await fixture.sleepsInTime()).toBe(false)
  await client.end()
})

test('the Data API knows what others have changed since the wake', async () => {
  await api('/rest/v1/kept')
  await fixture.fallsAsleep()
  const client = await fixture.connect(direct)
  await client.query("create table made_meanwhile as select 'new' as state")
  await client.end()
  expect((await api('/rest/v1/made_meanwhile')).json()).toEqual([{ state: 'new' }])
})

test('concurrent calls share one start', async () => {
  await fixture.fallsAsleep()
  let starts = 0
  const unsubscribe = fixture.engine.subscribe(({ state }) => {
    if (state === 'starting') starts += 1
  })
  const visits = Array.from({ length: 30 }, (_, at) => [
    visit({ port: fixture.gateway.ports[at % 2 ? 'session' : 'transaction']! }),
    fixture.ask('select 1').then(({ status }) => status),
    api('/rest/v1/kept').then(({ statusCode }) => statusCode),
  ])
  expect(new Set(await Promise.all(visits.flat()))).toEqual(new Set(['postgres', 200]))
  expect(starts).toBe(1)
  unsubscribe()
})

test.each<[string, () => pg.ClientConfig]>([
  ['a wrong password', () => ({ password: 'guess' })],
  ['a role without a password', () => ({ user: `visitor.${ref}` })],
  ['an unknown role', () => ({ user: `nobody.${ref}` })],
  ['a wrong password at the direct port', () => ({ ...direct, password: 'guess' })],
])('%s does not wake a project', async (_what, config) => {
  if (!(await fixture.isAsleep())) await fixture.fallsAsleep()
  await expect(visit(config())).rejects.toMatchObject({ code: '28P01' })
  expect(await fixture.isAsleep()).toBe(true)
})

test('open pages, statistics and cleanup jobs neither wake a project nor keep it awake', async () => {
  const openPages = async () => {
    const { body: facts } = await fixture.owner.call(getInstanceFacts, { params: { ref } })
    const { body: activity } = await fixture.owner.call(listActivity, { params: { ref } })
    await fixture.usage.measure()
    await runJob(fixture, 'storage-sweep')
    return { facts, activity }
  }
  await visit({})
  await fixture.advanceMinutes(0)
  for (let minute = 1; minute < IDLE_MINUTES; minute += 1) {
    expect(await openPages()).toMatchObject({ facts: { database_bytes: expect.any(Number) }, activity: [] })
    await fixture.advanceMinutes(1)
    expect(await fixture.isAsleep()).toBe(false)
  }
  await fixture.advanceMinutes(1)
  expect(await fixture.isAsleep()).toBe(true)
  expect(await openPages()).toEqual({
    facts: expect.objectContaining({
      host: direct.host,
      port: direct.port,
      database_bytes: null,
      connections: null,
    }),
    activity: [],
  })
  expect(await fixture.isAsleep()).toBe(true)
})

describe('a project stays awake', () => {
  const staysAwakeWith = async (client: pg.Client) => {
    await client.query('select 1')
    expect(await fixture.sleepsInTime()).toBe(false)
    await client.end()
    // Its server connection is reset first.
    await fixture.fallsAsleep()
  }

  test('while a client of its direct port is connected, even if idle', async () => {
    await visit({})
    await staysAwakeWith(await fixture.connect(direct))
  })

  test('while a client of the session pooler is connected', async () =>
    staysAwakeWith(await fixture.connect({ port: fixture.gateway.ports.session! })))

  test('while the client that woke it by its direct port is connected, and its queries can be cancelled', async () => {
    const client = await fixture.connect(direct)
    await isAwake()
    const pending = client.query('select pg_sleep(600)').catch((error) => error.code)
    const running = () => fixture.owner.call(listActivity, { params: { ref } })
    await waitFor(async () => (await running()).body.some(({ query }) => query.includes('600')))
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
    net.connect(direct.port!, direct.host!).end(cancelRequest(processID, secretKey))
    expect(await pending).toBe('57014')
    await staysAwakeWith(client)
  })

  test('while a transaction is open', async () => {
    const client = await fixture.connect()
    await client.query('begin')
    await staysAwakeWith(client)
  })

  test('while a change is previewed', async () => {
    const url = streamQuery.path.replace(':ref', ref)
    const body = { query: 'begin; insert into kept values (43) returning *', hold: true }
    const lines = String((await fixture.owner.send('POST', url, body)).body).split('\n')
    expect(await fixture.sleepsInTime()).toBe(false)
    const { id } = JSON.parse(lines[0]!)
    await fixture.owner.call(endHeldTransaction, { params: { ref, id }, body: { how: 'rollback' } })
    await fixture.fallsAsleep()
  })

  test('for the chosen time after an unobserved visit', async () => {
    await visit({})
    await fixture.advanceMinutes(0)
    await fixture.advanceMinutes(IDLE_MINUTES - 1)
    await visit(direct)
    await fixture.advanceMinutes(1)
    expect(await fixture.isAsleep()).toBe(false)
    await fixture.advanceMinutes(IDLE_MINUTES)
    expect(await fixture.isAsleep()).toBe(true)
  })
})

/** The packet of a cancel request. */
function cancelRequest(pid: number, secret: number) {
  const packet = Buffer.alloc(16)
  for (const [at, number] of [16, 80_877_102, pid, secret].entries()) packet.writeInt32BE(number, at * 4)
  return packet
}

test('open pages are notified when it falls asleep and when it wakes', async () => {
  const notified: boolean[] = []
  fixture.bus.subscribe((_audience, event) => {
    if (event.type === 'project' && event.project.ref === ref)
      notified.push(event.project.asleep_since !== null)
  })
  if (await fixture.isAsleep()) await visit({})
  notified.length = 0
  await fixture.fallsAsleep()
  await visit({ password: PASSWORD })
  await fixture.isAsleep()
  expect(notified).toEqual([true, false])
})

test('it can be put to sleep by hand as soon as its last client has disconnected', async () => {
  if (await fixture.isAsleep()) await visit({})
  const client = await fixture.connect({ port: fixture.gateway.ports.session! })
  // The watch has seen activity, and would check again half a minute later.
  await fixture.idle.checkAll()
  await client.query('select 1')
  await client.end()
  await waitFor(() => fixture.gateway.statistics().pools.every(({ servers }) => servers.active === 0))
  const { status } = await fixture.owner.call(putToSleep, { params: { ref } })
  expect(status).toBe(200)
  expect(await fixture.isAsleep()).toBe(true)
})
