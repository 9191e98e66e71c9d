import { auditRetentionDays } from '@basalt/contract/audit/audit.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { metricIds, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { formatAmount } from '../../../lib/amount.ts'

/** Something that plans have more or less of. */
export interface PlanLine {
  key: string
  label: string
  /** `8 GB`, `Unlimited`, `90 days` */
  words(plan: PlanId): string
  /** For comparing. */
  size(plan: PlanId): number
}

/** All that a plan decides. */
export const planLines: readonly PlanLine[] = [
  ...metricIds.map((metric): PlanLine => {
    const { label, unit, quotas } = metricOf(metric)
    return {
      key: metric,
      label,
      words: (plan) => {
        const quota = quotas[plan]
        return quota === null ? 'Unlimited' : formatAmount(unit, quota)
      },
      size: (plan) => quotas[plan] ?? Number.POSITIVE_INFINITY,
    }
  }),
  {
    key: 'audit',
    label: 'Audit log',
    words: (plan) => `${auditRetentionDays[plan]} days`,
    size: (plan) => auditRetentionDays[plan],
  },
]

/** What another plan has less and more of. */
export function changedLines(from: PlanId, to: PlanId) {
  return {
    tighter: planLines.filter(({ size }) => size(to) < size(from)),
    wider: planLines.filter(({ size }) => size(to) > size(from)),
  }
}
