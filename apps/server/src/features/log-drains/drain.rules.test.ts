import { expect, test } from 'vitest'
import { retryDelayMs } from './drain.rules.ts'

test.each([
  [1, 0, 800],
  [1, 1, 1_200],
  [3, 0.5, 4_000],
  [9, 0.5, 256_000],
  [10, 0.5, 300_000],
  [5_000, 0.5, 300_000],
])('after %d attempts and with chance %d, the next one follows in %d ms', (attempts, chance, ms) => {
  expect(retryDelayMs(attempts, chance)).toBe(ms)
})
