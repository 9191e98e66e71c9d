import { expect, test } from 'vitest'
import { randomFrom } from '../database.fixture.ts'
import { parseSorts, printSorts, type SortRule } from '../pages/sort.ts'
import { FILTER_RULES_MAX, type Filter, type FilterGroup, filterOperators } from './filter.ts'
import { parseFilters, parseList, printFilters, printList } from './filter-url.ts'

const all = (...of: Filter[]): FilterGroup => ({ match: 'all', of })

test.each<[string, Filter]>([
  ['name:eq:Ann', { column: 'name', operator: 'eq', value: 'Ann' }],
  ['name:eq:', { column: 'name', operator: 'eq', value: '' }],
  ['at:gte:2026-01-01 10:30:00', { column: 'at', operator: 'gte', value: '2026-01-01 10:30:00' }],
  ['name:like:a,"b"(c)', { column: 'name', operator: 'like', value: 'a,"b"(c)' }],
  ['"a:b":neq::', { column: 'a:b', operator: 'neq', value: ':' }],
  ['"say ""hi""":is:null', { column: 'say "hi"', operator: 'is', value: 'null' }],
  ['"any(x":ilike:%', { column: 'any(x', operator: 'ilike', value: '%' }],
  ['any:lt:1', { column: 'any', operator: 'lt', value: '1' }],
  ['😀 x.y:gt:1', { column: '😀 x.y', operator: 'gt', value: '1' }],
  ['id:in:1,2,"a,b",""', { column: 'id', operator: 'in', value: '1,2,"a,b",""' }],
  [
    'any(id:eq:1,name:is:not null)',
    {
      match: 'any',
      of: [
        { column: 'id', operator: 'eq', value: '1' },
        { column: 'name', operator: 'is', value: 'not null' },
      ],
    },
  ],
  [
    'any(id:in:"1,2",all("x,y":eq:"a)","z":eq:))',
    {
      match: 'any',
      of: [
        { column: 'id', operator: 'in', value: '1,2' },
        {
          match: 'all',
          of: [
            { column: 'x,y', operator: 'eq', value: 'a)' },
            { column: 'z', operator: 'eq', value: '' },
          ],
        },
      ],
    },
  ],
  ['any()', { match: 'any', of: [] }],
])('%s is read, and read again as it is printed', (text, filter) => {
  expect(parseFilters([text])).toEqual({ filter: all(filter), problems: [] })
  expect(parseFilters(printFilters(all(filter))).filter).toEqual(all(filter))
})

test.each([
  ['', 'A filter is written column:operator:value.'],
  ['name', 'A filter is written column:operator:value.'],
  ['name:eq', 'A filter is written column:operator:value.'],
  [':eq:1', 'The column is missing.'],
  ['name:equals:1', 'equals is not an operator: eq, neq, gt, lt, gte, lte, like, ilike, in, is.'],
  ['name::1', 'Nothing is not an operator: eq, neq, gt, lt, gte, lte, like, ilike, in, is.'],
  ['"name:eq:1', 'A closing quote is missing in the column.'],
  ['any(name:eq:1', 'A closing parenthesis is missing.'],
  ['any(name:eq:"1)', 'A closing quote is missing in the value.'],
  ['any(name:eq:1)x', 'Something follows the closing parenthesis.'],
  [`${'any('.repeat(6)}a:eq:1${')'.repeat(6)}`, 'Groups are nested more than 5 deep.'],
])('%s is refused in words', (text, message) => {
  expect(parseFilters(['ok:eq:1', text])).toEqual({
    filter: all({ column: 'ok', operator: 'eq', value: '1' }),
    problems: [{ text, message }],
  })
})

test('no more conditions are read than there may be', () => {
  const { filter, problems } = parseFilters(
    Array.from({ length: FILTER_RULES_MAX + 2 }, (_, n) => `c:eq:${n}`),
  )
  expect(filter.of).toHaveLength(FILTER_RULES_MAX)
  expect(problems).toHaveLength(2)
})

test.each<[string, string[] | undefined]>([
  ['', []],
  ['""', ['']],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a, b ,c', ['a', 'b', 'c']],
  [',', ['', '']],
  ['"a,b","c""d"', ['a,b', 'c"d']],
  ['" a "', [' a ']],
  ['"a', undefined],
  ['"a"b', undefined],
])('the list %s is read', (text, values) => {
  expect(parseList(text)).toEqual(values)
  if (values) expect(parseList(printList(values))).toEqual(values)
})

test('what is printed is read back, whatever names and values have in them', () => {
  const pieces = [
    'a',
    'B',
    ' ',
    ':',
    ',',
    '"',
    '(',
    ')',
    "'",
    '\\',
    '😀',
    '%',
    'any(',
    'all(',
    'eq',
    '&',
    '=',
    '\n',
  ]
  for (let seed = 1; seed <= 2000; seed += 1) {
    const { below, pick } = randomFrom(seed)
    const word = (least: number) => Array.from({ length: least + below(5) }, () => pick(pieces)).join('')
    const one = (depth: number): Filter =>
      depth > 0 && below(3) === 0
        ? { match: pick(['any', 'all']), of: Array.from({ length: below(4) }, () => one(depth - 1)) }
        : { column: word(1), operator: pick(filterOperators), value: word(0) }
    const filter = all(...Array.from({ length: below(4) }, () => one(3)))
    expect(parseFilters(printFilters(filter)), `seed ${seed}`).toEqual({ filter, problems: [] })
    const values = Array.from({ length: below(4) }, () => word(0))
    expect(parseList(printList(values)), `seed ${seed}`).toEqual(values)
    const sorts: SortRule[] = [
      {
        column: word(1),
        direction: pick(['asc', 'desc']),
        ...(below(2) ? { nulls: pick(['first', 'last'] as const) } : {}),
      },
    ]
    expect(parseSorts(printSorts(sorts)), `seed ${seed}`).toEqual({ sorts, problems: [] })
  }
})

test.each([
  ['name', 'A sort is written column:asc or column:desc.'],
  ['name:up', 'A sort is written column:asc or column:desc.'],
  ['name:asc:nulls', 'A sort is written column:asc or column:desc.'],
  [':asc', 'The column is missing.'],
  ['"a:asc', 'A closing quote is missing in the column.'],
])('the sort %s is refused in words', (text, message) => {
  expect(parseSorts([text])).toEqual({ sorts: [], problems: [{ text, message }] })
})

test('the first sort of a column counts', () => {
  expect(parseSorts(['a:asc', 'a:desc', 'b:desc:nullslast']).sorts).toEqual([
    { column: 'a', direction: 'asc' },
    { column: 'b', direction: 'desc', nulls: 'last' },
  ])
})
