import { expect, test } from 'vitest'
import { sparkline } from './sparkline.rules.ts'

test('the highest bar fills the height, and zero has a line', () => {
  expect(sparkline([0, 5, 10], { width: 30, height: 20 })).toEqual([
    { x: 0, y: 19, width: 9, height: 1 },
    { x: 10, y: 10, width: 9, height: 10 },
    { x: 20, y: 0, width: 9, height: 20 },
  ])
})

test('a day without requests is a flat line', () => {
  expect(sparkline([0, 0], { width: 20, height: 20 }).map(({ height }) => height)).toEqual([1, 1])
})
