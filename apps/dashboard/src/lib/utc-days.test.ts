import { expect, test } from 'vitest'
import { daysInWords, longDay, shortDay } from './utc-days.ts'

test('a period is told by its first and its last day', () => {
  expect(daysInWords('2026-02-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z')).toBe(
    'Feb 10, 2026 to Mar 9, 2026',
  )
})

test('a day is the day of UTC', () => {
  expect([shortDay('2026-03-12'), longDay('2026-03-12')]).toEqual(['Mar 12', 'Mar 12, 2026'])
})
