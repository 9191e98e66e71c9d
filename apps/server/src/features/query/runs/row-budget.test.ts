import { expect, test } from 'vitest'
import { FETCH_BYTES, FETCH_ROWS_MAX, FIRST_FETCH_ROWS, nextFetchSize } from './flow.rules.ts'
import { RowBudget } from './row-budget.ts'

test.each([
  ['without rows so far', 0, 0, FIRST_FETCH_ROWS],
  ['of small rows', 100, 1000, FETCH_ROWS_MAX],
  ['of rows of a kilobyte', 100, 100 * 1024, FETCH_BYTES / 1024],
  ['of rows larger than a portion', 2, 4 * FETCH_BYTES, 1],
  ['of rows without bytes', 100, 0, FETCH_ROWS_MAX],
])('the fetch size %s', (_case, rows, bytes, size) => {
  expect(nextFetchSize(rows, bytes)).toBe(size)
})

test('a statement is truncated at the row limit, and the next one starts fresh', () => {
  const budget = new RowBudget({ maxRows: 2, maxBytes: 1000 })
  expect(budget.fetchSize).toBe(3)
  expect([1, 2, 3, 4].map(() => budget.takeRow(1))).toEqual([true, true, false, false])
  expect(budget.isCut).toBe(true)
  budget.startStatement()
  expect(budget.isCut).toBe(false)
  expect(budget.takeRow(1)).toBe(true)
})

test('bytes are counted across statements and notices', () => {
  const budget = new RowBudget({ maxRows: 100, maxBytes: 10 })
  expect(budget.takeRow(6)).toBe(true)
  expect(budget.take(3)).toBe(true)
  budget.startStatement()
  expect(budget.takeRow(2)).toBe(false)
  expect(budget.isCut).toBe(true)
})
