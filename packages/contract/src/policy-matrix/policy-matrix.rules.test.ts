import { expect, test } from 'vitest'
import {
  cellKey,
  comparedCells,
  mergeExpectations,
  outcomeOf,
  unexpectedCells,
} from './policy-matrix.rules.ts'

const expected = (schema: string, actor: string, outcome: 'all' | 'none') =>
  ({ schema, actor, table: 'notes', action: 'select', outcome }) as const

test('saved expectations replace those of their schemas, and leave those of others', () => {
  const before = {
    actors: [
      { name: 'anon', role: 'anon' },
      { name: 'gone', role: 'x' },
    ],
    cells: [expected('a', 'gone', 'all'), expected('b', 'anon', 'all')],
  }
  const saved = { actors: [{ name: 'ann', role: 'authenticated' }], cells: [expected('a', 'ann', 'none')] }
  expect(mergeExpectations(before, saved)).toEqual({
    actors: [saved.actors[0], before.actors[0]],
    cells: [before.cells[1], saved.cells[0]],
  })
  const other = { ...expected('a', 'gone', 'all'), table: 'other' }
  const withOther = { actors: before.actors, cells: [...before.cells, other] }
  expect(mergeExpectations(withOther, saved, 'tables').cells).toEqual([
    before.cells[1],
    other,
    saved.cells[0],
  ])
  expect(comparedCells([expected('a', 'ann', 'all'), expected('c', 'ann', 'all')], saved.cells)).toBe(1)
})

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
