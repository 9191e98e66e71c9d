import { expect, test } from 'vitest'
import { parseCsv } from '../wire/csv.ts'
import { negotiate, type Offer } from './media-type.ts'
import { parsePrefer } from './prefer.ts'
import { parseQuery } from './query.ts'
import { parseQueryString } from './query-string.ts'
import { contentRange, embeddedLimits, parseRange, spanOf, topLimits } from './range.ts'

const ROWS: Offer = { kind: 'rows', handlers: [] }

const query = (text: string, hasArguments = false) => parseQuery(parseQueryString(text), { hasArguments })

test('a query is parsed into levels', () => {
  const { select, levels } = query(
    'select=id,who:people!fk!inner(name)&who.name=eq.Ann&who.order=name&limit=3&or=(id.eq.1,id.gt.5)',
  )
  expect(select).toMatchObject([
    { kind: 'field', field: { column: 'id' } },
    {
      kind: 'embed',
      name: 'people',
      alias: 'who',
      hint: 'fk',
      join: 'inner',
      items: [{ field: { column: 'name' } }],
    },
  ])
  expect([...levels.values()]).toMatchObject([
    {
      path: ['who'],
      conditions: [{ field: { column: 'name' }, test: { operator: 'eq', value: 'Ann' } }],
      order: [{ field: { column: 'name' } }],
    },
    {
      path: [],
      limit: 3,
      conditions: [
        { kind: 'group', operator: 'or', conditions: [{}, { test: { operator: 'gt', value: '5' } }] },
      ],
    },
  ])
})

test.each<[value: string, test: object]>([
  ['eq.a.b,c"(', { kind: 'binary', operator: 'eq', value: 'a.b,c"(' }],
  ['in.(a,"b,c","d\\"e")', { kind: 'in', values: ['a', 'b,c', 'd"e'] }],
  ['like(all).{a,b}', { kind: 'quantified', quantifier: 'all', value: '{a,b}' }],
  ['wfts(german).wort', { kind: 'search', operator: 'wfts', language: 'german', value: 'wort' }],
  ['is.NULL', { kind: 'is', value: 'null' }],
])('the filter %s', (value, expected) => {
  const { levels } = query(`x=${encodeURIComponent(value)}`)
  expect([...levels.values()][0]!.conditions[0]).toMatchObject({ isNegated: false, test: expected })
})

test('values in a group end at commas and parentheses, except in quotes or braces', () => {
  const { levels } = query(`or=${encodeURIComponent('(a.eq."x,y)",b.cs.{1,2},c.eq.plain,d.in.(1,2))')}`)
  expect([...levels.values()][0]!.conditions[0]).toMatchObject({
    conditions: [
      { test: { value: 'x,y)' } },
      { test: { value: '{1,2}' } },
      { test: { value: 'plain' } },
      { test: { values: ['1', '2'] } },
    ],
  })
})

test('parameters of a function that are no filters are arguments', () => {
  const { args, levels } = query('a=1&b=eq.2&limit=5', true)
  expect(args).toEqual([['a', '1']])
  expect(levels.size).toBe(1)
})

test('known preferences are found among others; the first of each kind counts', () => {
  expect(parsePrefer('return=minimal, count=exact,return=representation, respond-async')).toMatchObject({
    representation: 'minimal',
    count: 'exact',
  })
  expect(parsePrefer('max-affected=5').maxAffected).toBeUndefined()
  expect(parsePrefer('handling=strict, max-affected=5').maxAffected).toBe(5)
  expect(() => parsePrefer('handling=strict, count=some')).toThrow('Invalid preferences')
})

test.each<[string | undefined, object | undefined]>([
  ['0-9', { first: 0, last: 9 }],
  ['5-', { first: 5, last: Number.POSITIVE_INFINITY }],
  ['items=2-3', { first: 2, last: 3 }],
  ['9-5', { first: 9, last: 5 }],
  ['-5', undefined],
  ['bytes=0-1', undefined],
  [undefined, undefined],
])('the range %s', (header, range) => {
  expect(parseRange(header)).toEqual(range)
})

