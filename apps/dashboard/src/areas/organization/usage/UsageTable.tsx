import { isExceeded, overageOf } from '@basalt/contract/usage/exceeded.rules.ts'
import { metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { formatQuota, formatUsage } from './format-usage.rules.ts'

/** All metrics with quota, usage and overage. */
export function UsageTable({ items }: { items: readonly UsageItem[] }) {
  return (
    <Table
      label="Usage"
      rows={items}
      rowKey={({ metric }) => metric}
      columns={[
        { key: 'metric', header: 'Metric', cell: ({ metric }) => metricOf(metric).label },
        {
          key: 'included',
          header: 'Included',
          align: 'end',
          cell: ({ metric, unlimited, pricing_free_units }) =>
            formatQuota(metric, unlimited ? null : pricing_free_units),
        },
        {
          key: 'used',
          header: 'Used',
          align: 'end',
          cell: ({ metric, usage }) => (
            <span className="whitespace-nowrap">{formatUsage(metric, usage)}</span>
          ),
        },
        {
          key: 'overage',
          header: 'Overage',
          align: 'end',
          cell: (item) =>
            isExceeded(item) ? (
              <Badge tone="critical">{formatUsage(item.metric, overageOf(item))}</Badge>
            ) : (
              <span className="text-ink-muted">None</span>
            ),
        },
      ]}
    />
  )
}
