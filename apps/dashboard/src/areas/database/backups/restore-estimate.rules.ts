import type { Backup, BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { durationWords } from '../../../lib/duration.ts'
import type { Origin } from './backups.queries.ts'

/** How long the data of a backup takes to restore, as far as earlier checks tell. */
export interface RestoreEstimate {
  seconds: number
  /** The backup that the log is replayed from, which takes longer the more was written; undefined for the backup itself. */
  from: Backup | undefined
}

const isSound = ({ status, verification }: Backup) =>
  status === 'COMPLETED' && (verification?.problems.length ?? 0) === 0

/** Undefined when no backup was restored yet, or when it is not known what would be. */
export function restoreEstimate(
  { backups, pitr }: Pick<BackupOverview, 'backups' | 'pitr'>,
  origin: Origin,
): RestoreEstimate | undefined {
  const moment =
    'id' in origin
      ? undefined
      : 'restore_point' in origin
        ? pitr.restore_points.find(({ id }) => id === origin.restore_point)?.made_at
        : origin.recovery_time_target
  const backup = backups.find((one) =>
    'id' in origin
      ? one.id === origin.id
      : isSound(one) && moment !== undefined && one.completed_at !== null && one.completed_at <= moment,
  )
  if (!backup) return undefined
  const seconds = secondsFor(backup, backups)
  return seconds === undefined ? undefined : { seconds, from: 'id' in origin ? undefined : backup }
}

/** By the check of the backup itself, or else of the newest one that was checked; of full ones in proportion to their data. */
function secondsFor(backup: Backup, backups: readonly Backup[]): number | undefined {
  if (backup.restore_seconds !== null) return backup.restore_seconds
  const checked = backups.find((one) => isSound(one) && one.restore_seconds !== null)
  if (!checked) return undefined
  const isComparable = backup.kind === 'full' && checked.kind === 'full'
  return isComparable && backup.data_bytes && checked.data_bytes
    ? (checked.restore_seconds! * backup.data_bytes) / checked.data_bytes
    : checked.restore_seconds!
}

/** What to expect of a restore, as a sentence. */
export const estimateText = ({ seconds, from }: RestoreEstimate) =>
  from
    ? `This takes about ${durationWords(seconds)}, and longer the more was written since the backup of ${dayAndTime(from.completed_at!)}.`
    : `This takes about ${durationWords(seconds)}.`
