import { isBackupUnderWay, isRestoreInProgress } from '@basalt/contract/backups/backups.rules.ts'
import type { Backup, BackupCheck, BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import type { Tone } from '../../../ui/text/tone.ts'

/** Whether something will change by itself soon. */
export const isChanging = ({ backups, pitr, restore }: BackupOverview) =>
  backups.some(isInProgress) ||
  (restore !== null && isRestoreInProgress(restore.status)) ||
  (pitr.enabled && pitr.earliest === null)

/** Whether a backup is being made or checked. */
export const isInProgress = ({ status, checked_at }: Pick<Backup, 'status' | 'checked_at'>) =>
  isBackupUnderWay(status) || (status === 'COMPLETED' && checked_at === null)

/** A backup's badge: only one that was restored and found sound is a success. */
export function backupBadge({
  status,
  checked_at,
  verification,
}: Pick<Backup, 'status' | 'checked_at' | 'verification'>): { label: string; tone: Tone } {
  if (status === 'RUNNING') return { label: 'Backing up', tone: 'neutral' }
  if (status === 'FAILED') return { label: 'Failed', tone: 'critical' }
  if (status === 'CANCELLING') return { label: 'Cancelling', tone: 'neutral' }
  if (status === 'CANCELLED') return { label: 'Cancelled', tone: 'neutral' }
  if (checked_at === null) return { label: 'Being checked', tone: 'neutral' }
  if (verification === null) return { label: 'Not checked', tone: 'warning' }
  return (verification?.problems.length ?? 0) > 0
    ? { label: 'Damaged', tone: 'critical' }
    : { label: 'Checked', tone: 'success' }
}

const count = new Intl.NumberFormat('en')
const amount = (value: number, one: string, many: string) =>
  `${count.format(value)} ${value === 1 ? one : many}`

/** How far the check of a backup is. */
export function checkProgressText({ step, copied_bytes, total_bytes }: BackupCheck): string {
  if (step === 'waiting') return 'Waiting for another check to end'
  if (step === 'reading') return 'Restored. Reading all tables and indexes.'
  return `Restoring it: ${formatBytes(Math.min(copied_bytes, total_bytes))} of ${formatBytes(total_bytes)}`
}

/** How a backup proved itself; undefined before it was restored. */
export function checkedText(
  {
    checked_at,
    restore_seconds,
    verification,
  }: Pick<Backup, 'checked_at' | 'restore_seconds' | 'verification'>,
  now: Date,
): string | undefined {
  if (checked_at !== null && verification === null)
    return `Its check was cancelled ${relativeTime(new Date(checked_at), now)}`
  if (checked_at === null || restore_seconds === null || verification === null) return undefined
  if (verification.problems.length > 0) return undefined
  const contents = `${amount(verification.tables, 'table', 'tables')}, ${amount(verification.rows, 'row', 'rows')}`
  return `Restored and checked ${relativeTime(new Date(checked_at), now)} in ${restore_seconds.toFixed(1)} s: ${contents}`
}
