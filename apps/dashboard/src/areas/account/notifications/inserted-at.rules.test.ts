import { expect, test } from 'vitest'
import { insertedAt } from './inserted-at.rules.ts'

const now = new Date(2026, 10, 7, 12)

test.each([
  [new Date(2026, 10, 7, 11, 55), '5 minutes ago'],
  [new Date(2026, 10, 6, 13), '23 hours ago'],
  [new Date(2026, 10, 6, 11), 'Nov 06, 2026'],
  [new Date(2025, 0, 31), 'Jan 31, 2025'],
])('%s reads as %s', (time, words) => {
  expect(insertedAt(time, now)).toBe(words)
})
