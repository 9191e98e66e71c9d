import { addDays, billingPeriod, dayOf, daysBetween, wholeDays } from '@basalt/contract/usage/period.rules.ts'
import { USAGE_RANGE_DAYS_MAX } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageSearch } from './usage-search.rules.ts'

/** A range as the server expects it: `end` is exclusive. */
export interface UsageRange {
  start: string
  end: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text))

/** Why two days are not a valid range; undefined when they are. */
export function rangeError(start: string, end: string): string | undefined {
  if (!isDay(start) || !isDay(end)) return 'Enter both days'
  if (start < '2000-01-01' || end > '2999-12-30') return 'Enter a year from 2000 to 2999'
  if (end < start) return 'The last day must not be before the first'
  if (daysBetween(wholeDays(new Date(start), new Date(addDays(end, 1)))) > USAGE_RANGE_DAYS_MAX)
    return `Choose at most ${USAGE_RANGE_DAYS_MAX} days`
  return undefined
}

/** The selected range. Undefined for the current billing period, which the server determines. */
export function rangeOf(search: UsageSearch, createdAt: string, now: Date): UsageRange | undefined {
  const { period, start = '', end = '' } = search
  if (period === 'previous') {
    const previous = billingPeriod(new Date(createdAt), now, 1)
    return { start: dayOf(previous.start), end: dayOf(previous.end) }
  }
  if (period === 'custom' && !rangeError(start, end)) return { start, end: addDays(end, 1) }
  return undefined
}

/** The default custom range: the billing period up to today. */
export function defaultCustomRange(createdAt: string, now: Date) {
  return { start: dayOf(billingPeriod(new Date(createdAt), now).start), end: dayOf(now) }
}
