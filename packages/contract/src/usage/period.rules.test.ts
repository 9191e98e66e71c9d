import { expect, test } from 'vitest'
import { addDays, billingPeriod, dayOf, daysOf, wholeDays } from './period.rules.ts'

test.each([
  ['in the middle', '2026-01-10T15:00:00Z', '2026-03-12T08:00:00Z', 0, '2026-03-10', '2026-04-10'],
  [
    'before this month has begun',
    '2026-01-10T15:00:00Z',
    '2026-03-09T23:59:59Z',
    0,
    '2026-02-10',
    '2026-03-10',
  ],
  ['at its first moment', '2026-01-10T15:00:00Z', '2026-03-10T00:00:00Z', 0, '2026-03-10', '2026-04-10'],
  ['the one before', '2026-01-10T15:00:00Z', '2026-03-12T08:00:00Z', 1, '2026-02-10', '2026-03-10'],
  ['across a year', '2025-06-20T00:00:00Z', '2026-01-05T00:00:00Z', 0, '2025-12-20', '2026-01-20'],
  ['the day it was made', '2026-01-10T15:00:00Z', '2026-01-10T15:00:00Z', 0, '2026-01-10', '2026-02-10'],
  [
    'made on a 31st, in February',
    '2026-01-31T12:00:00Z',
    '2026-02-28T06:00:00Z',
    0,
    '2026-02-28',
    '2026-03-31',
  ],
  [
    'made on a 31st, before February ends',
    '2026-01-31T12:00:00Z',
    '2026-02-27T06:00:00Z',
    0,
    '2026-01-31',
    '2026-02-28',
  ],
  [
    'made on a 29th, in a leap year',
    '2027-12-29T12:00:00Z',
    '2028-02-29T06:00:00Z',
    0,
    '2028-02-29',
    '2028-03-29',
  ],
])('the billing period %s', (_when, created, at, back, start, end) => {
  const period = billingPeriod(new Date(created), new Date(at), back)
  expect([dayOf(period.start), dayOf(period.end)]).toEqual([start, end])
})

test('a span of time touches whole days', () => {
  const period = wholeDays(new Date('2026-02-27T18:00:00Z'), new Date('2026-03-01T00:00:01Z'))
  expect(daysOf(period)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysOf(wholeDays(new Date('2026-02-27T00:00:00Z'), new Date('2026-02-28T00:00:00Z')))).toEqual([
    '2026-02-27',
  ])
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})
