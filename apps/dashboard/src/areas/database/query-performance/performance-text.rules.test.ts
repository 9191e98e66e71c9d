import { expect, test } from 'vitest'
import { percent, queryTime } from './performance-text.rules.ts'

test.each([
  [0, '0 ms'],
  [0.0234, '0.02 ms'],
  [9.5, '9.5 ms'],
  [312.4, '312 ms'],
  [4_120, '4.1 s'],
  [90_000, '1.5 min'],
  [12_600_000, '3.5 h'],
])('%d ms are shown as %s', (milliseconds, text) => {
  expect(queryTime(milliseconds)).toBe(text)
})

test.each([
  [0, '0%'],
  [0.0002, '< 0.1%'],
  [0.4567, '45.7%'],
  [1, '100%'],
])('%d is %s', (part, text) => {
  expect(percent(part)).toBe(text)
})
