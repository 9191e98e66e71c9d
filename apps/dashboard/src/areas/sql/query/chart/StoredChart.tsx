import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { queryQueries } from '../query.queries.ts'
import type { StoredPlace } from '../results/stored-source.ts'
import { ChartContext } from './chart-context.ts'
import { ResultChart } from './ResultChart.tsx'

/** A picture of rows that lie at the server: of all, or of a sample that lies evenly over them. */
export function StoredChart({
  place,
  fields,
  rowCount,
}: {
  place: StoredPlace
  fields: readonly ResultField[]
  rowCount: number
}) {
  const { config } = use(ChartContext)
  const axes = [config.xKey, config.yKey].map((key) => fields.findIndex(({ name }) => name === key))
  const isChosen = axes.every((axis) => axis >= 0)
  // The settings stay where they are while another order of the rows is read.
  const first = useQuery({ ...queryQueries.firstStoredRow(place), placeholderData: keepPreviousData })
  const sample = useQuery({ ...queryQueries.storedSample(place, axes), enabled: isChosen })
  const failed = [first, sample].find(({ isError }) => isError)
  if (failed)
    return (
      <ErrorPanel
        title="Failed to read the rows to draw"
        message={failed.error?.message ?? ''}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!first.data) return <Skeleton className="m-3 h-40" />
  const { rows, every } = (isChosen && sample.data) || { rows: [], every: 1 }
  // What kind of values a column has is told by its first.
  const columns = fields.map((_, column) => {
    const axis = axes.indexOf(column)
    return axis < 0 || !isChosen
      ? [first.data.rows[0]?.[column] ?? null]
      : rows.map((row) => row[axis] ?? null)
  })
  return (
    <ResultChart
      rows={{ fields, columns, rowCount: rows.length }}
      sample={every > 1 ? { every, of: rowCount } : undefined}
      isWaiting={isChosen && !sample.data}
    />
  )
}
