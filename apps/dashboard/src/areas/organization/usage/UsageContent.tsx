import { metricOf, usageSections } from '@basalt/contract/usage/usage.rules.ts'
import type { DailyUsage, Usage } from '@basalt/contract/usage/usage.schema.ts'
import { MetricCard } from './MetricCard.tsx'
import { UsageTable } from './UsageTable.tsx'

/** A table of all metrics, then a card for each. */
export function UsageContent({
  usage,
  daily,
  byProject,
}: {
  usage: Usage
  daily: DailyUsage
  byProject: boolean
}) {
  const valuesOf = new Map(daily.series.map(({ metric, values }) => [metric, values]))
  return (
    <>
      <UsageTable items={usage.usages} />
      {usageSections.map((section) => (
        <section key={section} aria-labelledby={`usage-${section}`} className="flex flex-col gap-3">
          <h2 id={`usage-${section}`} className="font-semibold text-base">
            {section}
          </h2>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {usage.usages
              .filter(({ metric }) => metricOf(metric).section === section)
              .map((item) => (
                <MetricCard
                  key={item.metric}
                  item={item}
                  days={daily.days}
                  values={valuesOf.get(item.metric) ?? []}
                  byProject={byProject}
                />
              ))}
          </div>
        </section>
      ))}
    </>
  )
}
