import { expect, test } from 'vitest'
import { areaOf, cellsOf, clipped, isInside, movedHead } from './grid-range.rules.ts'

const size = { rows: 10, columns: 4 }

test.each([
  ['ArrowUp', false, 4, 2],
  ['ArrowDown', false, 6, 2],
  ['ArrowLeft', false, 5, 1],
  ['ArrowRight', false, 5, 3],
  ['ArrowUp', true, 0, 2],
  ['ArrowDown', true, 9, 2],
  ['ArrowLeft', true, 5, 0],
  ['ArrowRight', true, 5, 3],
  ['Home', false, 5, 0],
  ['End', false, 5, 3],
  ['Home', true, 0, 0],
  ['End', true, 9, 3],
])('%s (to the edge: %s) moves the head of a selection to row %i, column %i', (key, toEdge, row, column) => {
  expect(movedHead({ row: 5, column: 2 }, key, toEdge, size)).toEqual({ row, column })
})

test('a selection never leaves the grid, and other keys do not move it', () => {
  expect(movedHead({ row: 0, column: 0 }, 'ArrowUp', false, size)).toEqual({ row: 0, column: 0 })
  expect(movedHead({ row: 9, column: 3 }, 'ArrowDown', false, size)).toEqual({ row: 9, column: 3 })
  expect(movedHead({ row: 0, column: 0 }, 'x', false, size)).toBeUndefined()
})

test('a selection drawn upwards contains the same cells', () => {
  const area = areaOf({ anchor: { row: 5, column: 3 }, head: { row: 4, column: 1 } })
  expect(area).toEqual({ top: 4, bottom: 5, left: 1, right: 3 })
  expect(cellsOf(area)).toBe(6)
  expect(isInside(area, { row: 4, column: 3 })).toBe(true)
  expect(isInside(area, { row: 6, column: 3 })).toBe(false)
})

test.each([
  [{ top: 2, bottom: 9, left: 0, right: 1 }, 20, { top: 2, bottom: 9, left: 0, right: 1 }],
  [{ top: 2, bottom: 9, left: 0, right: 1 }, 5, { top: 2, bottom: 4, left: 0, right: 1 }],
  [{ top: 2, bottom: 9, left: 0, right: 1 }, 2, undefined],
  [undefined, 5, undefined],
])('the selection %j clipped to %d rows is %j', (area, rows, expected) => {
  expect(clipped(area, rows)).toEqual(expected)
})
