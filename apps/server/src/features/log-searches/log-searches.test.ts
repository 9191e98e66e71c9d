import {
  createLogSearch,
  deleteLogSearch,
  listLogSearches,
} from '@basalt/contract/log-searches/log-searches.endpoints.ts'
import { LOG_SEARCHES_MAX, type LogSearchPlace } from '@basalt/contract/log-searches/log-searches.rules.ts'
import type { NewLogSearch } from '@basalt/contract/log-searches/log-searches.schema.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let reader: Person
let params: { ref: string }
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  params = { ref }
  reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => sql`delete from log_searches`.execute(fixture.metadata))

const list = async (place: LogSearchPlace, person = owner) =>
  (await person.call(listLogSearches, { params, query: { place } })).body
const save = (over: Partial<NewLogSearch> = {}, person = owner) =>
  person.call(createLogSearch, {
    params,
    body: { place: 'edge_logs', name: 'Errors', text: 'status:5xx', ...over },
  })

test('searches are saved on their page, listed by name, shared with readers, and deleted', async () => {
  const { body: errors } = await save()
  await save({ name: 'a slow one', text: 'duration_ms:>100' })
  const chart = {
    type: 'line' as const,
    xKey: 'hour',
    yKey: 'count',
    cumulative: false,
    showLabels: false,
    showGrid: true,
    logScale: false,
  }
  const sqlText = 'select 1 as hour, 2 as count'
  await save({ place: 'explorer', text: sqlText, chart })
  expect((await list('edge_logs', reader)).map(({ name, text }) => ({ name, text }))).toEqual([
    { name: 'a slow one', text: 'duration_ms:>100' },
    { name: 'Errors', text: 'status:5xx' },
  ])
  expect(await list('explorer')).toMatchObject([{ name: 'Errors', text: sqlText, chart }])
  expect(await list('postgres_logs')).toEqual([])
  const own = { params: { ...params, id: errors.id } }
  expect((await reader.call(deleteLogSearch, own)).status).toBe(403)
  expect((await owner.call(deleteLogSearch, own)).status).toBe(200)
  expect((await owner.call(deleteLogSearch, own)).status).toBe(404)
  expect(await list('edge_logs')).toHaveLength(1)
})

test.each<[string, Partial<NewLogSearch>, RegExp]>([
  ['an empty search', { text: '' }, /nothing to save/],
  ['a search that is too long', { text: 'x'.repeat(501) }, /at most 500/],
  ['a name of two lines', { name: 'a\nb' }, /line breaks/],
  ['a NUL', { text: 'a\0b' }, /NUL/],
])('%s is refused', async (_what, over, message) => {
  const refused = await save(over)
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toMatch(message)
})

test('a name is there once on a page, and a page has so many searches', async () => {
  await save()
  expect(await save({ name: 'errors' })).toMatchObject({
    status: 409,
    body: { message: 'This page already has a saved search called errors. Choose another name.' },
  })
  expect((await save({ place: 'all_logs' })).status).toBe(201)
  await sql`insert into log_searches (ref, place, name, search)
    select ${params.ref}, 'edge_logs', 'n' || n, 'x' from generate_series(2, ${LOG_SEARCHES_MAX}::int) n`.execute(
    fixture.metadata,
  )
  expect((await save({ name: 'one more' })).status).toBe(409)
})

test('who may not change logs saves nothing, and a stranger sees nothing', async () => {
  expect((await save({}, reader)).status).toBe(403)
  const stranger = await signUp(fixture)
  expect((await stranger.call(listLogSearches, { params, query: { place: 'edge_logs' } })).status).toBe(404)
})
