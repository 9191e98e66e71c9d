import type { Activity } from '@basalt/contract/query/activity.schema.ts'
import { SchemaCatalogue } from '@basalt/contract/query/catalogue.schema.ts'
import {
  endActivity,
  getSchemaCatalogue,
  listActivity,
  runQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForQueries, postOver, type QueryApp } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

let queries: QueryFixture
let app: QueryApp
beforeAll(async () => {
  queries = await openQueries({ connections: 2 })
  await queries.admin.query(`grant pg_monitor to ${queries.target.user}`)
  app = await listenForQueries(queries)
})
afterAll(async () => {
  await app.close()
  await queries[Symbol.asyncDispose]()
})

const pathOf = (path: string, pid = 0) => path.replace(':ref', REF).replace(':pid', String(pid))
const list = async () => (await app.inject({ url: pathOf(listActivity.path) })).json<Activity[]>()
const begin = (query: string) => postOver(app, pathOf(runQuery.path), { query })
/** Waits until the query sleeps: an active query may not have reached `pg_sleep` yet. */
const found = (query: string) =>
  waitFor(async () =>
    (await list()).find((activity) => activity.query === query && activity.waits_for === 'Timeout: PgSleep'),
  )
const end = (pid: number, payload: object) =>
  app.inject({ method: 'POST', url: pathOf(endActivity.path, pid), payload })

describe('a query in the activity list', () => {
  test('has its role, application and start time, and is ended by a cancel', async () => {
    const answer = begin('select pg_sleep(611)')
    const activity = await found('select pg_sleep(611)')
    expect(activity).toMatchObject({
      role: queries.target.user,
      application: 'basalt dashboard',
      waits_for: 'Timeout: PgSleep',
      query_started_at: expect.stringMatching(/Z$/),
    })
    const { pid, connected_at } = activity
    expect((await end(pid, { connected_at, how: 'cancel' })).json()).toEqual({ done: true })
    expect(await (await answer).json()).toMatchObject({ code: 'sql_failed', sqlstate: '57014' })
  })

  test('appears while all connections are busy, and is terminated with its connection', async () => {
    const answers = [begin('select pg_sleep(612)'), begin('select pg_sleep(613)')]
    for (const sql of ['select pg_sleep(612)', 'select pg_sleep(613)']) {
      const { pid, connected_at } = await found(sql)
      expect((await end(pid, { connected_at, how: 'terminate' })).statusCode).toBe(200)
    }
    for (const answer of answers) expect((await answer).status).toBeGreaterThanOrEqual(400)
  })

  test('is not confused with another connection that reuses its process id', async () => {
    const answer = begin('select pg_sleep(614)')
    const { pid, connected_at } = await found('select pg_sleep(614)')
    const other = { connected_at: '2001-01-01T00:00:00Z', how: 'cancel' }
    expect((await end(pid, other)).statusCode).toBe(404)
    expect((await end(pid, { connected_at, how: 'kill' })).statusCode).toBe(400)
    await end(pid, { connected_at, how: 'cancel' })
    await answer
  })
})

test('the catalogue lists relations with their columns, and functions with their volatility', async () => {
  await queries.run(`
    create schema "Shop é"; create table "Shop é"."It""ems" (id int, "name \\" varchar(20), gone int);
    alter table "Shop é"."It""ems" drop column gone;
    create view cheap as select 1 as n; create table empty ();
    create function double(n int default 1) returns int immutable language sql as 'select n * 2';
    create procedure work() language sql as ''`)
  const reply = await app.inject({ url: pathOf(getSchemaCatalogue.path) })
  expect(reply.headers['content-type']).toMatch('application/json')
  const { relations, functions } = SchemaCatalogue.parse(reply.json())
  const columns = [
    ['id', 'integer'],
    ['name \\', 'character varying(20)'],
  ]
  expect(relations).toContainEqual({ schema: 'Shop é', name: 'It"ems', kind: 'r', columns })
  expect(relations).toContainEqual({
    schema: 'public',
    name: 'cheap',
    kind: 'v',
    columns: [['n', 'integer']],
  })
  expect(relations).toContainEqual({ schema: 'public', name: 'empty', kind: 'r', columns: [] })
  expect(relations.some(({ schema, name }) => schema === 'pg_catalog' && name === 'pg_class')).toBe(true)
  expect(functions).toEqual([
    {
      schema: 'public',
      name: 'double',
      arguments: 'n integer DEFAULT 1',
      returns: 'integer',
      volatility: 'i',
    },
    { schema: 'public', name: 'work', arguments: '', returns: '', volatility: 'v' },
  ])
})
