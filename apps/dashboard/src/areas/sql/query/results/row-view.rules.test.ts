import type { RowFilter } from '@basalt/sql/rows/row-view.ts'
import { expect, test } from 'vitest'
import { filterLabel, isWhole, wholeResult, withFilter, withoutFilter } from './row-view.rules.ts'

const is = (column: number, value: string | null): RowFilter => ({ column, operator: 'is', value })
const isNot = (column: number, value: string | null): RowFilter => ({ column, operator: 'is_not', value })

test('a second "is" filter on a column replaces the first', () => {
  const view = withFilter(withFilter(withFilter(wholeResult, is(0, 'a')), is(1, 'x')), is(0, 'b'))
  expect(view.filters).toEqual([is(1, 'x'), is(0, 'b')])
})

test('several values can be excluded, each only once', () => {
  const view = [isNot(0, 'a'), isNot(0, null), isNot(0, 'a')].reduce(withFilter, wholeResult)
  expect(view.filters).toEqual([isNot(0, null), isNot(0, 'a')])
  expect(withoutFilter(view, isNot(0, null)).filters).toEqual([isNot(0, 'a')])
})

test('a view without filters and sorts is the whole result', () => {
  expect(isWhole(wholeResult)).toBe(true)
  expect(isWhole({ ...wholeResult, search: 'a' })).toBe(false)
})

test.each([
  [is(0, 'paid'), 'status is paid'],
  [isNot(0, null), 'status is not NULL'],
  [is(0, ''), 'status is empty'],
  [is(0, 'x'.repeat(50)), `status is ${'x'.repeat(40)}…`],
])('the label of %j is %s', (filter, label) => {
  expect(filterLabel(filter, 'status')).toBe(label)
})
