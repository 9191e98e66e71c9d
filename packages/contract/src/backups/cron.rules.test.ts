import { expect, test } from 'vitest'
import { lastTime, nextTime, parseCron, shortestGap } from './cron.rules.ts'

// A Tuesday.
const NOW = new Date('2026-03-31T12:00:00.000Z')

test.each([
  ['17 2 * * *', '2026-03-31T02:17', '2026-04-01T02:17', 1440],
  ['0 12 * * *', '2026-03-31T12:00', '2026-04-01T12:00', 1440],
  ['*/20 * * * *', '2026-03-31T12:00', '2026-03-31T12:20', 20],
  ['30 1,13 * * *', '2026-03-31T01:30', '2026-03-31T13:30', 720],
  ['0 0-6/3 * * *', '2026-03-31T06:00', '2026-04-01T00:00', 180],
  ['0 3 * * 0', '2026-03-29T03:00', '2026-04-05T03:00', 1440],
  ['0 3 * * 7', '2026-03-29T03:00', '2026-04-05T03:00', 1440],
  ['0 3 * * 1-5', '2026-03-31T03:00', '2026-04-01T03:00', 1440],
  ['0 3 1 * *', '2026-03-01T03:00', '2026-04-01T03:00', 1440],
  ['0 3 29 2 *', '2024-02-29T03:00', '2028-02-29T03:00', 1440],
  // Either day is enough.
  ['0 3 1 * 6', '2026-03-28T03:00', '2026-04-01T03:00', 1440],
  ['5/20 8 * * *', '2026-03-31T08:45', '2026-04-01T08:05', 20],
])('%s was at %s, is next at %s, and never sooner than after %i minutes', (text, last, next, gap) => {
  const cron = parseCron(text)!
  expect(lastTime(cron, NOW)?.toISOString().slice(0, 16)).toBe(last)
  expect(nextTime(cron, NOW)?.toISOString().slice(0, 16)).toBe(next)
  expect(shortestGap(cron)).toBe(gap)
})

test.each(['', 'daily', '* * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8'])(
  '%j is no schedule',
  (text) => expect(parseCron(text)).toBeUndefined(),
)

test.each(['*/0 * * * *', '5-1 * * * *', '1,,2 * * * *', '0 3 31 2 *', '@daily', '-1 * * * *'])(
  '%j is no schedule either',
  (text) => expect(parseCron(text)).toBeUndefined(),
)
