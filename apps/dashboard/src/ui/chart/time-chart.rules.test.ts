import { expect, test } from 'vitest'
import { sparkPath, stacked } from './time-chart.rules.ts'

test('bars are stacked on those below, with no bar where nothing was measured', () => {
  expect(
    stacked([
      [1, null, null],
      [2, 3, null],
    ]),
  ).toEqual([
    [1, null, null],
    [3, 3, null],
  ])
  expect(stacked([])).toEqual([])
})

test.each([
  [[], ''],
  [[null, null], ''],
  [[0, 0], 'M0 10L100 10'],
  [[0, 5, 10], 'M0 10L50 5L100 0'],
  [[10, null, 5], 'M0 0l1 0M100 5l1 0'],
])('the values %j are drawn as %s', (values, path) => {
  expect(sparkPath(values, 100, 10)).toBe(path)
})
