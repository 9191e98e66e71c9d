import { expect, test } from 'vitest'
import { scheduleLabel } from './schedule-label.rules.ts'

test.each([
  [null, 'Runs when needed'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['*/1 * * * *', 'Every minute'],
  ['0 */1 * * *', 'Every hour'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['5 3 * * *', 'Every day at 03:05 UTC'],
  ['0 3 * * 1', '0 3 * * 1 (UTC)'],
  ['15 * * * *', '15 * * * * (UTC)'],
])('the schedule %s is displayed as %s', (schedule, words) => {
  expect(scheduleLabel(schedule)).toBe(words)
})
