import type { Backup, BackupOverview } from '@basalt/contract/backups/backups.schema.ts'

/** A sound backup that took 2 seconds to restore. */
export const aBackup = (change: Partial<Backup> = {}): Backup => ({
  id: 'a',
  name: null,
  is_scheduled: true,
  status: 'COMPLETED',
  read_bytes: null,
  kind: 'full',
  inserted_at: '2026-01-01T02:17:00.000Z',
  completed_at: '2026-01-01T02:17:09.000Z',
  size_bytes: 5_000_000,
  data_bytes: 40_000_000,
  error: null,
  checked_at: '2026-01-01T02:18:00.000Z',
  verified_at: '2026-01-01T02:18:00.000Z',
  restore_seconds: 2,
  verification: { tables: 12, rows: 34_567, problems: [] },
  check: null,
  ...change,
})

/** A project with one backup, and without point-in-time recovery. */
export const aBackupOverview = ({
  pitr = {},
  ...change
}: Partial<Omit<BackupOverview, 'pitr'>> & {
  pitr?: Partial<BackupOverview['pitr']>
} = {}): BackupOverview => ({
  backups: [aBackup()],
  pitr: {
    enabled: false,
    is_synchronous: false,
    is_available: true,
    earliest: null,
    latest: null,
    ranges: [],
    restore_points: [],
    failure: null,
    ...pitr,
  },
  retention_days: 7,
  schedule: {
    cron: '17 2 * * *',
    window_minutes: null,
    next_at: '2026-01-02T02:17:00.000Z',
    keep_count: null,
    keep_days_max: 7,
    interval_hours: 6,
  },
  way_back: 'backup',
  restore: null,
  ...change,
})

const LATEST = '2026-01-01T12:00:00.000Z'

/** Point-in-time recovery from the backup to noon. */
export const withLog = (change: Partial<BackupOverview['pitr']> = {}): Partial<BackupOverview['pitr']> => ({
  enabled: true,
  earliest: '2026-01-01T02:17:09.000Z',
  latest: LATEST,
  ranges: [{ earliest: '2026-01-01T02:17:09.000Z', latest: LATEST }],
  ...change,
})
