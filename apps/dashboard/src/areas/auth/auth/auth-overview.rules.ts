import type { LogHistogram } from '@basalt/contract/logs/logs.schema.ts'
import { oneOf } from '../../../lib/shape.ts'

/** Days of each period, by its name in the address. */
export const overviewPeriods = { week: 7, month: 30 } as const
export type OverviewPeriod = keyof typeof overviewPeriods

const periods = Object.keys(overviewPeriods) as OverviewPeriod[]

/** The search parameters of the page. */
export const authOverviewSearch = { period: oneOf(periods) }

export interface AuthOverviewSearch {
  period?: OverviewPeriod | undefined
}

const DAY_MS = 86_400_000

/** The last days in UTC, oldest first, such as `2026-11-24`; the last one is that of `now`. */
export const lastDays = (count: number, now: Date) =>
  Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )

/** How many events of each day (UTC) are no successes. */
export function failuresByDay(days: readonly string[], { buckets }: Pick<LogHistogram, 'buckets'>) {
  const counts = new Map<string, number>()
  for (const { start, warning, error } of buckets) {
    const day = start.slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + warning + error)
  }
  return days.map((day) => counts.get(day) ?? 0)
}
