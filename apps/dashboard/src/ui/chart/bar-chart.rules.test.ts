import { expect, test } from 'vitest'
import { barAt, chartScale } from './bar-chart.rules.ts'

test.each([
  [[null, null], undefined, { top: 1, showsLimit: false }],
  [[0, 0], 10, { top: 1, showsLimit: false }],
  [[50, 100], undefined, { top: 100, showsLimit: false }],
  [[50, 100], 200, { top: 200, showsLimit: true }],
  [[50, 100], 80, { top: 100, showsLimit: true }],
  [[50, 100], 301, { top: 100, showsLimit: false }],
])('bars %j with the limit %s', (values, limit, { top, showsLimit }) => {
  const scale = chartScale(values, limit)
  expect(scale.top).toBeCloseTo(top)
  expect(scale.showsLimit).toBe(showsLimit)
})

test.each([
  [0, 0],
  [99, 0],
  [100, 1],
  [299, 2],
  [300, 2],
  [-5, 0],
])('%i of 300 pixels lies above bar %i of 3', (x, bar) => {
  expect(barAt(x, 300, 3)).toBe(bar)
})
