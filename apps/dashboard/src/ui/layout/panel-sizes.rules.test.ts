import { expect, test } from 'vitest'
import { borderRange, startSizes, withBorderAt } from './panel-sizes.rules.ts'

const two = [
  { defaultSize: 50, minSize: 30 },
  { defaultSize: 50, minSize: 20 },
]
const three = [{ defaultSize: 20, maxSize: 40 }, { defaultSize: 60, minSize: 30 }, { defaultSize: 20 }]

test.each([
  [two, [], [50, 50]],
  [two, [70, 30], [70, 30]],
  [two, [33.4, 66.4], [33.4, 66.4]],
  [two, [20, 80], [50, 50]],
  [two, [50, 20], [50, 50]],
  [two, [40, 30, 30], [50, 50]],
  [two, [Number.NaN, 50], [50, 50]],
  [three, [45, 35, 20], [20, 60, 20]],
])('%j panels with %j stored start with the sizes %j', (panels, remembered, sizes) => {
  expect(startSizes(panels, remembered)).toEqual(sizes)
})

test.each([
  [two, [50, 50], 1, [30, 80]],
  [three, [20, 60, 20], 1, [0, 40]],
  [three, [20, 60, 20], 2, [30, 80]],
] as const)('in %j with sizes %j border %i moves within %j', (panels, sizes, border, range) => {
  expect(borderRange(panels, sizes, border)).toEqual(range)
})

test.each([
  [two, [50, 50], 1, 65, [65, 35]],
  [two, [50, 50], 1, 5, [30, 70]],
  [two, [50, 50], 1, 95, [80, 20]],
  [three, [20, 60, 20], 2, 70, [20, 70, 10]],
] as const)('in %j with sizes %j border %i at %i results in %j', (panels, sizes, border, size, next) => {
  expect(withBorderAt(panels, sizes, border, size)).toEqual(next)
})
