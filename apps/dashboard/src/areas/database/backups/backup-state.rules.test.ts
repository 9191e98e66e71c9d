import type { Backup } from '@basalt/contract/backups/backups.schema.ts'
import { expect, test } from 'vitest'
import { aBackup, aBackupOverview } from './a-backup-overview.fixture.ts'
import { backupBadge, checkedText, checkProgressText, isChanging } from './backup-state.rules.ts'

const backup = aBackup({ restore_seconds: 2.14 })
const unchecked = { checked_at: null, verified_at: null, restore_seconds: null, verification: null }

test.each<[Partial<Backup>, string, string]>([
  [{ status: 'RUNNING', ...unchecked }, 'Backing up', 'neutral'],
  [{ status: 'FAILED', ...unchecked }, 'Failed', 'critical'],
  [unchecked, 'Being checked', 'neutral'],
  [{ status: 'CANCELLING', ...unchecked }, 'Cancelling', 'neutral'],
  [{ status: 'CANCELLED', ...unchecked }, 'Cancelled', 'neutral'],
  [{ verified_at: null, verification: null }, 'Not checked', 'warning'],
  [{}, 'Checked', 'success'],
  [{ verification: { tables: 1, rows: 1, problems: ['t, page 3: broken'] } }, 'Damaged', 'critical'],
])('a backup with %j is shown as %s', (change, label, tone) => {
  expect(backupBadge({ ...backup, ...change })).toEqual({ label, tone })
})

test('a backup says when it was restored, how long it took and what was in it', () => {
  const now = new Date('2026-01-01T05:18:00.000Z')
  expect(checkedText(backup, now)).toBe('Restored and checked 3 hours ago in 2.1 s: 12 tables, 34,567 rows')
  const small = { ...backup, verification: { tables: 1, rows: 1, problems: [] } }
  expect(checkedText(small, now)).toBe('Restored and checked 3 hours ago in 2.1 s: 1 table, 1 row')
  expect(checkedText({ ...backup, ...unchecked }, now)).toBeUndefined()
  const skipped = { ...backup, ...unchecked, checked_at: backup.checked_at }
  expect(checkedText(skipped, now)).toBe('Its check was cancelled 3 hours ago')
  const damaged = { ...backup, verification: { tables: 1, rows: 1, problems: ['broken'] } }
  expect(checkedText(damaged, now)).toBeUndefined()
})

test.each([
  ['waiting', 'Waiting for another check to end'],
  ['unpacking', 'Restoring it: 1 MB of 4 MB'],
  ['reading', 'Restored. Reading all tables and indexes.'],
] as const)('a check that is %s says: %s', (step, text) => {
  expect(checkProgressText({ step, copied_bytes: 2 ** 20, total_bytes: 2 ** 22 })).toBe(text)
})

const restore = {
  id: 'r',
  recovery_time_target: null,
  backup_id: backup.id,
  started_at: backup.inserted_at,
  seconds: null,
  error: null,
  progress: null,
  is_new_project: false,
}

test.each<[string, Parameters<typeof aBackupOverview>[0], boolean]>([
  ['nothing happens', {}, false],
  ['a backup runs', { backups: [{ ...backup, status: 'RUNNING' }] }, true],
  ['a backup is checked', { backups: [{ ...backup, ...unchecked }] }, true],
  ['a restore runs', { restore: { ...restore, status: 'PLACING' } }, true],
  ['a restore waits for a decision', { restore: { ...restore, status: 'RESTORED' } }, false],
  ['recovery waits for its first backup', { pitr: { enabled: true } }, true],
])('the page is read again soon while %s', (_what, change, expected) => {
  expect(isChanging(aBackupOverview({ backups: [backup], ...change }))).toBe(expected)
})
