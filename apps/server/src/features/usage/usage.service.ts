import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { daysOf } from '@basalt/contract/usage/period.rules.ts'
import { metricIds, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { DailyUsage, UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import type { UsageScope, UsageStore } from './usage.store.ts'
import { measureOf, sharesOf, usageItems } from './usage-items.ts'

export type UsageService = ReturnType<typeof usageService>

/** Aggregates stored samples per metric. */
export function usageService(store: UsageStore) {
  return {
    async items(plan: PlanId, scope: UsageScope): Promise<UsageItem[]> {
      const [rows, callers, days] = await Promise.all([
        store.byProject(scope),
        store.callersByProject(scope),
        store.measuredDays(scope),
      ])
      const callerShares = callers.map(({ ref, name, count }) => ({ ref, name, usage: count }))
      return usageItems(plan, (metric) =>
        metricOf(metric).aggregation === 'distinct' ? callerShares : sharesOf(metric, rows, days),
      )
    },

    async daily(scope: UsageScope): Promise<Pick<DailyUsage, 'days' | 'series'>> {
      const [rows, callers] = await Promise.all([store.dailyRollups(scope), store.callersByDay(scope)])
      const days = daysOf(scope.period)
      const valuesBy = new Map(metricIds.map((metric) => [metric, new Map<string, number>()]))
      for (const row of rows) valuesBy.get(row.metric)?.set(row.day, measureOf(row.metric, row, 1))
      for (const { day, count } of callers) valuesBy.get('ACTIVE_CALLERS')?.set(day, count)
      return {
        days,
        series: metricIds.map((metric) => ({
          metric,
          values: days.map((day) => valuesBy.get(metric)?.get(day) ?? null),
        })),
      }
    },
  }
}
