import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { longDay } from '../../../lib/utc-days.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { usageWords } from './usage-words.rules.ts'

/** The numbers of a chart, newest day first; days on which nothing was measured are left out. */
export function MetricByDay({
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
          { key: 'value', header: label, align: 'end', cell: ({ value }) => usageWords(metric, value) },
        ]}
      />
    </div>
  )
}
