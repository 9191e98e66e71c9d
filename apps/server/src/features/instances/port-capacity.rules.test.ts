import { expect, test } from 'vitest'
import { isNearlyFull } from './port-capacity.ts'

test.each([
  [1000, 21, false],
  [1000, 20, true],
  [50, 6, false],
  [50, 5, true],
  [2, 2, false],
  [2, 1, true],
  [1000, 0, true],
])('of %i ports with %i free, few are left: %s', (total, free, isSo) => {
  expect(isNearlyFull({ total, free })).toBe(isSo)
})
