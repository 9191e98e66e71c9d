import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { endHeldTransaction, runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aToken, mcpClient } from '../../test/mcp-client.ts'

let project: DataApiFixture
let events: PlatformEvent[] = []
let unsubscribe: () => void
beforeAll(async () => {
  project = await openDataApi('')
  unsubscribe = project.bus.subscribe((_audience, event) => void events.push(event))
})
afterAll(async () => {
  unsubscribe()
  await project[Symbol.asyncDispose]()
})
beforeEach(() => {
  events = []
})

const params = () => ({ ref: project.ref })
const run = (query: string, more: object = {}) =>
  project.owner.call(runQuery, { params: params(), query: {}, body: { query, ...more } })
const announced = () => events.filter(({ type }) => type === 'tables_changed')
const isAnnounced = () => waitFor(() => announced().length > 0)
const changed = () => ({ type: 'tables_changed', ref: project.ref, id: null })

test.each([
  'create table a (id int)',
  'alter table a add column b int',
  'select 1 as id into c',
  'create view d as select 1 as id',
  'do $$ begin alter table a enable row level security; end $$',
  'begin; drop table a; commit; select 1 / 0',
])('open pages are told of %s', async (sql) => {
  await run(sql)
  await isAnnounced()
  expect(announced()).toEqual([changed()])
})

test('reading, changing rows and a statement that fails are not announced', async () => {
  await run("select 'create table a'")
  await run('create table rows (id int)')
  await isAnnounced()
  events = []
  await run('insert into rows values (1); update rows set id = 2')
  await run('create table rows (id int)')
  await run('create table never (id int)', { read_only: true })
  // What is announced last comes after what the earlier runs might have announced.
  await run('drop table rows')
  await isAnnounced()
  expect(announced()).toEqual([changed()])
})

test('what an agent runs is announced', async () => {
  await using agent = await mcpClient(project.origin, await aToken(project.owner), {
    parameters: { features: 'database' },
  })
  await agent.call('execute_sql', { project_id: project.ref, query: 'create table by_agent ()' })
  await isAnnounced()
  events = []
  await agent.call('apply_migration', {
    project_id: project.ref,
    name: 'more',
    query: 'create table by_migration ()',
  })
  await isAnnounced()
})

test('a change that is previewed is announced again when it is committed', async () => {
  const { body } = await project.owner.call(streamQuery, {
    params: params(),
    body: { query: 'begin; create table held ()', hold: true },
  })
  const { id } = JSON.parse(String(body).split('\n')[0]!) as { id: string }
  events = []
  await project.owner.call(endHeldTransaction, { params: { ...params(), id }, body: { how: 'commit' } })
  await isAnnounced()
  expect(announced()).toEqual([changed()])
})
