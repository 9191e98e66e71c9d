import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  endActivity,
  exportQuery,
  listActivity,
  runQuery,
  streamQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import type { QueryEvent, StatementResult } from '@basalt/contract/query/query.schema.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForQueries, type QueryApp } from '../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../test/query-fixture.ts'

let queries: QueryFixture
let app: QueryApp
let status: Project['status'] = 'ACTIVE_HEALTHY'
beforeAll(async () => {
  queries = await openQueries()
  app = await listenForQueries(queries, () => status)
})
afterAll(async () => {
  await app.close()
  await queries[Symbol.asyncDispose]()
})

const pathOf = (path: string) => path.replace(':ref', REF)
const post = (path: string, payload: object | string) =>
  app.inject({
    method: 'POST',
    url: pathOf(path),
    payload,
    ...(typeof payload === 'string' && { headers: { 'content-type': 'application/json' } }),
  })
const run = (query: string, search = '') => post(runQuery.path + search, { query })
const runAll = async (query: string) => (await run(query, '?results=all')).json<StatementResult[]>()
const stream = async (query: string, more: object = {}) => {
  const reply = await post(streamQuery.path, { query, ...more })
  return {
    reply,
    events: reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as QueryEvent),
  }
}

describe('runQuery', () => {
  test('returns the rows of the last statement as objects', async () => {
    const reply = await run(
      "select 'gone'; select 1 as a, 2 as a, '{\"b\":1}'::jsonb as c, 2^53::int8 as d, 1.10 as e",
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toMatch('application/json')
    expect(reply.headers).not.toHaveProperty('x-basalt-truncated')
    expect(reply.json()).toEqual([{ a: 1, a_1: 2, c: { b: 1 }, d: 9007199254740992, e: '1.10' }])
  })

  test.each([
    ['no rows', 'select 1 where false', []],
    ['no result', 'create temp table t ()', []],
    ['a statement without result after one with rows', 'select 1; create temp table t ()', []],
    ['rows without columns', 'select', [{}]],
    ['no statement', '-- nothing', []],
  ])('returns the right rows for a text that ends in %s', async (_case, sql, rows) => {
    expect((await run(sql)).json()).toEqual(rows)
  })

  test('returns the results of all statements on request', async () => {
    const [notice, select] = await runAll(
      "do $$ begin raise notice 'hi' using hint = 'wave'; end $$; select 1 as n, null",
    )
    expect(notice).toMatchObject({ command: 'DO', rowCount: null, fields: [], rows: [] })
    expect(notice?.notices).toEqual([{ severity: 'NOTICE', message: 'hi', hint: 'wave' }])
    expect(select).toMatchObject({ command: 'SELECT', rowCount: 1, truncated: false, rows: [['1', null]] })
    expect(select?.fields[0]).toEqual({ name: 'n', type: 'int4', type_id: 23, table_id: 0, column_id: 0 })
    expect(select?.durationMs).toBeGreaterThan(0)
  })

  test('reports a truncated result in a header', async () => {
    const reply = await run('select generate_series(1, 100001) as n')
    expect(reply.headers['x-basalt-truncated']).toBe('true')
    expect(reply.json()).toHaveLength(100_000)
  })

  test('returns the error of PostgreSQL for failing SQL', async () => {
    const reply = await run('select 1;\nselect * from foo')
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      code: 'sql_failed',
      message: 'relation "foo" does not exist',
      requestId: expect.any(String),
      sqlstate: '42P01',
      position: 25,
      formattedError: [
        'ERROR:  42P01: relation "foo" does not exist',
        'LINE 2: select * from foo',
        '                      ^',
      ].join('\n'),
    })
  })

  test('is refused while the project is not running, with advice', async () => {
    status = 'INACTIVE'
    const reply = await run('select 1')
    status = 'ACTIVE_HEALTHY'
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({
      code: 'instance_unavailable',
      message: 'Project is paused. Restore it to run queries.',
    })
  })
})

