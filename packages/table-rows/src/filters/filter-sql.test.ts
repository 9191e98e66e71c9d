import { beforeAll, describe, expect, test } from 'vitest'
import { countEstimate, exactCount, readCount, readEstimate } from '../counts/count.ts'
import { testDatabase } from '../database.fixture.ts'
import { pageStatement, readPage } from '../pages/page.ts'
import { planPages } from '../pages/page-plan.ts'
import type { Filter, FilterRule } from './filter.ts'
import { type FilterPlan, planFilter } from './filter-sql.ts'
import { parseFilters } from './filter-url.ts'
import { filterCheck, readFilterCheck } from './value-check.ts'

const database = testDatabase()
beforeAll(async () => {
  await database.sql(`create type mood as enum ('sad', 'fine');
    create domain positive as int check (value > 0);
    create type pair as (x int, y text);
    create table things (
      id int primary key, i2 int2, i8 int8, num numeric(20, 4), f8 float8, txt text, "ch:ar" char(5), vc varchar(3), flag bool,
      d date, ts timestamp, tz timestamptz, iv interval, u uuid, js json, jb jsonb, b bytea, mood mood, pos positive,
      ints int[], texts text[], r int4range, pair pair, ip inet, pt point, x xml, "say ""hi"" 😀" text);
    insert into things values
      (1, 1, 9007199254740993, 1.10, 0.1, 'Ann', 'a', 'abc', true, '2026-01-01', '2026-01-01 10:00', '2026-01-01 10:00+00',
       '1 day', '00000000-0000-0000-0000-000000000001', '{"a":1}', '{"a":1}', '\\x00ff', 'sad', 1, '{1,2}', '{"a,b"}', '[1,5)',
       '(1,a)', '10.0.0.1', '(1,2)', '<a/>', 'x'),
      (2, -1, 9007199254740992, 'NaN', 'Infinity', '', 'b', '', false, 'infinity', 'infinity', '-infinity', '2 days',
       'ffffffff-ffff-ffff-ffff-ffffffffffff', '[]', '[]', '\\x', 'fine', 2, '{}', '{}', 'empty', '(,)', '::1', '(0,0)', '<b/>', ''),
      (3, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
       null, null, null, null, null),
      (4, 2, 1, 2, 2, 'a:b,"c" 50% \\', 'c', 'x y', true, '0044-03-15 BC', '2026-02-01', '2026-02-01 00:00+02', '-1 sec',
       '00000000-0000-0000-0000-000000000002', '"x"', '{"b":[1]}', '\\x01', 'fine', 3, '{3}', '{NULL}', '[5,9)', '(2,)', '10.0.0.2',
       '(3,3)', '<c/>', 'it''s')`)
})

async function idsOf(of: readonly Filter[], match: 'all' | 'any' = 'all') {
  const relation = await database.relation('things')
  const filter = planFilter(relation.shape, { match, of })
  expect(filter.problems).toEqual([])
  const source = { ...relation, filter, plan: planPages(relation.shape, relation.identity, [], filter) }
  const request = { at: 'first' } as const
  const rows = await database.run(pageStatement(source, request, 100))
  const ids = readPage(source, request, 100, rows).rows.map(({ identity }) => Number(identity[0]))
  expect(readCount(await database.run(exactCount(relation.shape, filter)))).toBe(ids.length)
  expect(readEstimate(await database.run(countEstimate(relation.shape, filter))).rows).toBeGreaterThanOrEqual(
    0,
  )
  return ids
}

