import { expect, test } from 'vitest'
import { moveTime } from './move-time.rules.ts'

test.each([
  [5, 5, '5s'],
  [30, 130, '30s to 2m'],
  [2505, 12_505, '41m to 3h'],
])('a move that takes %d to %d seconds takes %s', (from, to, text) => {
  expect(moveTime({ from, to })).toBe(text)
})
