import type { AdvisedPlan, TriedIndex } from '@basalt/contract/index-advice/index-advice.schema.ts'
import { expect, test } from 'vitest'
import { draftOf, factorOf, noAdvice, verdictOf } from './advice-text.rules.ts'

const plan = (ms: number | null, cost = 1000): AdvisedPlan => ({ text: '', ms, cost })
const index = (change: Partial<TriedIndex> = {}): TriedIndex => ({
  schema: 'public',
  table: 'orders',
  columns: [
    { name: 'customer', is_descending: false },
    { name: 'placed', is_descending: true },
  ],
  sql: '',
  error: null,
  bytes: 1000,
  build_ms: 5,
  after: plan(1),
  is_used: true,
  ...change,
})

test.each([
  [plan(120), index(), '120 times less time: 120 ms before, 1 ms after.', true],
  [
    plan(null, 3000),
    index({ after: plan(null, 1000) }),
    '3.0 times less estimated cost: 3,000 before, 1,000 after.',
    true,
  ],
  [plan(12), index({ after: plan(11) }), 'It is used and changes little: 12 ms before, 11 ms after.', false],
  [plan(12), index({ is_used: false }), 'PostgreSQL does not use it for this query.', false],
  [plan(12), index({ error: 'no room', after: null }), 'PostgreSQL refused it: no room', false],
])('an index is judged by what was measured', (before, tried, text, isWorthwhile) => {
  expect(verdictOf(before, tried)).toEqual({ text, isWorthwhile })
})

test('without a plan there is no factor', () => {
  expect(factorOf(plan(1), index({ after: null }))).toBeUndefined()
  expect(factorOf(plan(10), index())).toBe(10)
})

test('the index is created concurrently, with nulls where a descending scan expects them', () => {
  expect(draftOf(index())).toMatchObject({
    name: 'orders_customer_placed_idx',
    concurrently: true,
    keys: [
      { column: 'customer', is_descending: false, is_nulls_first: false },
      { column: 'placed', is_descending: true, is_nulls_first: true },
    ],
  })
})

test('it is said when there is nothing to try', () => {
  expect(noAdvice({ indexes: [] })).toContain('served by the indexes that are there')
  expect(noAdvice({ indexes: [index()] })).toContain('None of the indexes')
})
