import { expect, test } from 'vitest'
import { FIRST_PORTION_ROWS, nextPortion, PORTION_BYTES, PORTION_ROWS_MAX } from './flow.rules.ts'
import { RowBudget } from './row-budget.ts'

test.each([
  ['of nothing known', 0, 0, FIRST_PORTION_ROWS],
  ['of small rows', 100, 1000, PORTION_ROWS_MAX],
  ['of rows of a kilobyte', 100, 100 * 1024, PORTION_BYTES / 1024],
  ['of rows larger than a portion', 2, 4 * PORTION_BYTES, 1],
  ['of rows without bytes', 100, 0, PORTION_ROWS_MAX],
])('the next portion %s is so many rows', (_case, rows, bytes, portion) => {
  expect(nextPortion(rows, bytes)).toBe(portion)
})

test('a statement is cut at the first row above the limit, the next statement starts again', () => {
  const budget = new RowBudget({ maxRows: 2, maxBytes: 1000 })
  expect(budget.portion).toBe(3)
  expect([1, 2, 3, 4].map(() => budget.takeRow(1))).toEqual([true, true, false, false])
  expect(budget.isCut).toBe(true)
  budget.startStatement()
  expect(budget.isCut).toBe(false)
  expect(budget.takeRow(1)).toBe(true)
})

test('bytes are counted over all statements and notices', () => {
  const budget = new RowBudget({ maxRows: 100, maxBytes: 10 })
  expect(budget.takeRow(6)).toBe(true)
  expect(budget.take(3)).toBe(true)
  budget.startStatement()
  expect(budget.takeRow(2)).toBe(false)
  expect(budget.isCut).toBe(true)
})
