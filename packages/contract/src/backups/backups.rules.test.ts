import { expect, test } from 'vitest'
import { planIds } from '../organizations/organizations.rules.ts'
import { backupDays, hasRestoreEnded, isRestoreInProgress, restoreStatuses } from './backups.rules.ts'

test('a larger plan never keeps backups for a shorter time', () => {
  const days = planIds.map((plan) => backupDays[plan])
  expect(days).toEqual(days.toSorted((a, b) => a - b))
})

test.each([
  ['PREPARING', true, false],
  ['PLACING', true, false],
  ['RESTORED', false, false],
  ['CONFIRMING', true, false],
  ['UNDOING', true, false],
  ['CONFIRMED', false, true],
  ['UNDONE', false, true],
  ['FAILED', false, true],
] as const)('a restore that is %s is in progress: %s, and has ended: %s', (status, progresses, ends) => {
  expect([isRestoreInProgress(status), hasRestoreEnded(status)]).toEqual([progresses, ends])
  expect(restoreStatuses).toContain(status)
})
