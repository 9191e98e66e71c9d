import { isExceeded, overageOf } from '@basalt/contract/usage/exceeded.rules.ts'
import { metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { quotaWords, usageWords } from './usage-words.rules.ts'

/** Everything that is measured, beside what the plan includes. */
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
            quotaWords(metric, unlimited ? null : pricing_free_units),
        },
        {
          key: 'used',
          header: 'Used',
          align: 'end',
          cell: ({ metric, usage }) => <span className="whitespace-nowrap">{usageWords(metric, usage)}</span>,
        },
        {
          key: 'overage',
          header: 'Overage',
          align: 'end',
          cell: (item) =>
            isExceeded(item) ? (
              <Badge tone="critical">{usageWords(item.metric, overageOf(item))}</Badge>
            ) : (
              <span className="text-ink-muted">None</span>
            ),
        },
      ]}
    />
  )
}
