import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { getSleepSettings, putToSleep, updateSleepSettings } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, type Person } from '../../test/people.ts'
import { openSleepingProject, type SleepingFixture } from '../../test/sleeping-project.ts'

/** The error of the next start, if any. */
let failure: EngineError | undefined
let fixture: SleepingFixture
let owner: Person
let params: { ref: string }
beforeAll(async () => {
  fixture = await openSleepingProject({
    wrapEngine: (engine) =>
      new Proxy(engine, {
        get(target, name) {
          if (name === 'start' && failure) return () => Promise.reject(failure)
          const member = Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        },
      }),
  })
  owner = fixture.owner
  params = { ref: fixture.ref }
})
afterAll(() => fixture[Symbol.asyncDispose]())

const settings = async () => (await owner.call(getSleepSettings, { params })).body
const choose = (idle_minutes: unknown, person = owner) =>
  person.call(updateSleepSettings, { params, body: { idle_minutes } })

test('production sleeps only when somebody sets a time, and no longer when they remove it', async () => {
  await fixture.metadata.deleteFrom('sleep_settings').execute()
  const byDefault = { idle_minutes: null, default_idle_minutes: null, asleep_since: null }
  expect(await settings()).toEqual(byDefault)
  expect(await fixture.sleepsInTime()).toBe(false)
  expect((await choose(5)).body).toEqual({ ...byDefault, idle_minutes: 5 })
  await fixture.fallsAsleep()
  expect((await settings()).asleep_since).toEqual(expect.any(String))
  expect((await choose(null)).body.idle_minutes).toBeNull()
  await fixture.ask('select 1')
  expect(await fixture.sleepsInTime()).toBe(false)
})

test.each([
  ['no time at all', 0],
  ['less than none', -5],
  ['a part of a minute', 1.5],
  ['more than a month', 43_201],
  ['no number', '5'],
  ['nothing', undefined],
])('%s is not a valid sleep time', async (_what, minutes) => {
  expect((await choose(minutes)).status).toBe(400)
})

test('a read-only member sees when a project sleeps but cannot change it', async () => {
  const reader = await aMember(fixture, owner, fixture.slug, { role_id: 'read_only' })
  expect((await reader.call(getSleepSettings, { params })).status).toBe(200)
  expect((await choose(5, reader)).status).toBe(403)
  expect((await reader.call(putToSleep, { params })).status).toBe(403)
})

test('a project is put to sleep at once, but not while it is in use', async () => {
  const client = await fixture.connect()
  await client.query('begin')
  expect(await owner.call(putToSleep, { params })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The project is in use') },
  })
  await client.query('commit')
  expect(await owner.call(putToSleep, { params })).toMatchObject({ status: 200 })
  expect(await fixture.isAsleep()).toBe(true)
  expect((await owner.call(putToSleep, { params })).status).toBe(200)
  await client.end()
})

test('a project that cannot be woken reports why over HTTP and PostgreSQL, and the next call retries', async () => {
  await owner.call(putToSleep, { params })
  failure = new EngineError('disk_full', 'The disk is full')
  const refused = await fixture.app.inject({
    method: 'POST',
    url: `/platform/pg-meta/${params.ref}/query`,
    payload: { query: 'select 1' },
    headers: owner.headers,
  })
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.json().message).toContain('cannot be woken: The disk is full')
  await expect(fixture.whoIs()).rejects.toMatchObject({
    code: '57P03',
    message: expect.stringContaining('The disk is full'),
  })
  const networkAddress = (await fixture.engine.networkAddress(params.ref))!
  await expect(
    fixture.whoIs({ host: networkAddress.host, port: networkAddress.port, user: 'postgres' }),
  ).rejects.toMatchObject({ code: '57P03' })
  expect((await owner.call(getProject, { params })).body).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await fixture.isAsleep()).toBe(true)
  failure = undefined
  expect(await fixture.whoIs()).toBe('postgres')
})