test.each<
  [
    limit: string | undefined,
    offset: string | undefined,
    range: string | undefined,
    expected: object | string,
  ]
>([
  [undefined, undefined, undefined, { limit: undefined, offset: undefined }],
  ['2', undefined, '1-3', { limit: 1, offset: 1 }],
  [undefined, '4', '0-1', 'Requested range not satisfiable'],
  ['2', '1', undefined, { limit: 2, offset: 1 }],
  [' 2 ', '1', undefined, { limit: 2, offset: 1 }],
  ['0', '5', '1-2', { limit: 0, offset: undefined }],
  ['0', undefined, '9-5', { limit: 0, offset: undefined }],
  ['abc', undefined, undefined, { limit: undefined, offset: undefined }],
  ['', 'abc', undefined, { limit: 0, offset: undefined }],
  ['1.5', undefined, undefined, { limit: undefined, offset: undefined }],
  ['2', 'abc', undefined, { limit: 2, offset: undefined }],
  ['abc', '1', undefined, 'Requested range not satisfiable'],
  ['-1', undefined, undefined, 'Requested range not satisfiable'],
  [undefined, '-1', undefined, { limit: undefined, offset: undefined }],
  ['3', '-1', undefined, { limit: 2, offset: undefined }],
  ['99999999999999999999', undefined, undefined, 'is not a number of rows'],
  [undefined, undefined, '9-5', 'Requested range not satisfiable'],
])('limit %s, offset %s and range %s', (limit, offset, range, expected) => {
  const limits = () => topLimits(spanOf(limit, offset), parseRange(range))
  if (typeof expected === 'string') expect(limits).toThrow(expected)
  else expect(limits()).toEqual(expected)
})

test("negative limits of an embedded relation are refused with PostgreSQL's messages", () => {
  expect(() => embeddedLimits(spanOf('-1', undefined))).toThrow('LIMIT must not be negative')
  expect(() => embeddedLimits(spanOf('1', '-1'))).toThrow('OFFSET must not be negative')
  expect(embeddedLimits(spanOf('0', undefined))).toEqual({ limit: 0, offset: undefined })
  expect(embeddedLimits(spanOf('abc', undefined))).toEqual({ limit: undefined, offset: undefined })
})

test('a Content-Range has asterisks for unknown parts', () => {
  expect(contentRange(2, 3, 10)).toBe('2-4/10')
  expect(contentRange(2, 0, undefined)).toBe('*/*')
})

test.each([
  ['text/csv;q=0.5, application/json', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['image/png, */*;q=0.1', 'array'],
  ['application/vnd.pgrst.plan+text; options=analyze|evil', 'plan'],
])('the best match for %s is %s', (accept, format) => {
  expect(negotiate(accept, ROWS).format).toBe(format)
})

test('only known plan options are used', () => {
  expect(
    negotiate('application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|drop', ROWS).plan,
  ).toEqual({
    format: 'json',
    options: ['analyze'],
    for: 'csv',
  })
  expect(() => negotiate('image/png', ROWS)).toThrow('None of these media types')
})

test('CSV is read with quotes, line ends of both kinds and nulls', () => {
  expect(parseCsv('a,b\r\n1,"x ""y"", z"\nNULL,"NULL"\n')).toEqual([
    { a: '1', b: 'x "y", z' },
    { a: null, b: 'NULL' },
  ])
  expect(() => parseCsv('a,b\n1')).toThrow('same number of fields')
  expect(() => parseCsv('a,a\n1,2')).toThrow('named twice')
  expect(() => parseCsv('')).toThrow('no header')
})

test('an unknown time zone is not a valid preference', () => {
  for (const [header, zone] of [
    ['timezone=Asia/Tokyo', 'Asia/Tokyo'],
    ['timezone=Mars/Base', undefined],
    ['timezone=UTC', 'UTC'],
    ['timezone=', undefined],
  ] as const)
    expect(parsePrefer(header).timezone).toBe(zone)
  expect(() => parsePrefer('handling=strict, timezone=Mars/Base')).toThrow('Invalid preferences')
})
