import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import type { ChosenRange } from '../../logs/logs/log-range.port.ts'
import { metricQueries } from './metrics.queries.ts'

/** The largest tables and what they have grown in a time range. */
export function TableSizes({ projectRef, range }: { projectRef: string; range: ChosenRange }) {
  const tables = useQuery(metricQueries.tables(projectRef, range))
  return (
    <Card
      title="Largest tables"
      description="Measured every five minutes; rows are PostgreSQL's estimates"
      padded={false}
    >
      {tables.isError ? (
        <div className="p-4">
          <ErrorPanel
            title="Failed to load the tables"
            message={tables.error.message}
            requestId={requestIdOf(tables.error)}
            onRetry={tables.refetch}
            retrying={tables.isFetching}
          />
        </div>
      ) : tables.isPending ? (
        <TableSkeleton label="Loading tables" columns={5} rows={4} />
      ) : tables.data.length === 0 ? (
        <p className="px-4 pt-2 pb-4 text-ink-muted text-sm">No table was measured in this time.</p>
      ) : (
        <Table
          label="Largest tables"
          dense
          rows={tables.data}
          rowKey={({ schema, name }) => `${schema}.${name}`}
          columns={[
            {
              key: 'table',
              header: 'Table',
              cell: ({ schema, name }) => (
                <span className="wrap-anywhere">
                  <span className="text-ink-muted">{schema}.</span>
                  {name}
                </span>
              ),
            },
            {
              key: 'table_bytes',
              header: 'Rows',
              align: 'end',
              width: '7rem',
              cell: ({ table_bytes }) => formatBytes(table_bytes),
            },
            {
              key: 'index_bytes',
              header: 'Indexes',
              align: 'end',
              width: '7rem',
              wideOnly: true,
              cell: ({ index_bytes }) => formatBytes(index_bytes),
            },
            {
              key: 'live_rows',
              header: 'Live rows',
              align: 'end',
              width: '8rem',
              wideOnly: true,
              cell: ({ live_rows }) => live_rows.toLocaleString('en'),
            },
            {
              key: 'dead_rows',
              header: 'Dead rows',
              align: 'end',
              width: '8rem',
              wideOnly: true,
              cell: ({ dead_rows }) => dead_rows.toLocaleString('en'),
            },
            {
              key: 'grown',
              header: 'Change',
              align: 'end',
              width: '8rem',
              cell: ({ grown_bytes }) => grownText(grown_bytes),
            },
          ]}
        />
      )}
    </Card>
  )
}

const grownText = (bytes: number) =>
  bytes === 0 ? '–' : `${bytes > 0 ? '+' : '−'}${formatBytes(Math.abs(bytes))}`
