import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import { Link } from '@tanstack/react-router'
import { Table } from '../../../ui/table/Table.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { usageWords } from './usage-words.rules.ts'

/** Which projects used it, the most first. */
export function MetricByProject({
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
        { key: 'usage', header: label, align: 'end', cell: ({ usage }) => usageWords(metric, usage) },
      ]}
    />
  )
}
