import {
  type PerformancePreset,
  type PerformanceSort,
  performancePresets,
} from '@basalt/contract/query-performance/query-performance.rules.ts'
import type { QueryStatistic } from '@basalt/contract/query-performance/query-performance.schema.ts'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { SortHeader } from '../database-objects/SortHeader.tsx'
import type { PerformanceSearch } from './performance-search.rules.ts'
import { percent, queryTime, rowsText } from './performance-text.rules.ts'

const FACTS: Record<PerformanceSort, { label: string; text: (statistic: QueryStatistic) => string }> = {
  calls: { label: 'Calls', text: ({ calls }) => calls.toLocaleString('en') },
  total_ms: { label: 'Total time', text: ({ total_ms }) => queryTime(total_ms) },
  mean_ms: { label: 'Mean time', text: ({ mean_ms }) => queryTime(mean_ms) },
  max_ms: { label: 'Max time', text: ({ max_ms }) => queryTime(max_ms) },
  min_ms: { label: 'Min time', text: ({ min_ms }) => (min_ms === null ? '–' : queryTime(min_ms)) },
  avg_rows: { label: 'Avg. rows', text: ({ avg_rows }) => rowsText(avg_rows) },
}

const SHOWN: Record<PerformancePreset, readonly PerformanceSort[]> = {
  most_time_consuming: ['calls', 'total_ms'],
  most_frequent: ['avg_rows', 'calls', 'max_ms', 'mean_ms', 'min_ms', 'total_ms'],
  slowest_execution: ['avg_rows', 'calls', 'max_ms', 'mean_ms', 'min_ms', 'total_ms'],
}

const ORDER = { asc: 'smallest first', desc: 'largest first', first: 'desc' } as const

/** Statistics of queries, with the columns of a preset. */
export function QueryStatisticTable({
  statistics,
  preset,
  search,
  onSearchChange,
}: {
  statistics: readonly QueryStatistic[]
  preset: PerformancePreset
  search: PerformanceSearch
  onSearchChange: (search: PerformanceSearch) => void
}) {
  const { sort = performancePresets[preset].sort, order = 'desc', id } = search
  // Of a time range only the longest call is known.
  const shown = SHOWN[preset].filter((key) => !search.past || key !== 'min_ms')
  const facts = shown.map((key): TableColumn<QueryStatistic> => {
    const { label, text } = FACTS[key]
    return {
      key,
      header: (
        <SortHeader
          label={label}
          sort={{ by: key, ...ORDER }}
          order={sort === key ? order : undefined}
          onSort={(next) => onSearchChange({ ...search, sort: key, order: next })}
        />
      ),
      align: 'end',
      width: '7rem',
      wideOnly: key !== performancePresets[preset].sort,
      cell: (statistic) => <span className="tabular-nums">{text(statistic)}</span>,
    }
  })
  const columns: TableColumn<QueryStatistic>[] = [
    {
      key: 'query',
      header: 'Query',
      cell: (statistic) => (
        <button
          type="button"
          onClick={() => onSearchChange({ ...search, id: statistic.id })}
          className="block w-full max-w-[34vw] truncate rounded-sm text-left font-mono text-xs hover:underline max-sm:max-w-[48vw]"
        >
          {statistic.query.replaceAll(/\s+/g, ' ')}
        </button>
      ),
    },
    { key: 'role', header: 'Role', width: '8rem', wideOnly: true, cell: ({ role }) => role },
    ...facts,
    ...(preset === 'most_time_consuming'
      ? [
          {
            key: 'share',
            header: 'Time consumed',
            width: '11rem',
            wideOnly: true,
            cell: ({ prop_total_time }: QueryStatistic) => <Share part={prop_total_time} />,
          },
        ]
      : []),
  ]
  return (
    <Table
      label="Queries"
      columns={columns}
      rows={statistics}
      rowKey={(statistic) => statistic.id}
      isSelected={(statistic) => statistic.id === id}
    />
  )
}

const Share = ({ part }: { part: number }) => (
  <span className="flex items-center gap-2">
    <span className="h-1.5 w-20 overflow-hidden rounded-full bg-surface-3" aria-hidden>
      <span className="block h-full bg-brand" style={{ width: `${part * 100}%` }} />
    </span>
    <span className="tabular-nums">{percent(part)}</span>
  </span>
)
