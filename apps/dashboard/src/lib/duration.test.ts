import { expect, test } from 'vitest'
import { durationWords, formatDuration } from './duration.ts'

test.each([
  [-1, '0s'],
  [Number.NaN, '0s'],
  [999, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3_599_000, '59m'],
  [3_600_000, '1h'],
  [86_399_000, '23h'],
  [86_400_000 * 40, '40d'],
])('%d ms read as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

test.each([
  [0.2, '1 second'],
  [4.1, '4 seconds'],
  [61, '61 seconds'],
  [150, '3 minutes'],
  [3600, '60 minutes'],
  [7300, '2 hours'],
])('%s seconds are expected as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})