const CASES: readonly [filter: string, ids: number[]][] = [
  ['id:eq:1', [1]],
  ['id:neq:1', [2, 3, 4]],
  ['id:in:1,3', [1, 3]],
  ['id:in:', []],
  ['id:gt:2', [3, 4]],
  ['id:lt:2', [1]],
  ['id:gte:2', [2, 3, 4]],
  ['id:lte:2', [1, 2]],
  ['id:like:%1%', [1]],
  ['i2:lt:0', [2]],
  ['i2:is:null', [3]],
  ['i2:is:not null', [1, 2, 4]],
  ['i2:neq:1', [2, 4]],
  ['i8:eq:9007199254740993', [1]],
  ['i8:in:9007199254740992,1', [2, 4]],
  ['num:eq:1.1', [1]],
  ['num:eq:NaN', [2]],
  ['num:gt:1e3', [2]],
  ['num:lt:12345678901234567890.12345', [1, 4]],
  ['f8:eq:0.1', [1]],
  ['f8:gte:Infinity', [2]],
  ['txt:eq:', [2]],
  ['txt:eq:Ann', [1]],
  ['txt:ilike:ANN', [1]],
  ['txt:like:A_n', [1]],
  ['txt:eq:a:b,"c" 50% \\', [4]],
  ['txt:like:%\\%%', [4]],
  ['txt:like:%\\\\', [4]],
  ['txt:in:"",Ann', [1, 2]],
  ['txt:in:"a:b,""c"" 50% \\"', [4]],
  ['txt:is:null', [3]],
  ['txt:is:NOT NULL', [1, 2, 4]],
  ['"ch:ar":eq:a', [1]],
  ['"ch:ar":in:a,b', [1, 2]],
  ['vc:eq:abc', [1]],
  ['vc:gt:abc', [4]],
  ['flag:is:true', [1, 4]],
  ['flag:is:false', [2]],
  ['flag:eq:t', [1, 4]],
  ['flag:neq:true', [2]],
  ['d:eq:infinity', [2]],
  ['d:lt:0001-01-01', [4]],
  ['d:in:2026-01-01,infinity', [1, 2]],
  ['ts:gt:2026-01-15', [2, 4]],
  ['tz:eq:2026-01-01T12:00:00+02:00', [1]],
  ['tz:eq:-infinity', [2]],
  ['tz:like:2026-0%', [1, 4]],
  ['iv:gte:24 hours', [1, 2]],
  ['u:eq:00000000-0000-0000-0000-000000000001', [1]],
  ['u:eq:{00000000000000000000000000000001}', [1]],
  ['u:ilike:FFFF%', [2]],
  ['js:like:%a%', [1]],
  ['js:is:null', [3]],
  ['jb:eq:{"a": 1}', [1]],
  ['jb:in:"{""a"":1}",[]', [1, 2]],
  ['jb:like:%"b"%', [4]],
  ['b:eq:\\x00ff', [1]],
  ['b:eq:\\x', [2]],
  ['b:gt:\\x00', [1, 4]],
  ['mood:eq:sad', [1]],
  ['mood:gt:sad', [2, 4]],
  ['mood:in:sad,fine', [1, 2, 4]],
  ['mood:ilike:F%', [2, 4]],
  ['pos:eq:1', [1]],
  ['pos:gt:-5', [1, 2, 4]],
  ['ints:eq:{1,2}', [1]],
  ['ints:in:"{1,2}",{3}', [1, 4]],
  ['ints:gt:{1,2}', [4]],
  ['texts:eq:{"a,b"}', [1]],
  ['texts:eq:{NULL}', [4]],
  ['r:eq:[1,4]', [1]],
  ['r:is:not null', [1, 2, 4]],
  ['pair:eq:(1,a)', [1]],
  ['pair:is:null', [3]],
  ['pair:is:not null', [1, 2, 4]],
  ['ip:eq:10.0.0.1/32', [1]],
  ['ip:lt:10.0.0.2', [1]],
  ['pt:like:(1,%', [1]],
  ['x:like:<b%', [2]],
  ['"say ""hi"" 😀":eq:it\'s', [4]],
  ['any(id:eq:1,id:eq:4)', [1, 4]],
  ['any(all(flag:is:true,id:gt:1),txt:is:null)', [3, 4]],
  ['all(flag:is:true,any(id:eq:1,id:eq:2))', [1]],
  ['any()', [1, 2, 3, 4]],
]

test.each(CASES)('%s', async (text, ids) => {
  const { filter, problems } = parseFilters([text])
  expect(problems).toEqual([])
  expect(await idsOf(filter.of)).toEqual(ids)
})

