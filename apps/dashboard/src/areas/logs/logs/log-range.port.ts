import { type LogRange, logRanges } from '@basalt/contract/logs/log-limits.rules.ts'
import { logRetentionDays } from '@basalt/contract/logs/logs.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'

export const USUAL_RANGE: LogRange = '1h'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const ranges: Record<LogRange, { label: string; ms: number }> = {
  '15m': { label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '6h': { label: 'Last 6 hours', ms: 6 * HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: DAY_MS },
  '7d': { label: 'Last 7 days', ms: 7 * DAY_MS },
  '28d': { label: 'Last 28 days', ms: 28 * DAY_MS },
  '90d': { label: 'Last 90 days', ms: 90 * DAY_MS },
}

/** The ranges to choose from. Those that are longer than the plan keeps events are disabled, and say so. */
export function rangeOptions(plan: PlanId | undefined) {
  return logRanges.map((value) => {
    const { label, ms } = ranges[value]
    const days = plan === undefined ? undefined : logRetentionDays[plan]
    const isKept = days === undefined || ms <= days * DAY_MS
    return {
      value,
      label,
      ...(!isKept && {
        disabled: true,
        description: `The ${plan} plan keeps logs for ${days === 1 ? 'a day' : `${days} days`}`,
      }),
    }
  })
}

export interface ChosenRange {
  range?: LogRange | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The times of a range, as ISO 8601. */
export function timesOf({ range = USUAL_RANGE, from, to }: ChosenRange, now: number) {
  if (from !== undefined && to !== undefined) return { from, to }
  // Rounded, so that what has happened by now is before the end.
  return { from: new Date(now - ranges[range].ms).toISOString(), to: new Date(now + 1_000).toISOString() }
}

/** What a `datetime-local` field shows for a time: local, to the second. */
export function localTimeText(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 19)
}

/** The time that such a field has; undefined while it is incomplete. */
export function timeOfLocalText(text: string): string | undefined {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
