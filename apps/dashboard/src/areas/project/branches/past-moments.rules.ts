import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { dayAndTime, exactTime } from '../../../lib/dates.ts'
import { AT_TIME } from './branch-fields.schema.ts'

interface MomentOption {
  /** As `BranchFields` has it. */
  value: string
  label: string
  description: string
}

/** The moments that a branch can begin at: any time in what is kept of the log, restore points and backups, newest first. */
export function momentOptions({
  backups,
  pitr: { ranges, restore_points },
}: Pick<BackupOverview, 'backups' | 'pitr'>): MomentOption[] {
  const points = restore_points
    .filter(({ made_at }) => ranges.some(({ earliest, latest }) => earliest <= made_at && made_at <= latest))
    .map(({ id, name, made_at }) => ({
      at: made_at,
      value: `point ${id}`,
      label: name,
      description: `Restore point, ${exactTime(made_at)}`,
    }))
  const whole = backups.flatMap(({ id, name, status, completed_at }) =>
    status === 'COMPLETED' && completed_at !== null
      ? [
          {
            at: completed_at,
            value: `backup ${id}`,
            label: name ?? dayAndTime(completed_at),
            description: `Backup, ${exactTime(completed_at)}`,
          },
        ]
      : [],
  )
  const named = [...points, ...whole]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ at: _, ...option }) => option)
  if (ranges.length === 0) return named
  return [{ value: AT_TIME, label: 'A time', description: rangesText(ranges) }, ...named]
}

/** Which times can be chosen, in the local time zone. */
export const rangesText = (ranges: BackupOverview['pitr']['ranges']): string =>
  `From ${ranges.map(({ earliest, latest }) => `${exactTime(earliest)} to ${exactTime(latest)}`).join(', or ')}`
