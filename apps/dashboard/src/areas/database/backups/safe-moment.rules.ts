import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

/** Up to when everything would still be there if the database were lost now. */
export interface SafeMoment {
  label: string
  /** ISO 8601. */
  time: string
  tone: Tone
}

/**
 * Up to when the log was received, or when the last complete backup ended; undefined before the first one. A sleeping
 * database writes nothing, so that an old moment is no alarm.
 */
export function safeMoment(
  { pitr, backups }: Pick<BackupOverview, 'pitr' | 'backups'>,
  { isAsleep }: { isAsleep: boolean },
): SafeMoment | undefined {
  if (pitr.enabled && pitr.latest !== null)
    return pitr.failure
      ? { label: 'Safe only up to', time: pitr.latest, tone: 'critical' }
      : { label: isAsleep ? 'Asleep, safe up to' : 'Safe up to', time: pitr.latest, tone: 'success' }
  const last = backups.find(
    ({ status, verification }) => status === 'COMPLETED' && (verification?.problems.length ?? 0) === 0,
  )
  return last?.completed_at ? { label: 'Last backup', time: last.completed_at, tone: 'neutral' } : undefined
}
