import {
  getDataApiSettings,
  listDatabaseSchemas,
  updateDataApiSettings,
} from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { getProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, reaches } from '../../test/people.ts'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'
import { dataApiSettingsStore } from './data-api-settings.store.ts'

let fixture: StorageFixture
let params: { ref: string }
beforeAll(async () => {
  fixture = await openStorage()
  params = { ref: fixture.ref }
  await fixture.sql('create schema shop; create schema "Odd, ""name"""')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const read = async () => (await fixture.owner.call(getDataApiSettings, { params })).body
const change = (body: object) => fixture.owner.call(updateDataApiSettings, { params, body })
const defaults = {
  db_schemas: ['public'],
  db_extra_search_path: ['public', 'extensions'],
  max_rows: 1000,
  db_pool: null,
}

test('a new project has the defaults, and changes are stored', async () => {
  expect(await read()).toEqual(defaults)
  const odd = { db_schemas: ['shop', 'Odd, "name"', 'public'], max_rows: 50 }
  expect((await change(odd)).body).toEqual({ ...defaults, ...odd })
  expect(await read()).toEqual({ ...defaults, ...odd })
  expect((await change(defaults)).body).toEqual(defaults)
})

test('listeners are called after each change', async () => {
  const store = dataApiSettingsStore(fixture.metadata)
  const changes: unknown[] = []
  store.onChange((ref, { max_rows }, before) => changes.push([ref, max_rows, before.max_rows]))
  await store.set(params.ref, { ...defaults, max_rows: 50 })
  expect(await store.of(params.ref)).toMatchObject({ max_rows: 50 })
  await store.set(params.ref, defaults)
  expect(changes).toEqual([
    [params.ref, 50, 1000],
    [params.ref, 1000, 50],
  ])
})

test('the schemas of the database are listed, without internal ones', async () => {
  const { body: schemas } = await fixture.owner.call(listDatabaseSchemas, { params })
  const names = schemas.map(({ name }) => name)
  expect(names[0]).toBe('public')
  expect(names).toEqual(expect.arrayContaining(['shop', 'Odd, "name"', 'extensions', 'graphql_public']))
  for (const internal of ['pg_catalog', 'information_schema', 'auth', 'basalt'])
    expect(names).not.toContain(internal)
  expect(schemas.find(({ name }) => name === 'extensions')).toMatchObject({ is_exposable: false })
})

test.each([
  [{}, 'Name at least one field to change'],
  [{ db_schemas: [] }, 'Expose at least one schema'],
  [{ db_schemas: ['public', 'public'] }, 'Name each schema once'],
  [{ db_schemas: ['auth'] }, 'internal'],
  [{ db_schemas: ['pg_catalog'] }, 'internal'],
  [{ db_schemas: 'public' }, 'db_schemas'],
  [{ db_schemas: ['nul\0'] }, 'not valid text'],
  [{ db_extra_search_path: ['pg_temp'] }, 'internal'],
  [{ max_rows: 0 }, 'between 1 and 1,000,000'],
  [{ max_rows: 1.5 }, 'whole number'],
  [{ max_rows: 2_000_000 }, 'between 1 and 1,000,000'],
  [{ db_pool: 41 }, 'between 1 and 40'],
  [{ db_pool: 0 }, 'between 1 and 40'],
  [{ jwt_secret: 'x' }, 'jwt_secret'],
])('a change like %j is refused', async (body, words) => {
  const reply = await change(body)
  expect([reply.status, reply.body]).toMatchObject([400, { message: expect.stringContaining(words) }])
  expect(await read()).toEqual(defaults)
})

test('a missing schema is refused with its field, and a dropped one can stay in the settings', async () => {
  const missing = await change({ db_schemas: ['public', 'Public', 'nowhere'] })
  expect([missing.status, missing.body]).toMatchObject([
    400,
    {
      details: {
        issues: [{ path: 'db_schemas', message: 'The database has no schema "Public", "nowhere"' }],
      },
    },
  ])
  await fixture.sql('create schema passing')
  await change({ db_schemas: ['public', 'passing'] })
  await fixture.sql('drop schema passing')
  expect((await change({ db_schemas: ['public', 'passing'], max_rows: 7 })).body).toMatchObject({
    max_rows: 7,
  })
  expect((await change(defaults)).status).toBe(200)
})

test('a changed pool size limits the connections of later requests', async () => {
  const connections = async () => {
    await Promise.all(Array.from({ length: 5 }, () => fixture.service.listBuckets()))
    const [row] = await fixture.sql(
      `select count(*)::int as count from pg_stat_activity where usename = 'authenticator'`,
    )
    return (row as { count: number }).count
  }
  await change({ db_pool: 1 })
  // Connections that are already open are closed when they are released.
  await waitFor(async () => (await connections()) === 1, { timeoutMs: 60_000 })
  await change({ db_pool: null })
})

test('a read-only member sees the settings but cannot change them', async () => {
  const { body: project } = await fixture.owner.call(getProject, { params })
  const { organization_slug: slug } = project
  const reader = await aMember(fixture, fixture.owner, slug, { role_id: 'read_only' })
  expect((await reader.call(getDataApiSettings, { params })).body).toEqual(defaults)
  expect((await reader.call(updateDataApiSettings, { params, body: { max_rows: 1 } })).status).toBe(403)
})

test('while the project is paused, schemas cannot be added, but other settings can change', async () => {
  await fixture.owner.call(pauseProject, { params })
  await reaches(fixture.owner, params.ref, 'INACTIVE')
  expect((await change({ db_schemas: ['public', 'shop'] })).status).toBe(503)
  expect((await fixture.owner.call(listDatabaseSchemas, { params })).status).toBe(503)
  expect((await change({ max_rows: 3 })).body).toEqual({ ...defaults, max_rows: 3 })
})