describe('the database of a run', () => {
  test.each([runQuery, streamQuery])('can be the primary by its identifier: $name', async ({ path }) => {
    const reply = await post(path, { query: 'select 41 + 1 as answer', database: REF })
    expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('42')])
  })

  test.each([
    [runQuery.name, runQuery.path, { query: 'select 1' }],
    [streamQuery.name, streamQuery.path, { query: 'select 1' }],
    [exportQuery.name, exportQuery.path, { query: 'select 1', format: 'csv' }],
  ])('is not found by an identifier of another project: %s', async (_name, path, body) => {
    const database = 'b'.repeat(20)
    const reply = await post(path, { ...body, database })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'not_found', message: `Database ${database} does not exist` })
  })

  test.each(['', 'x'.repeat(65), 7])('is refused as %j', async (database) => {
    expect((await post(runQuery.path, { query: 'select 1', database })).statusCode).toBe(400)
  })

  test('also selects whose activity is listed and ended', async () => {
    const activity = (database: string) =>
      app.inject({ url: `${pathOf(listActivity.path)}?database=${database}` })
    expect((await activity(REF)).statusCode).toBe(200)
    expect((await activity('gone')).statusCode).toBe(404)
    const ending = `${endActivity.path.replace(':pid', '1')}?database=gone`
    const connected_at = '2026-01-01T00:00:00Z'
    expect((await post(ending, { connected_at, how: 'cancel' })).statusCode).toBe(404)
  })
})

describe('invalid input', () => {
  test.each([
    ['nothing', { query: '' }],
    ['only spaces', { query: ' \n' }],
    ['a NUL character', { query: 'select \0' }],
    ['half a character', { query: 'select \ud800' }],
    ['no query', {}],
    ['an unknown key', { query: 'select 1', qeury: 'select 2' }],
    ['a query that is not a string', { query: 1 }],
    ['broken JSON', '{"query": '],
  ])('as %s is refused before it reaches the database', async (_case, payload) => {
    for (const path of [runQuery.path, streamQuery.path]) {
      const reply = await post(path, payload)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation_failed'])
    }
  })

  test('as more than 16 MiB is refused', async () => {
    const reply = await run(`select '${'x'.repeat(17 * 1024 * 1024)}'`)
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  })

  test.each([0, -1, 1_000_001, 1.5])('as a row limit of %d is refused', async (max_rows) => {
    expect((await stream('select 1', { max_rows })).reply.statusCode).toBe(400)
  })
})

test('ten megabytes of SQL can be run', async () => {
  const text = 'x'.repeat(10 * 1024 * 1024)
  expect((await run(`select length('${text}') as length`)).json()).toEqual([{ length: text.length }])
})

test('two thousand statements have two thousand results', async () => {
  const results = await runAll('select 1;'.repeat(2000))
  expect(results).toHaveLength(2000)
  expect(results.at(-1)?.rows).toEqual([['1']])
})

describe('streamQuery', () => {
  test('writes one event per line, from the first to the end', async () => {
    const { reply, events } = await stream('select 1 as n; create temp table t ()')
    expect(reply.headers['content-type']).toMatch('application/x-ndjson')
    expect(events.map((event) => event.type)).toEqual([
      'started',
      'fields',
      'rows',
      'statement',
      'statement',
      'end',
    ])
    expect(events[2]).toEqual({ type: 'rows', rows: [['1']] })
  })

  test.each([
    ['begin; select 1', true],
    ['begin; select 1; commit', undefined],
    ['select 1; select 2', undefined],
  ])('reports for %j whether its transaction was rolled back: %s', async (sql, rolledBack) => {
    expect((await stream(sql)).events.at(-1)).toEqual({
      type: 'end',
      durationMs: expect.any(Number),
      ...(rolledBack && { rolledBack }),
    })
  })

  test('truncates at the requested row limit', async () => {
    const { events } = await stream('select generate_series(1, 100000000)', { max_rows: 2 })
    expect(events).toContainEqual({ type: 'rows', rows: [['1'], ['2']] })
    expect(events).toContainEqual(expect.objectContaining({ type: 'statement', truncated: true }))
  })

  test('ends with the error of failing SQL', async () => {
    const { reply, events } = await stream('select 1; selec 2')
    expect(reply.statusCode).toBe(200)
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      code: 'sql_failed',
      sql: { sqlstate: '42601', position: 11 },
    })
  })
})
