import { expect, test } from 'vitest'
import { moveSeconds } from './upgrades.rules.ts'

test.each([
  [0, 5, 5],
  [8_000_000, 6, 6],
  [1_000_000_000, 30, 130],
  [100_000_000_000, 2505, 12_505],
])('a database of %d bytes moves in %d to %d seconds', (bytes, from, to) => {
  expect(moveSeconds(bytes)).toEqual({ from, to })
})
