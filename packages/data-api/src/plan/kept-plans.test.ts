import { expect, test } from 'vitest'
import { apiConfigOf } from '../schema/api-config.ts'
import { SchemaCache } from '../schema/schema-cache.ts'
import { KEPT_PLANS_MAX, planOnce, shapeOf } from './kept-plans.ts'

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
])('of %s the values are %j', (search, values) => {
  expect(shapeOf(search).values).toEqual(values)
})

test('a query is planned once for all values', () => {
  const cache = aCache()
  const made: string[] = []
  const make = (search: string) => {
    made.push(search)
    const values = search.split('&').map((pair) => decodeURIComponent(pair.split('eq.')[1]!))
    return { planned: { text: 'select', values: [1000, ...values] }, offset: 3 }
  }
  for (const [one, two] of [
    ['1', 'a'],
    ['2', 'b'],
    ['b', '2'],
  ])
    expect(planOnce(cache, 'k', `x=eq.${one}&y=eq.${two}`, make)).toEqual({
      planned: { text: 'select', values: [1000, one, two] },
      offset: 3,
    })
  expect(made).toHaveLength(1)
  planOnce(cache, 'other', 'x=eq.1&y=eq.a', make)
  planOnce(aCache(), 'k', 'x=eq.1&y=eq.a', make)
  expect(made).toHaveLength(3)
})

test('a plan that depends on a value is made for each value, and an error names the value', () => {
  const cache = aCache()
  const hiding = (search: string) => ({ planned: { text: search, values: [] }, offset: 0 })
  expect(planOnce(cache, 'k', 'x=eq.1', hiding).planned.text).toBe('x=eq.1')
  const failing = (search: string): never => {
    throw new Error(search)
  }
  expect(() => planOnce(cache, 'k', 'x=eq.7', failing)).toThrow('x=eq.7')
})

test('no more plans are kept than the limit', () => {
  const cache = aCache()
  let made = 0
  const make = () => ({ planned: { text: String(made++), values: [] }, offset: 0 })
  for (let n = 0; n <= KEPT_PLANS_MAX; n++) planOnce(cache, String(n), '', make)
  planOnce(cache, String(KEPT_PLANS_MAX), '', make)
  expect(made).toBe(KEPT_PLANS_MAX + 1)
  planOnce(cache, '0', '', make)
  expect(made).toBe(KEPT_PLANS_MAX + 2)
})
