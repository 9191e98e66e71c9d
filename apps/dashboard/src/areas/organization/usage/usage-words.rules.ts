import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { formatAmount } from '../../../lib/amount.ts'

/** An amount of a metric for people: `1.5 GB`, `500,000`. */
export const usageWords = (metric: MetricId, value: number) => formatAmount(metricOf(metric).unit, value)

/** What a plan includes of it; null has no limit. */
export const quotaWords = (metric: MetricId, quota: number | null) =>
  quota === null ? 'Unlimited' : usageWords(metric, quota)

/** How much of what is included is used, in percent; rounded down, so that 100 % is all of it. */
export function shareWords(percent: number | undefined) {
  if (percent === undefined) return 'No limit'
  return percent > 0 && percent < 1 ? 'Under 1 %' : `${Math.floor(percent)} %`
}
