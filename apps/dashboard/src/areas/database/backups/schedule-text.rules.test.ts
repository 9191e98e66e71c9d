import { expect, test } from 'vitest'
import { keptText, nextText, scheduleText } from './schedule-text.rules.ts'

test.each([
  ['17 2 * * *', 'Daily at 02:17 UTC'],
  ['5 23 * * *', 'Daily at 23:05 UTC'],
  ['0 */6 * * *', 'By the schedule 0 */6 * * *, in UTC'],
])('%s reads %s', (cron, text) => expect(scheduleText(cron)).toBe(text))

test('what is kept is said by days, and by number when there is one', () => {
  const schedule = {
    cron: '17 2 * * *',
    window_minutes: null,
    next_at: '2026-01-01T02:17:00.000Z',
    keep_count: null,
    keep_days_max: 7,
    interval_hours: 6,
  }
  expect(keptText({ schedule, retention_days: 7 })).toBe('Daily at 02:17 UTC, kept for 7 days.')
  expect(keptText({ schedule: { ...schedule, keep_count: 3 }, retention_days: 1 })).toBe(
    'Daily at 02:17 UTC, the newest 3 kept for 1 day.',
  )
})

test('the next time of what is typed is told, and nothing of what is no schedule', () => {
  expect(nextText('0 */6 * * *', new Date('2026-01-01T07:00:00.000Z'))).toContain('Next at')
  expect(nextText('every night', new Date())).toBeUndefined()
})
