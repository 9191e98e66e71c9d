import { expect, test } from 'vitest'
import { apiConfigOf } from '../schema/api-config.ts'
import { SchemaCache } from '../schema/schema-cache.ts'
import { CACHED_PLANS_MAX, type PlanInput, planOnce, shapeOf } from './plan-cache.ts'

const aCache = () =>
  new SchemaCache({
    relations: [],
    references: [],
    routines: [],
    settings: new Map(),
    handlers: [],
    exposed: [],
    config: apiConfigOf(undefined),
  })

test.each<[search: string, values: string[]]>([
  ['id=eq.5&select=id', ['5']],
  ['a=gt.1&b=not.lte.2020-01-01', ['1', '2020-01-01']],
  ['select=eq.5', []],
  ['limit=eq.5&order=gt.1', []],
  ['id=in.(1,2)&name=like.a*', []],
  ['name=eq.%41', []],
  ['authors.name=eq.x', []],
  ['', []],
])('the values of %s are %j', (search, values) => {
  expect(shapeOf(search).values).toEqual(values)
})

test.each<[search: string, values: string[]]>([
  ['a=1&b=x', ['1', 'x']],
  ['a=-1.5&b=eq.2&limit=3', ['-1.5', '2']],
  // An argument that looks like an operator with a value counts as one.
  ['a=not.eq.x.y&b=is.null', ['x.y']],
  ['a={1,2}&b=a%2Cb', []],
])('with arguments, the values of %s are %j', (search, values) => {
  expect(shapeOf(search, true).values).toEqual(values)
})

const input = (search: string) => ({ search })

test('a query is planned once for all values', () => {
  const cache = aCache()
  const made: string[] = []
  const make = ({ search }: PlanInput) => {
    made.push(search)
    const values = search.split('&').map((pair) => decodeURIComponent(pair.split('eq.')[1]!))
    return { planned: { text: 'select', values: [1000, ...values] }, offset: 3 }
  }
  for (const [one, two] of [
    ['1', 'a'],
    ['2', 'b'],
    ['b', '2'],
  ])
    expect(planOnce(cache, 'k', input(`x=eq.${one}&y=eq.${two}`), make)).toEqual({
      planned: { text: 'select', values: [1000, one, two] },
      offset: 3,
    })
  expect(made).toHaveLength(1)
  planOnce(cache, 'other', input('x=eq.1&y=eq.a'), make)
  planOnce(aCache(), 'k', input('x=eq.1&y=eq.a'), make)
  expect(made).toHaveLength(3)
})

test('a write is planned once for all rows, as text or as bytes', () => {
  const cache = aCache()
  let made = 0
  const make = ({ search, body }: PlanInput) => {
    made += 1
    const value = decodeURIComponent(search.slice('id=eq.'.length))
    return { planned: { text: 'update', values: [body, value, 'the same'] } }
  }
  for (const body of ['{"a":1}', '{"a":2}', Buffer.from('{"a":3}')])
    expect(planOnce(cache, 'k', { search: 'id=eq.7', body }, make).planned.values).toEqual([
      body,
      '7',
      'the same',
    ])
  expect(made).toBe(1)
  // Without a body it is another request.
  planOnce(cache, 'k', { search: 'id=eq.7' }, make)
  expect(made).toBe(2)
})

test('a body that is not a single value of the statement is planned for each request', () => {
  const cache = aCache()
  const written = ({ body }: PlanInput) => ({ planned: { text: String(body), values: [] } })
  expect(planOnce(cache, 'k', { search: '', body: 'a' }, written).planned.text).toBe('a')
  expect(planOnce(cache, 'k', { search: '', body: 'b' }, written).planned.text).toBe('b')
})

test('a plan that depends on a value is made for each value, and an error names the value', () => {
  const cache = aCache()
  const inlining = ({ search }: PlanInput) => ({ planned: { text: search, values: [] } })
  expect(planOnce(cache, 'k', input('x=eq.1'), inlining).planned.text).toBe('x=eq.1')
  const failing = ({ search }: PlanInput): never => {
    throw new Error(search)
  }
  expect(() => planOnce(cache, 'k', input('x=eq.7'), failing)).toThrow('x=eq.7')
})

test('the cache drops the least recently used plan beyond its limit', () => {
  const cache = aCache()
  let made = 0
  const make = () => ({ planned: { text: String(made++), values: [] } })
  for (let n = 0; n <= CACHED_PLANS_MAX; n++) planOnce(cache, String(n), input(''), make)
  planOnce(cache, String(CACHED_PLANS_MAX), input(''), make)
  expect(made).toBe(CACHED_PLANS_MAX + 1)
  planOnce(cache, '0', input(''), make)
  expect(made).toBe(CACHED_PLANS_MAX + 2)
})
