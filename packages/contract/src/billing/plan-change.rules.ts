import { type PlanId, planIds } from '../organizations/organizations.rules.ts'
import { type MetricId, metricOf } from '../usage/usage.rules.ts'

/** Compares two plans by their position in `planIds`, which is ordered from the smallest to the largest. */
export function planChangeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | 'none' {
  const step = planIds.indexOf(to) - planIds.indexOf(from)
  if (step === 0) return 'none'
  return step > 0 ? 'upgrade' : 'downgrade'
}

const size = (quota: number | null) => quota ?? Number.POSITIVE_INFINITY

/** The usages that exceed what a plan includes. */
export const exceededOn = (plan: PlanId, usages: readonly { metric: MetricId; usage: number }[]) =>
  usages.filter(({ metric, usage }) => usage > size(metricOf(metric).quotas[plan]))
