import { expect, test } from 'vitest'
import { positionAfter, windowOf } from './virtual-rows.rules.ts'

test.each([
  [{ top: 0, height: 360 }, 100, { start: 0, end: 16 }],
  [{ top: 3600, height: 360 }, 1000, { start: 94, end: 116 }],
  [{ top: 35_640, height: 360 }, 1000, { start: 984, end: 1000 }],
  [{ top: 99_999, height: 360 }, 5, { start: 0, end: 5 }],
  [{ top: 0, height: 0 }, 3, { start: 0, end: 3 }],
  [{ top: 0, height: 360 }, 0, { start: 0, end: 0 }],
])('at %j of %s rows these are rendered', (view, count, expected) => {
  expect(windowOf(view, 36, count)).toEqual(expected)
})

test.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 1, 1],
  ['PageDown', 5, 15],
  ['PageUp', 5, 1],
  ['PageDown', 95, 100],
  ['Home', 95, 1],
  ['End', 5, 100],
  ['Enter', 5, undefined],
])('%s leads from row %s to row %s', (key, place, next) => {
  expect(positionAfter(key, place, 10, 100)).toBe(next)
})
