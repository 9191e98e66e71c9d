import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { nextTime, parseCron } from '@basalt/contract/backups/cron.rules.ts'
import { exactTime } from '../../../lib/dates.ts'

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/
const two = (number: string) => number.padStart(2, '0')

/** A schedule in words: the usual ones, or the five fields themselves. */
export function scheduleText(cron: string): string {
  const [, minute, hour] = DAILY.exec(cron) ?? []
  return minute === undefined
    ? `By the schedule ${cron}, in UTC`
    : `Daily at ${two(hour!)}:${two(minute)} UTC`
}

/** When projects are backed up, and what is kept. */
export function keptText({
  schedule: { cron, keep_count },
  retention_days: days,
}: Pick<BackupOverview, 'schedule' | 'retention_days'>): string {
  const forDays = `for ${days === 1 ? '1 day' : `${days} days`}`
  const kept = keep_count === null ? `kept ${forDays}` : `the newest ${keep_count} kept ${forDays}`
  return `${scheduleText(cron)}, ${kept}.`
}

/** When a backup is made next by what was typed; undefined when that is no schedule. */
export function nextText(cron: string, now: Date): string | undefined {
  const parsed = parseCron(cron)
  const next = parsed && nextTime(parsed, now)
  return next && `Next at ${exactTime(next.toISOString())}.`
}
