import { expect, test } from 'vitest'
import { failuresByDay, lastDays } from './auth-overview.rules.ts'

test('failures are warnings and errors, summed by day', () => {
  const bucket = (start: string, warning: number, error: number) => ({ start, info: 9, warning, error })
  expect(
    failuresByDay(['2026-11-24', '2026-11-25', '2026-11-26'], {
      buckets: [
        bucket('2026-11-23T18:00:00.000Z', 5, 5),
        bucket('2026-11-24T00:00:00.000Z', 1, 2),
        bucket('2026-11-24T18:00:00.000Z', 0, 4),
        bucket('2026-11-26T06:00:00.000Z', 3, 0),
      ],
    }),
  ).toEqual([7, 0, 3])
})

test('the last days end today in UTC', () => {
  expect(lastDays(3, new Date('2026-03-01T00:30:00.000Z'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})
