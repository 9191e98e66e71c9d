import { expect, test } from 'vitest'
import { changeText, metricText, metricTotal } from './metric-text.rules.ts'

test.each([
  ['count', 3, '3'],
  ['count', 2.5, '2.5'],
  ['count', 12_345, '12,345'],
  ['bytes', 2048, '2 KB'],
  ['bytes_per_second', 1536, '1.5 KB/s'],
  ['part', 0.998, '99.8%'],
  ['per_second', 0.25, '0.25/s'],
  ['ms', 9.53, '9.5 ms'],
  ['ms', 2400, '2.4 s'],
] as const)('the %s %d is shown as %s', (unit, value, text) => {
  expect(metricText(unit, value)).toBe(text)
})

test.each([
  ['count', true, [1, 2, null], 3],
  ['count', false, [1, 3, null], 2],
  ['ms', true, [10, 20], 15],
  ['bytes', true, [10, 20], 30],
  ['count', true, [null], null],
] as const)('of %s (summed: %s), %j is %s altogether', (unit, isSummed, values, total) => {
  expect(metricTotal(unit, isSummed, values)).toBe(total)
})

test.each([
  [null, 3, undefined],
  [3, 3, 'the same'],
  [0, 3, 'from none'],
  [100, 112, '12% more'],
  [100, 99.5, '0.5% less'],
  [1, 20, '20 times more'],
])('from %s to %s is %s', (before, now, text) => {
  expect(changeText(before, now)).toBe(text)
})
