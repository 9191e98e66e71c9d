const DAY_MS = 86_400_000

/** `start` is inclusive, `end` exclusive; both are midnight in UTC. */
export interface Period {
  readonly start: Date
  readonly end: Date
}

/**
 * The billing month that contains `at`. It starts on the day of the month on which the organization was created, or on
 * the last day of a shorter month. `back` counts periods before it.
 */
export function billingPeriod(createdAt: Date, at: Date, back = 0): Period {
  const anchor = createdAt.getUTCDate()
  const startOf = (month: number) => new Date(Date.UTC(0, month, Math.min(anchor, daysIn(month))))
  const calendarMonth = monthOf(at)
  const current = startOf(calendarMonth) > at ? calendarMonth - 1 : calendarMonth
  return { start: startOf(current - back), end: startOf(current - back + 1) }
}

/** Months since January 1900; `Date.UTC(0, month)` takes it as is. */
const monthOf = (date: Date) => (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth()
const daysIn = (month: number) => new Date(Date.UTC(0, month + 1, 0)).getUTCDate()

/** `2026-03-01` */
export const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The whole days that a time range touches. */
export const wholeDays = (start: Date, end: Date): Period => ({
  start: new Date(Math.floor(start.getTime() / DAY_MS) * DAY_MS),
  end: new Date(Math.ceil(end.getTime() / DAY_MS) * DAY_MS),
})

/** The number of days in a period. */
export const daysBetween = ({ start, end }: Period) => Math.round((end.getTime() - start.getTime()) / DAY_MS)

/** The days of a period in order, as `2026-03-01`. */
export const daysOf = (period: Period) =>
  Array.from({ length: daysBetween(period) }, (_, index) =>
    dayOf(new Date(period.start.getTime() + index * DAY_MS)),
  )

/** The day after (or `count` days after) `2026-03-01`, in the same form. */
export const addDays = (day: string, count: number) => dayOf(new Date(Date.parse(day) + count * DAY_MS))