test('several filters hold all at once', async () => {
  expect(await idsOf(parseFilters(['flag:is:true', 'id:gt:1']).filter.of)).toEqual([4])
  expect(await idsOf(parseFilters(['flag:is:true', 'id:gt:2']).filter.of, 'any')).toEqual([1, 3, 4])
})

async function problemsOf(texts: readonly string[]) {
  const { shape } = await database.relation('things')
  const plan = planFilter(shape, parseFilters(texts).filter)
  const check = filterCheck(plan)
  const found = check ? readFilterCheck(plan, await database.run(check)) : []
  return [...plan.problems, ...found].map(({ rule, message }) => [rule.column, message])
}

describe('a value that does not fit is a problem of its rule', () => {
  test.each([
    ['i2:eq:x', 'Invalid input syntax for type smallint: "x".'],
    ['i2:eq:99999', 'Value "99999" is out of range for type smallint.'],
    ['i8:gt:', 'Invalid input syntax for type bigint: "".'],
    ['i8:in:1,two,3', 'Invalid input syntax for type bigint: "two".'],
    ['num:eq:1,5', 'Invalid input syntax for type numeric: "1,5".'],
    ['d:eq:2026-02-30', 'Date/time field value out of range: "2026-02-30".'],
    ['tz:lt:tomorow', 'Invalid input syntax for type timestamp with time zone: "tomorow".'],
    ['u:eq:1', 'Invalid input syntax for type uuid: "1".'],
    ['jb:eq:{', 'Invalid input syntax for type json.'],
    ['mood:eq:happy', 'Invalid input value for enum mood: "happy".'],
    ['ints:eq:1', 'Malformed array literal: "1".'],
    ['r:eq:[5,1]', 'Range lower bound must be less than or equal to range upper bound.'],
    ['pair:eq:1', 'Malformed record literal: "1".'],
    ['ip:eq:999.1.1.1', 'Invalid input syntax for type inet: "999.1.1.1".'],
    ['flag:eq:maybe', 'Invalid input syntax for type boolean: "maybe".'],
    ['b:eq:\\xg', 'Invalid hexadecimal digit: "g".'],
    ['flag:is:maybe', 'Use null, not null, true or false with is.'],
    ['id:is:true', 'Only a boolean column can be true; id is integer.'],
    ['js:eq:{}', 'Values of type json cannot be compared; use is, like or ilike.'],
    ['pt:gt:(0,0)', 'Values of type point have no order; use is, like or ilike.'],
    ['x:in:<a/>', 'Values of type xml cannot be compared; use is, like or ilike.'],
    ['txt:like:a\\', 'A pattern cannot end with a backslash; write two for one.'],
    ['txt:in:"a', 'The list of values is not closed: write a,b or "a,b".'],
    ['txt:eq:a\0', 'The text has a NUL character, which PostgreSQL cannot store.'],
    ['txt:eq:\ud800', 'The text has half of a character that is written as two UTF-16 codes.'],
  ])('%j', async (text, message) => {
    expect(await problemsOf(['id:eq:1', text])).toEqual([[text.slice(0, text.indexOf(':')), message]])
  })

  test('every rule is checked in one statement', async () => {
    expect((await problemsOf(['i2:eq:x', 'd:eq:y', 'id:eq:1', 'id:eq:z'])).map(([column]) => column)).toEqual(
      ['i2', 'd', 'id'],
    )
  })
})

test('a filter on a column that is gone is reported and restricts nothing', async () => {
  const { shape } = await database.relation('things')
  const gone: FilterRule = { column: 'dropped', operator: 'eq', value: '1' }
  const kept: FilterRule = { column: 'id', operator: 'eq', value: '1' }
  const plan: FilterPlan = planFilter(shape, { match: 'all', of: [gone, kept, { match: 'any', of: [gone] }] })
  expect(plan).toMatchObject({ gone: [gone, gone], problems: [], filter: { match: 'all', of: [kept] } })
})
