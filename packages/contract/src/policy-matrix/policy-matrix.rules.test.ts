import { expect, test } from 'vitest'
import { cellKey, outcomeOf, unexpectedCells } from './policy-matrix.rules.ts'

test.each([
  [0, 0, 'unknown'],
  [0, 5, 'none'],
  [2, 5, 'some'],
  [5, 5, 'all'],
])('%i of %i rows are %s', (rows, tried, outcome) => {
  expect(outcomeOf(rows, tried)).toBe(outcome)
})

test('a cell differs when its outcome was expected to be another one', () => {
  const cell = { actor: 'anon', schema: 'public', table: 'orders' }
  const now = [
    { ...cell, action: 'select', outcome: 'all' },
    { ...cell, action: 'insert', outcome: 'refused' },
    { ...cell, table: 'new', action: 'select', outcome: 'all' },
  ] as const
  const expected = [
    { ...cell, action: 'select', outcome: 'none' },
    { ...cell, action: 'insert', outcome: 'refused' },
    { ...cell, table: 'gone', action: 'select', outcome: 'all' },
  ] as const
  expect([...unexpectedCells(now, expected)]).toEqual([[cellKey(now[0]), 'none']])
})
