import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-03-10T12:00:00Z')
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test.each([
  [0, 'just now'],
  [-9, 'just now'],
  [-30, '30 seconds ago'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-7_200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [86_400, 'tomorrow'],
  [300, 'in 5 minutes'],
  [-86_400 * 20, '2 weeks ago'],
  [-86_400 * 800, '2 years ago'],
])('%d seconds from now reads as %s', (seconds, text) => {
  expect(relativeTime(secondsFromNow(seconds), now)).toBe(text)
})

test('an invalid date reads as unknown', () => {
  expect(relativeTime(new Date('nonsense'), now)).toBe('unknown')
})
