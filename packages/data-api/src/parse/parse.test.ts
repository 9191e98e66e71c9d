import { expect, test } from 'vitest'
import { parseCsv } from '../wire/csv.ts'
import { negotiate, type Offer } from './media-type.ts'
import { parsePrefer } from './prefer.ts'
import { parseQuery } from './query.ts'
import { parseQueryString } from './query-string.ts'
import { contentRange, narrow, parseRange } from './range.ts'

const ROWS: Offer = { kind: 'rows', handlers: [] }

const query = (text: string, hasArguments = false) => parseQuery(parseQueryString(text), { hasArguments })

test('a query is taken apart level by level', () => {
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

test('within a group values end at commas and parentheses, unless they are in quotes or braces', () => {
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

test('of a function, what is no filter is an argument', () => {
  const { args, levels } = query('a=1&b=eq.2&limit=5', true)
  expect(args).toEqual([['a', '1']])
  expect(levels.size).toBe(1)
})

test('preferences are found among others, the first of a kind counts', () => {
  expect(parsePrefer('return=minimal, count=exact,return=representation, respond-async')).toMatchObject({
    representation: 'minimal',
    count: 'exact',
  })
  expect(parsePrefer('max-affected=5').maxAffected).toBeUndefined()
  expect(parsePrefer('handling=strict, max-affected=5').maxAffected).toBe(5)
  expect(() => parsePrefer('handling=strict, count=some')).toThrow('Invalid preferences')
})

test.each<[string | undefined, object | undefined]>([
  ['0-9', { offset: 0, limit: 10 }],
  ['5-', { offset: 5, limit: undefined }],
  ['items=2-3', { offset: 2, limit: 2 }],
  ['9-5', { offset: 9, limit: 0 }],
  ['-5', undefined],
  ['bytes=0-1', undefined],
  [undefined, undefined],
])('the range %s', (header, range) => {
  expect(parseRange(header)).toEqual(range)
})

test('two ranges allow what both allow', () => {
  expect(narrow({ offset: 0, limit: 2 }, { offset: 1, limit: 3 })).toEqual({ offset: 1, limit: 1 })
  expect(narrow({ offset: 4, limit: undefined }, { offset: 0, limit: 2 })).toEqual({ offset: 4, limit: 0 })
  expect(contentRange(2, 3, 10)).toBe('2-4/10')
  expect(contentRange(2, 0, undefined)).toBe('*/*')
})

test.each([
  ['text/csv;q=0.5, application/json', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['image/png, */*;q=0.1', 'array'],
  ['application/vnd.pgrst.plan+text; options=analyze|evil', 'plan'],
])('of %s the best is chosen', (accept, format) => {
  expect(negotiate(accept, ROWS).format).toBe(format)
})

test('options of plans are chosen from those there are', () => {
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

test('a time zone that is none is no preference', () => {
  for (const [header, zone] of [
    ['timezone=Asia/Tokyo', 'Asia/Tokyo'],
    ['timezone=Mars/Base', undefined],
    ['timezone=UTC', 'UTC'],
    ['timezone=', undefined],
  ] as const)
    expect(parsePrefer(header).timezone).toBe(zone)
  expect(() => parsePrefer('handling=strict, timezone=Mars/Base')).toThrow('Invalid preferences')
})
