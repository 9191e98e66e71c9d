import { expect, test } from 'vitest'
import { scheduleWords } from './schedule-words.rules.ts'

test.each([
  [null, 'Runs when needed'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['*/1 * * * *', 'Every minute'],
  ['0 */1 * * *', 'Every hour'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['5 3 * * *', 'Every day at 03:05 UTC'],
  ['0 3 * * 1', '0 3 * * 1 (UTC)'],
  ['15 * * * *', '15 * * * * (UTC)'],
])('the schedule %s is shown as %s', (schedule, words) => {
  expect(scheduleWords(schedule)).toBe(words)
})
