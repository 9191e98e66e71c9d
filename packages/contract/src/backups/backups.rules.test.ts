import { expect, test } from 'vitest'
import { planIds } from '../organizations/organizations.rules.ts'
import {
  backupDays,
  backupIntervalHours,
  DEFAULT_SCHEDULE,
  hasRestoreEnded,
  isRestoreInProgress,
  restoreStatuses,
} from './backups.rules.ts'
import { parseCron, shortestGap } from './cron.rules.ts'

test('a larger plan never keeps backups for a shorter time', () => {
  const days = planIds.map((plan) => backupDays[plan])
  expect(days).toEqual(days.toSorted((a, b) => a - b))
})

test('the default schedule is one that every plan allows', () => {
  const gap = shortestGap(parseCron(DEFAULT_SCHEDULE)!)
  for (const plan of planIds) expect(gap).toBeGreaterThanOrEqual(backupIntervalHours[plan] * 60)
})

test.each([
  ['PREPARING', true, false],
  ['CANCELLING', true, false],
  ['PLACING', true, false],
  ['RESTORED', false, false],
  ['CONFIRMING', true, false],
  ['UNDOING', true, false],
  ['CONFIRMED', false, true],
  ['UNDONE', false, true],
  ['FAILED', false, true],
  ['CANCELLED', false, true],
] as const)('a restore that is %s is in progress: %s, and has ended: %s', (status, progresses, ends) => {
  expect([isRestoreInProgress(status), hasRestoreEnded(status)]).toEqual([progresses, ends])
  expect(restoreStatuses).toContain(status)
})
