import { expect, test } from 'vitest'
import { aBackup, aBackupOverview, withLog } from './a-backup-overview.fixture.ts'
import { safeMoment } from './safe-moment.rules.ts'

const failure = { message: 'The disk is full', since: '2026-01-01T12:00:01.000Z' }
const damaged = aBackup({ verification: { tables: 1, rows: 0, problems: ['A page is damaged'] } })

test.each([
  ['without any backup', aBackupOverview({ backups: [] }), false, undefined],
  ['with a backup', aBackupOverview(), false, 'Last backup 2026-01-01T02:17:09.000Z (neutral)'],
  ['with a damaged backup', aBackupOverview({ backups: [damaged] }), false, undefined],
  [
    'with a newer damaged backup',
    aBackupOverview({ backups: [damaged, aBackup({ completed_at: '2025-12-31T00:00:00.000Z' })] }),
    false,
    'Last backup 2025-12-31T00:00:00.000Z (neutral)',
  ],
  [
    'with its log',
    aBackupOverview({ pitr: withLog() }),
    false,
    'Safe up to 2026-01-01T12:00:00.000Z (success)',
  ],
  [
    'with its log, asleep',
    aBackupOverview({ pitr: withLog() }),
    true,
    'Asleep, safe up to 2026-01-01T12:00:00.000Z (success)',
  ],
  [
    'while its log is not received',
    aBackupOverview({ pitr: withLog({ failure }) }),
    false,
    'Safe only up to 2026-01-01T12:00:00.000Z (critical)',
  ],
  [
    'after recovery was switched off',
    aBackupOverview({ pitr: withLog({ enabled: false }) }),
    false,
    'Last backup 2026-01-01T02:17:09.000Z (neutral)',
  ],
])('a project %s', (_what, overview, isAsleep, expected) => {
  const safe = safeMoment(overview, { isAsleep })
  expect(safe && `${safe.label} ${safe.time} (${safe.tone})`).toBe(expected)
})
