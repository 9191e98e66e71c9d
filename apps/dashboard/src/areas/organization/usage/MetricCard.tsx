import { isExceeded, overageOf, percentUsed } from '@basalt/contract/usage/exceeded.rules.ts'
import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import { Link } from '@tanstack/react-router'
import { longDay, shortDay } from '../../../lib/utc-days.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { formatQuota, formatShare, formatUsage } from './format-usage.rules.ts'

/** The usage of one metric, by day and by project. */
export function MetricCard({
  item,
  days,
  values,
  byProject,
}: {
  item: UsageItem
  days: readonly string[]
  values: readonly (number | null)[]
  /** False for a single project. */
  byProject: boolean
}) {
  const { metric, usage, unlimited, pricing_free_units: quota, project_allocations } = item
  const { label, description, aggregation } = metricOf(metric)
  const words = (value: number) => formatUsage(metric, value)
  const bars = days.map((day, index) => ({ label: shortDay(day), value: values[index] ?? null }))
  const isMeasured = values.some((value) => value !== null)
  // A quota for a monthly sum does not limit a day.
  const isDailyLimit = !unlimited && (aggregation === 'average' || aggregation === 'max')
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {label}
          {isExceeded(item) && <Badge tone="critical">Over quota</Badge>}
        </span>
      }
      description={description}
    >
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Amount label="Included" value={formatQuota(metric, unlimited ? null : quota)} />
        <Amount label="Used" value={words(usage)} />
        <Amount label="Share" value={formatShare(percentUsed(item))} />
        <Amount label="Overage" value={overageOf(item) > 0 ? words(overageOf(item)) : 'None'} />
      </dl>
      {isMeasured ? (
        <>
          <BarChart
            label={`${label} by day, at most ${words(Math.max(...values.map((value) => value ?? 0)))}. The table below has the numbers.`}
            bars={bars}
            format={words}
            limit={isDailyLimit ? { value: quota, label: `Included: ${words(quota)}` } : undefined}
          />
          <div className="mt-2 flex flex-col">
            <Disclosure summary="Show as table">
              <MetricByDay metric={metric} days={days} values={values} />
            </Disclosure>
            {byProject && project_allocations.length > 0 && (
              <Disclosure summary="Show by project">
                <MetricByProject metric={metric} allocations={project_allocations} />
              </Disclosure>
            )}
          </div>
        </>
      ) : (
        <p className="rounded-md border border-line-strong border-dashed px-4 py-8 text-center text-ink-muted text-sm">
          No data for this period.
        </p>
      )}
    </Card>
  )
}

const Amount = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col">
    <dt className="text-ink-muted text-xs">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)

/** The numbers of a chart, newest day first, without days that have no data. */
function MetricByDay({
  metric,
  days,
  values,
}: {
  metric: MetricId
  days: readonly string[]
  values: readonly (number | null)[]
}) {
  const { label } = metricOf(metric)
  const rows = days.flatMap((day, index) => {
    const value = values[index] ?? null
    return value === null ? [] : { day, value }
  })
  return (
    <div className="max-h-72 overflow-y-auto">
      <Table
        label={`${label} by day`}
        dense
        rows={rows.reverse()}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', header: 'Day (UTC)', cell: ({ day }) => longDay(day) },
          { key: 'value', header: label, align: 'end', cell: ({ value }) => formatUsage(metric, value) },
        ]}
      />
    </div>
  )
}

/** Usage by project, highest first. */
function MetricByProject({
  metric,
  allocations,
}: {
  metric: MetricId
  allocations: UsageItem['project_allocations']
}) {
  const { label } = metricOf(metric)
  return (
    <Table
      label={`${label} by project`}
      dense
      rows={allocations}
      rowKey={({ ref }) => ref}
      columns={[
        {
          key: 'project',
          header: 'Project',
          cell: ({ ref, name }) =>
            name === null ? (
              <span className="text-ink-muted">Deleted project</span>
            ) : (
              <TextLink render={<Link to="/project/$ref" params={{ ref }} />}>{name}</TextLink>
            ),
        },
        { key: 'usage', header: label, align: 'end', cell: ({ usage }) => formatUsage(metric, usage) },
      ]}
    />
  )
}
