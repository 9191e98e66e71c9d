import { backupDays, backupIntervalHours, DEFAULT_SCHEDULE } from '@basalt/contract/backups/backups.rules.ts'
import { type Cron, lastTime, nextTime, parseCron, shortestGap } from '@basalt/contract/backups/cron.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { BackupSettings } from './backups.store.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

type Scheduled = Pick<BackupSettings, 'schedule' | 'window_minutes' | 'keep_days' | 'keep_count'>

/** The schedule of a project: its own where the plan allows that, or else the default one. */
function cronOf(schedule: string | null, plan: PlanId): { text: string; cron: Cron } {
  const own = schedule === null ? undefined : parseCron(schedule)
  // The organization may have changed its plan since.
  if (own && isOftenEnough(own, plan)) return { text: schedule!, cron: own }
  return { text: DEFAULT_SCHEDULE, cron: parseCron(DEFAULT_SCHEDULE)! }
}

const isOftenEnough = (cron: Cron, plan: PlanId) =>
  shortestGap(cron) >= backupIntervalHours[plan] * HOUR_MINUTES

/** Why a plan does not allow a setting; undefined when it does. */
export function scheduleRefusal(
  { schedule, keep_days }: { schedule?: string | null | undefined; keep_days?: number | null | undefined },
  plan: PlanId,
): { path: 'schedule' | 'keep_days'; message: string } | undefined {
  const cron = schedule == null ? undefined : parseCron(schedule)
  const hours = backupIntervalHours[plan]
  if (cron && !isOftenEnough(cron, plan))
    return {
      path: 'schedule',
      message: `The plan of the organization allows a backup every ${hours === 1 ? 'hour' : `${hours} hours`} at most.`,
    }
  if (keep_days != null && keep_days > backupDays[plan])
    return {
      path: 'keep_days',
      message: `The plan of the organization keeps backups for ${backupDays[plan]} days at most.`,
    }
  return undefined
}

/** What holds for a project. */
export function scheduleOf(settings: Scheduled, plan: PlanId, now: Date) {
  const { text, cron } = cronOf(settings.schedule, plan)
  return {
    cron: text,
    window_minutes: settings.window_minutes,
    next_at: nextTime(cron, now)!.toISOString(),
    keep_days: keptDays(settings, plan),
    keep_count: settings.keep_count,
    keep_days_max: backupDays[plan],
    interval_hours: backupIntervalHours[plan],
  }
}

/** How many days scheduled backups are kept. */
export const keptDays = ({ keep_days }: Pick<Scheduled, 'keep_days'>, plan: PlanId) =>
  Math.min(keep_days ?? backupDays[plan], backupDays[plan])

/** A time that was noted this far ahead of the clock was noted before the clock was set back. */
const SET_BACK_MS = 60 * MINUTE_MS

/**
 * The last time of a schedule that nothing was done about since `since`, and whether a backup may still begin; undefined
 * when everything is done. After a clock that was ahead has been set back, the last time is due: otherwise there would be no
 * backups until that clock is reached again.
 */
export function dueTime(
  { schedule, window_minutes }: Pick<Scheduled, 'schedule' | 'window_minutes'>,
  { plan, since, now }: { plan: PlanId; since: Date; now: Date },
): { time: Date; begins: boolean } | undefined {
  const time = lastTime(cronOf(schedule, plan).cron, now)
  const isSetBack = since.getTime() - now.getTime() > SET_BACK_MS
  if (!time || (time <= since && !isSetBack)) return undefined
  const isLate = window_minutes !== null && now.getTime() - time.getTime() > window_minutes * MINUTE_MS
  return { time, begins: !isLate }
}
