import { expect, test } from 'vitest'
import { defaultCustomRange, rangeError, rangeOf } from './usage-range.rules.ts'
import type { UsageSearch } from './usage-search.rules.ts'

const created = '2026-01-10T15:00:00.000Z'
const now = new Date('2026-03-12T08:00:00Z')

test.each<[UsageSearch, object | undefined]>([
  [{}, undefined],
  [{ period: 'current', start: '2026-01-01', end: '2026-01-02' }, undefined],
  [{ period: 'previous' }, { start: '2026-02-10', end: '2026-03-10' }],
  [
    { period: 'custom', start: '2026-02-27', end: '2026-02-28' },
    { start: '2026-02-27', end: '2026-03-01' },
  ],
  [{ period: 'custom', start: '2026-02-28', end: '2026-02-27' }, undefined],
  [{ period: 'custom' }, undefined],
])('%j selects the range %j', (search, range) => {
  expect(rangeOf(search, created, now)).toEqual(range)
})

test.each([
  ['2026-03-01', '2026-03-01', undefined],
  ['2025-03-01', '2026-03-01', undefined],
  ['2025-02-28', '2026-03-01', 'Choose at most 366 days'],
  ['2026-03-02', '2026-03-01', 'The last day must not be before the first'],
  ['', '2026-03-01', 'Enter both days'],
  ['2026-02-31T', '2026-03-01', 'Enter both days'],
  ['0026-03-01', '2026-03-01', 'Enter a year from 2000 to 2999'],
])('from %s to %s: %s', (start, end, problem) => {
  expect(rangeError(start, end)).toBe(problem)
})

test('the default custom range is the billing period up to today', () => {
  expect(defaultCustomRange(created, now)).toEqual({ start: '2026-03-10', end: '2026-03-12' })
})
