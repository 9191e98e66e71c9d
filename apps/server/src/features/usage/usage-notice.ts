import { percentUsed } from '@basalt/contract/usage/exceeded.rules.ts'
import { type DiskLevel, type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import type { Notice } from '../notifications/notifications.port.ts'

const seeUsage = { label: 'See usage', url: '/org/[slug]/usage' }

/** For the members of an organization that used more than its plan includes. */
export function usageLimitNotice(metric: MetricId, item: UsageItem): Notice {
  const { label } = metricOf(metric)
  const percent = Math.floor(percentUsed(item) ?? 100)
  return {
    name: 'usage_limit_passed',
    priority: 'Warning',
    title: `${label} quota exceeded`,
    message: `${percent}% of the plan's quota for this billing period is used. Nothing is switched off. Use less, or choose a larger plan.`,
    actions: [seeUsage],
    key: `usage:${metric}`,
  }
}

/** For all members, when the disk that holds all databases fills up. */
export function diskNotice(
  level: DiskLevel,
  { totalBytes, freeBytes }: { totalBytes: number; freeBytes: number },
): Notice {
  const percent = Math.floor(((totalBytes - freeBytes) / totalBytes) * 100)
  return {
    name: 'disk_nearly_full',
    priority: level === 'critical' ? 'Critical' : 'Warning',
    title: 'The disk is nearly full',
    message: `The disk that holds all databases is ${percent}% full. When it is full, databases stop. Delete data you no longer need, or ask the operator of this installation for a larger disk.`,
    actions: [seeUsage],
    key: 'disk',
  }
}
