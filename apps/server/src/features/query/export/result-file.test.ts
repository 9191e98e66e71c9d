import { exportQuery } from '@basalt/contract/query/query.endpoints.ts'
import { resultWriter } from '@basalt/sql/result-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGE_BYTES_MAX } from '../../../platform/project-databases/sql/sql-pool.rules.ts'
import { collect } from '../../../test/collect.ts'
import { listenForQueries, postOver, type QueryApp } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

let queries: QueryFixture
let app: QueryApp
beforeAll(async () => {
  queries = await openQueries()
  app = await listenForQueries(queries)
  await queries.run(String.raw`create type mood as enum ('it''s', 'so, so', '\'); create schema own;
    create type own."int4" as enum ('007', 'x', '1')`)
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
])('exports a result as %s', async (format, text) => {
  const reply = await exported("select * from (values (1, null), (2, 'x,y')) v (a, b)", format)
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="query-result.${format}"`)
  expect(await reply.text()).toBe(text)
})

/** Values of each kind, and NULL of each. */
const EVERYTHING = String.raw`
  select 1::int2 as a, -2147483648 as a, i8, num, f4, f8, yes, document, document::jsonb as "j""b", txt, bytes,
    at, at::date as day, interval '1 mon -2 days' as span, own, odd, many, '{}'::int[] as none, null as nothing
  from (values
    (9223372036854775807, 'NaN'::numeric, 'NaN'::float4, 'Infinity'::float8, true,
      '{"a": [1, "\u00e9"], "b": 1e9}'::json, '', '\x00ff'::bytea, timestamptz '2026-01-02 03:04:05.678901+00',
      'it''s'::mood, '007'::own."int4", array['a,"b', null]),
    (-999999999999999, -12345678901234567890.10, -0.0, 1e300, false, E' [\n ] ', E'quoted " '' \\ , \r\n\t\b\u0001\u007f',
      '', 'infinity', 'so, so', 'x', '{}'),
    (999999999999999, 1e-20, 1e-7, -1e-300, null, '"\\"', 'größer 😀', '\x27', '-infinity', '\', '1', null),
    (null, null, null, '-Infinity', true, null, null, null, null, null, null, '{NULL,"NULL"}')
  ) v (i8, num, f4, f8, yes, document, txt, bytes, at, own, odd, many)`

test.each(['csv', 'json', 'sql'] as const)(
  'every value is exported as %s exactly as in a result',
  async (format) => {
    const events = await collect((await queries.start(EVERYTHING)).events)
    const fields = events.flatMap((event) => (event.type === 'fields' ? event.fields : []))
    const rows = events.flatMap((event) => (event.type === 'rows' ? event.rows : []))
    expect(rows).toHaveLength(4)
    const { begin, row, end } = resultWriter(format, fields)
    expect(await (await exported(EVERYTHING, format)).text()).toBe(begin + rows.map(row).join('') + end)
  },
)

test('a JSON export is valid JSON for all values', async () => {
  const [first] = JSON.parse(await (await exported(EVERYTHING, 'json')).text())
  expect(first).toMatchObject({
    a: 1,
    a_1: -2147483648,
    i8: '9223372036854775807',
    num: 'NaN',
    f4: 'NaN',
    f8: 'Infinity',
    yes: true,
    document: { a: [1, 'é'], b: 1e9 },
    txt: '',
    bytes: '\\x00ff',
    own: "it's",
    none: '{}',
    nothing: null,
  })
})

test.each([
  ['csv', '\r\n\r\n\r\n', 'copy\r\n"1,\\N"\r\n'],
  ['json', '[\n  {  },\n  {  }\n]\n', '[\n  { "copy": "1,\\\\N" }\n]\n'],
])('rows without columns and the lines of COPY are exported as %s', async (format, rows, lines) => {
  const noColumns = await exported('select from generate_series(1, 2)', format)
  const copied = await exported("copy (values (1, null)) to stdout (delimiter ',')", format)
  expect([await noColumns.text(), await copied.text()]).toEqual([rows, lines])
})

test('a value of several megabytes is exported completely', async () => {
  const text = await (await exported(`select repeat('"é', 2000000) as long, 1 as after`, 'json')).text()
  expect(JSON.parse(text)).toEqual([{ long: '"é'.repeat(2_000_000), after: 1 }])
})

test('an export is not limited to the rows of a result', async () => {
  const text = await (await exported('select generate_series(1, 1100000) as n')).text()
  const rows = Array.from({ length: 1_100_000 }, (_, index) => index + 1)
  // Compared before `expect`: printing a diff of so much text would take minutes.
  expect(text === `${['n', ...rows].join('\r\n')}\r\n`).toBe(true)
})

test('a result without rows is a header line', async () => {
  expect(await (await exported('select 1 as a where false')).text()).toBe('a\r\n')
})

test.each([
  ['a failing query', 'select 1 / 0', 'sql_failed'],
  ['two statements', 'select 1; select 2', 'validation_failed'],
  ['a statement without rows', 'create temp table t ()', 'validation_failed'],
  ['a value that is too large', `select repeat('x', ${MESSAGE_BYTES_MAX + 1})`, 'too_large'],
])('%s is refused before a byte is written', async (_case, query, code) => {
  const reply = await exported(query)
  expect(reply.ok).toBe(false)
  expect(await reply.json()).toMatchObject({ code })
})

test('a query that fails midway aborts the download, so that it is not mistaken for complete', async () => {
  const reply = await exported('select 1 / (200000 - n) from generate_series(1, 300000) n')
  await expect(reply.text()).rejects.toThrow()
})
