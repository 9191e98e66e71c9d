import { expect, test } from 'vitest'
import { formatPeriod, longDay, shortDay } from './utc-days.ts'

test('a period reads as its first and last day', () => {
  expect(formatPeriod('2026-02-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z')).toBe(
    '10 Feb 2026 to 9 Mar 2026',
  )
})

test('days are in UTC', () => {
  expect([shortDay('2026-03-12'), longDay('2026-03-12')]).toEqual(['12 Mar', '12 Mar 2026'])
})
