import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { queryQueries } from '../query.queries.ts'
import type { StoredResultKey } from '../results/stored-source.ts'
import { ChartContext } from './chart-context.ts'
import { ResultChart } from './ResultChart.tsx'

/** A chart of rows stored on the server: of all of them, or of an evenly spaced sample. */
export function StoredChart({
  resultKey,
  fields,
  rowCount,
}: {
  resultKey: StoredResultKey
  fields: readonly ResultField[]
  rowCount: number
}) {
  const { config } = use(ChartContext)
  const axes = [config.xKey, config.yKey].map((key) => fields.findIndex(({ name }) => name === key))
  const isChosen = axes.every((axis) => axis >= 0)
  // Keeps the settings in place while the rows load in another order.
  const first = useQuery({ ...queryQueries.firstStoredRow(resultKey), placeholderData: keepPreviousData })
  const sample = useQuery({ ...queryQueries.storedSample(resultKey, axes), enabled: isChosen })
  const failed = [first, sample].find(({ isError }) => isError)
  if (failed)
    return (
      <ErrorPanel
        title="Failed to load the rows to draw"
        message={failed.error?.message ?? ''}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!first.data) return <Skeleton className="m-3 h-40" />
  const { rows, every } = (isChosen && sample.data) || { rows: [], every: 1 }
  // The first value of a column shows whether it can be drawn.
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
      isLoading={isChosen && !sample.data}
    />
  )
}
