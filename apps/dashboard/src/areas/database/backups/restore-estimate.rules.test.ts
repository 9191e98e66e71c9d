import { expect, test } from 'vitest'
import { aBackup, aBackupOverview, withLog } from './a-backup-overview.fixture.ts'
import { estimateText, restoreEstimate } from './restore-estimate.rules.ts'

const checked = aBackup({ id: 'checked', restore_seconds: 4, data_bytes: 100 })
const unchecked = aBackup({
  id: 'unchecked',
  completed_at: '2026-01-01T08:00:00.000Z',
  restore_seconds: null,
  checked_at: null,
  verified_at: null,
  verification: null,
  data_bytes: 250,
})
const point = { id: 'p', name: 'p', reason: 'manual' as const, made_at: '2026-01-01T09:00:00.000Z' }
const overview = aBackupOverview({
  backups: [unchecked, checked],
  pitr: withLog({ restore_points: [point] }),
})

test.each([
  ['by its own check', { id: 'checked' }, 4, undefined],
  ['in proportion to another one', { id: 'unchecked' }, 10, undefined],
  ['from the backup before a moment', { recovery_time_target: '2026-01-01T07:59:59.000Z' }, 4, 'checked'],
  ['from the newest of several', { recovery_time_target: '2026-01-01T08:30:00.000Z' }, 10, 'unchecked'],
  ['from the backup before a restore point', { restore_point: 'p' }, 10, 'unchecked'],
])('a restore is estimated %s', (_how, origin, seconds, from) => {
  const estimate = restoreEstimate(overview, origin)
  expect([estimate?.seconds, estimate?.from?.id]).toEqual([seconds, from])
})

test('a backup with changes only takes about as long as the last one that was checked', () => {
  const changes = { ...unchecked, kind: 'incremental' as const }
  expect(restoreEstimate({ ...overview, backups: [changes, checked] }, { id: 'unchecked' })?.seconds).toBe(4)
})

test('nothing is promised without a check, or for what is not known', () => {
  expect(restoreEstimate({ ...overview, backups: [unchecked] }, { id: 'unchecked' })).toBeUndefined()
  expect(restoreEstimate(overview, { id: 'gone' })).toBeUndefined()
  expect(restoreEstimate(overview, { restore_point: 'gone' })).toBeUndefined()
  expect(restoreEstimate(overview, { recovery_time_target: '2025-01-01T00:00:00.000Z' })).toBeUndefined()
})

test('the replay of the log comes on top', () => {
  expect(estimateText({ seconds: 4, from: undefined })).toBe('This takes about 4 seconds.')
  expect(estimateText({ seconds: 4, from: checked })).toMatch(
    /^This takes about 4 seconds, and longer the more was written since the backup of 1 Jan 2026/,
  )
})
