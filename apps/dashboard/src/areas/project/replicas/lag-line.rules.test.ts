import { expect, test } from 'vitest'
import { lagLines, lagSummary } from './lag-line.rules.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const reading = (secondsAgo: number, seconds: number) => ({
  at: new Date(now - secondsAgo * 1000).toISOString(),
  bytes: 0,
  seconds,
})
const size = { now, width: 360, height: 10 }

test('readings become a line from left to right, scaled to the largest', () => {
  expect(lagLines([reading(20, 0), reading(10, 5), reading(0, 10)], size)).toEqual({
    lines: ['358.0,10.0 359.0,5.0 360.0,0.0'],
    max: 10,
  })
})

test('a line ends where nothing was read', () => {
  expect(
    lagLines([reading(3000, 0), reading(2990, 0), reading(10, 0), reading(0, 0)], size).lines,
  ).toHaveLength(2)
})

test('readings older than an hour are not drawn', () => {
  expect(lagLines([reading(4000, 3)], size)).toEqual({ lines: [], max: 1 })
})

test.each([
  [[], 'No readings yet'],
  [[reading(1, 0)], 'None in the last hour'],
  [[reading(2, 0.04), reading(1, 1.26)], 'At most 1.3 s in the last hour'],
])('%j reads "%s"', (readings, text) => {
  expect(lagSummary(readings)).toBe(text)
})
