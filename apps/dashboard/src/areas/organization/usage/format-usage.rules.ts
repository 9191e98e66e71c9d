import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { formatAmount } from '../../../lib/amount.ts'

/** Formats an amount of a metric: `1.5 GB`, `500,000`. */
export const formatUsage = (metric: MetricId, value: number) => formatAmount(metricOf(metric).unit, value)

/** Formats a quota; null is unlimited. */
export const formatQuota = (metric: MetricId, quota: number | null) =>
  quota === null ? 'Unlimited' : formatUsage(metric, quota)

/** Formats the used share of a quota, rounded down, so that 100 % means all of it. */
export function formatShare(percent: number | undefined) {
  if (percent === undefined) return 'No limit'
  return percent > 0 && percent < 1 ? 'Under 1 %' : `${Math.floor(percent)} %`
}
