import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import {
  type MetricId,
  metricIds,
  metricOf,
  PROJECT_ALLOCATIONS_MAX,
} from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import type { ProjectRollup, Rollup } from './usage.store.ts'

/** A project's usage of a metric; a null ref means all projects together. */
export interface Share {
  ref: string | null
  name: string | null
  usage: number
}

/** The usage of one project over `days` measured days. */
export function measureOf(metric: MetricId, { total, peak, averages }: Rollup, days: number) {
  const { aggregation } = metricOf(metric)
  if (aggregation === 'max') return peak
  if (aggregation === 'average') return Math.round(averages / Math.max(1, days))
  return total
}

/** The usage of all projects: the maximum for peak metrics, otherwise the sum. */
const totalOf = (metric: MetricId, shares: readonly Share[]) => {
  const usages = shares.map(({ usage }) => usage)
  if (metricOf(metric).aggregation === 'max') return Math.max(0, ...usages)
  return usages.reduce((sum, usage) => sum + usage, 0)
}

export function sharesOf(metric: MetricId, rows: readonly ProjectRollup[], days: number): Share[] {
  return rows
    .filter((row) => row.metric === metric)
    .map((row) => ({ ref: row.ref, name: row.name, usage: measureOf(metric, row, days) }))
}

/** One item per metric. `sharesFor` returns each project's usage; a share with a null ref is the total. */
export const usageItems = (plan: PlanId, sharesFor: (metric: MetricId) => readonly Share[]): UsageItem[] =>
  metricIds.map((metric) => {
    const { unit, quotas } = metricOf(metric)
    const quota = quotas[plan]
    const shares = sharesFor(metric)
    const ofProjects = shares.filter((share): share is Share & { ref: string } => share.ref !== null)
    return {
      metric,
      unit,
      usage: shares.find(({ ref }) => ref === null)?.usage ?? totalOf(metric, ofProjects),
      capped: quota !== null,
      available_in_plan: quota !== 0,
      unlimited: quota === null,
      pricing_free_units: quota ?? 0,
      pricing_strategy: 'NONE',
      cost: 0,
      project_allocations: ofProjects
        .filter(({ usage }) => usage > 0)
        .sort((one, other) => other.usage - one.usage || (one.ref < other.ref ? -1 : 1))
        .slice(0, PROJECT_ALLOCATIONS_MAX)
        .map(({ ref, name, usage }) => ({ ref, name, usage })),
    }
  })
