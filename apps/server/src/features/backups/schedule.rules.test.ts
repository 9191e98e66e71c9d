import { expect, test } from 'vitest'
import { dueTime, keptDays, scheduleOf, scheduleRefusal } from './schedule.rules.ts'

const NOW = new Date('2026-03-31T12:00:00.000Z')
const none = { schedule: null, window_minutes: null, keep_days: null, keep_count: null }

test.each([
  // Missed while the server was off: made up for, unless there is a window.
  [none, '2026-03-30T03:00Z', { time: '2026-03-31T02:17', begins: true }],
  [none, '2026-03-31T02:17Z', undefined],
  [{ ...none, window_minutes: 60 }, '2026-03-30T03:00Z', { time: '2026-03-31T02:17', begins: false }],
  [
    { ...none, schedule: '30 11 * * *', window_minutes: 30 },
    '2026-03-30Z',
    { time: '2026-03-31T11:30', begins: true },
  ],
  [
    { ...none, schedule: '29 11 * * *', window_minutes: 30 },
    '2026-03-30Z',
    { time: '2026-03-31T11:29', begins: false },
  ],
  // Made after the last time.
  [none, '2026-03-31T11:00Z', undefined],
  // The clock was a moment ahead, and two years ahead.
  [none, '2026-03-31T12:30Z', undefined],
  [none, '2028-03-31T02:17Z', { time: '2026-03-31T02:17', begins: true }],
  // Too often for the plan, which may have changed since: the default holds.
  [{ ...none, schedule: '0 * * * *' }, '2026-03-31T03:00Z', undefined],
])('with %j, after %s, %j is due', (settings, since, due) => {
  const found = dueTime(settings, { plan: 'pro', since: new Date(since), now: NOW })
  expect(found && { ...found, time: found.time.toISOString().slice(0, 16) }).toEqual(due)
})

test.each([
  [{ schedule: '0 */6 * * *' }, 'pro', undefined],
  [{ schedule: '0 */5 * * *' }, 'pro', 'schedule'],
  [{ schedule: '0 * * * *' }, 'team', undefined],
  [{ schedule: '*/30 * * * *' }, 'enterprise', 'schedule'],
  [{ schedule: null, keep_days: 7 }, 'pro', undefined],
  [{ keep_days: 8 }, 'pro', 'keep_days'],
  [{}, 'free', undefined],
] as const)('%j on the plan %s is refused for %s', (settings, plan, path) => {
  expect(scheduleRefusal(settings, plan)?.path).toBe(path)
})

test('a plan that became smaller keeps backups for a shorter time', () => {
  expect(keptDays({ keep_days: 14 }, 'team')).toBe(14)
  expect(keptDays({ keep_days: 14 }, 'free')).toBe(3)
  expect(scheduleOf({ ...none, schedule: '0 * * * *' }, 'free', NOW)).toMatchObject({
    cron: '17 2 * * *',
    next_at: '2026-04-01T02:17:00.000Z',
    keep_days: 3,
    interval_hours: 24,
  })
})
