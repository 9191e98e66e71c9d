import { expect, test } from 'vitest'
import { lagLines, lagSummary } from './lag-line.rules.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const reading = (secondsAgo: number, seconds: number, bytes = 0) => ({
  at: new Date(now - secondsAgo * 1000).toISOString(),
  bytes,
  seconds,
})
const size = { now, width: 360, height: 10 }

test('readings become a line from left to right, scaled to the largest', () => {
  expect(lagLines([reading(20, 0), reading(10, 5), reading(0, 10)], 'seconds', size)).toEqual({
    lines: ['358.0,10.0 359.0,5.0 360.0,0.0'],
    max: 10,
  })
})

test('a line ends where nothing was read', () => {
  expect(
    lagLines([reading(3000, 0), reading(2990, 0), reading(10, 0), reading(0, 0)], 'seconds', size).lines,
  ).toHaveLength(2)
})

test('readings older than an hour are not drawn', () => {
  expect(lagLines([reading(4000, 3)], 'seconds', size)).toEqual({ lines: [], max: 1 })
})

test('bytes are drawn on a scale of their own', () => {
  expect(lagLines([reading(10, 5, 2 ** 22), reading(0, 0, 2 ** 21)], 'bytes', size)).toEqual({
    lines: ['359.0,0.0 360.0,5.0'],
    max: 2 ** 22,
  })
})

const clock = (secondsAgo: number) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(now - secondsAgo * 1000)

test.each([
  [[], 'No readings yet'],
  [[reading(3590, 0), reading(1, 0)], 'None in the last hour'],
  [[reading(3590, 0.04), reading(1, 1.26, 3 * 2 ** 20)], 'At most 1.3 s and 3 MB in the last hour'],
  // After a restart of the server, nothing is known of the time before.
  [[reading(600, 0), reading(1, 0)], `None since ${clock(600)}`],
])('%j reads "%s"', (readings, text) => {
  expect(lagSummary(readings, now)).toBe(text)
})
