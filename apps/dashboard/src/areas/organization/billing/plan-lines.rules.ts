import { auditRetentionDays } from '@basalt/contract/audit/audit.rules.ts'
import { backupDays, manualBackupsMax } from '@basalt/contract/backups/backups.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { metricIds, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { formatAmount } from '../../../lib/amount.ts'

/** A limit that differs between plans. */
export interface PlanLine {
  key: string
  label: string
  /** `8 GB`, `Unlimited`, `90 days` */
  text(plan: PlanId): string
  /** The limit as a number, for comparison. */
  size(plan: PlanId): number
}

/** All limits of the plans. */
export const planLines: readonly PlanLine[] = [
  ...metricIds.map((metric): PlanLine => {
    const { label, unit, quotas } = metricOf(metric)
    return {
      key: metric,
      label,
      text: (plan) => {
        const quota = quotas[plan]
        return quota === null ? 'Unlimited' : formatAmount(unit, quota)
      },
      size: (plan) => quotas[plan] ?? Number.POSITIVE_INFINITY,
    }
  }),
  {
    key: 'audit',
    label: 'Audit log',
    text: (plan) => `${auditRetentionDays[plan]} days`,
    size: (plan) => auditRetentionDays[plan],
  },
  {
    key: 'backups',
    label: 'Scheduled backups',
    text: (plan) => `${backupDays[plan]} days`,
    size: (plan) => backupDays[plan],
  },
  {
    key: 'manual_backups',
    label: 'Backups made by hand',
    text: (plan) => `${manualBackupsMax[plan].toLocaleString('en')} per project`,
    size: (plan) => manualBackupsMax[plan],
  },
]

/** The limits that are lower and higher in another plan. */
export function changedLines(from: PlanId, to: PlanId) {
  return {
    lower: planLines.filter(({ size }) => size(to) < size(from)),
    higher: planLines.filter(({ size }) => size(to) > size(from)),
  }
}
