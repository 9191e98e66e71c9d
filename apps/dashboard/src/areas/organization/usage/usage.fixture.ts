import { type MetricId, metricIds, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { DailyUsage, Usage } from '@basalt/contract/usage/usage.schema.ts'

const period = { period_start: '2026-03-10T00:00:00.000Z', period_end: '2026-04-10T00:00:00.000Z' }

/** The usage of an organization on the free plan; zero for metrics not given. */
export const aUsage = (used: Partial<Record<MetricId, number>> = {}): Usage => ({
  ...period,
  usages: metricIds.map((metric) => {
    const quota = metricOf(metric).quotas.free ?? 0
    const usage = used[metric] ?? 0
    return {
      metric,
      unit: metricOf(metric).unit,
      usage,
      pricing_free_units: quota,
      capped: true,
      available_in_plan: true,
      unlimited: false,
      pricing_strategy: 'NONE',
      cost: 0,
      project_allocations: usage > 0 ? [{ ref: 'a'.repeat(20), name: 'Shop', usage }] : [],
    }
  }),
})

/** Two days; only the second has data. */
export const aDailyUsage = (used: Partial<Record<MetricId, number>> = {}): DailyUsage => ({
  ...period,
  days: ['2026-03-10', '2026-03-11'],
  series: metricIds.map((metric) => ({ metric, values: [null, used[metric] ?? null] })),
})
