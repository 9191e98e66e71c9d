import { exportQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForQueries, postOver, type QueryApp } from '../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../test/query-fixture.ts'

let queries: QueryFixture
let app: QueryApp
beforeAll(async () => {
  queries = await openQueries()
  app = await listenForQueries(queries)
})
afterAll(async () => {
  await app.close()
  await queries[Symbol.asyncDispose]()
})

const exported = (query: string, format = 'csv') =>
  postOver(app, exportQuery.path.replace(':ref', REF), { query, format })

test.each([
  ['csv', 'a,b\r\n1,\r\n2,"x,y"\r\n'],
  ['json', '[\n  { "a": 1, "b": null },\n  { "a": 2, "b": "x,y" }\n]\n'],
  [
    'sql',
    `insert into table_name ("a", "b") values (1, null);\ninsert into table_name ("a", "b") values (2, 'x,y');\n`,
  ],
])('a result is read as %s', async (format, text) => {
  const reply = await exported("select * from (values (1, null), (2, 'x,y')) v (a, b)", format)
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="query-result.${format}"`)
  expect(await reply.text()).toBe(text)
})

test('more rows than a result shows are all exported', async () => {
  const text = await (await exported('select generate_series(1, 1100000) as n')).text()
  expect(text.split('\r\n')).toHaveLength(1_100_002)
  expect(text.endsWith('\r\n1100000\r\n')).toBe(true)
})

test('a result without rows is a line of names', async () => {
  expect(await (await exported('select 1 as a where false')).text()).toBe('a\r\n')
})

test.each([
  ['a failing query', 'select 1 / 0', 'sql_failed'],
  ['two statements', 'select 1; select 2', 'validation_failed'],
  ['a statement without rows', 'create temp table t ()', 'validation_failed'],
])('%s is refused before a byte is written', async (_case, query, code) => {
  const reply = await exported(query)
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, code])
})

test('a query that fails on its way breaks the download off, so that nobody takes half for all', async () => {
  const reply = await exported('select 1 / (200000 - n) from generate_series(1, 300000) n')
  await expect(reply.text()).rejects.toThrow()
})
