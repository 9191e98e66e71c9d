import { GRID_READ_TIMEOUT_SECONDS } from '@basalt/contract/table-editor/grid.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../../api/api-error.ts'
import { formatAmount } from '../../../lib/amount.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { type RowLoader, rowsInView } from './row-loader.ts'
import { rowQueries, type TableKey } from './rows.queries.ts'
import { useWindow } from './use-row-loader.ts'

const CANCELED = '57014'

const rowsOf = (count: number) => `${formatAmount('count', count)} ${count === 1 ? 'row' : 'rows'}`

/** How many rows match: PostgreSQL's estimate, and the exact number on demand. */
export function RowCount({
  table,
  filter,
  loader,
}: {
  table: TableKey
  filter: readonly string[]
  loader: RowLoader
}) {
  const client = useQueryClient()
  const known = useWindow(loader, (state) => {
    const total = rowsInView(state).total
    return total && !total.isEstimate ? total.rows : undefined
  })
  const isWhole = useWindow(loader, ({ hasBefore, hasAfter, page }) => !!page && !hasBefore && !hasAfter)
  const estimate = useQuery({ ...rowQueries.estimate(table, filter), enabled: !isWhole })
  const exactQuery = rowQueries.exact(table, filter)
  const exact = useQuery({ ...exactQuery, enabled: false })
  const { count, is_estimate: isEstimate = true } = exact.data ?? estimate.data ?? {}
  useEffect(() => {
    if (count !== undefined) loader.count({ rows: count, isEstimate })
  }, [loader, count, isEstimate])
  if (exact.isFetching)
    return (
      <div className="flex items-center gap-2">
        <Spinner label="Counting rows" />
        <Button size="sm" onClick={() => void client.cancelQueries({ queryKey: exactQuery.queryKey })}>
          Cancel
        </Button>
      </div>
    )
  if (known !== undefined) return <p className="tabular-nums">{rowsOf(known)}</p>
  return (
    <div className="flex items-center gap-2">
      {exact.isError && (
        <p role="alert" className="max-w-80 truncate text-critical-ink" title={exact.error.message}>
          {isTimeout(exact.error)
            ? `Not counted within ${GRID_READ_TIMEOUT_SECONDS} seconds, so this is an estimate`
            : `Not counted. ${exact.error.message}`}
        </p>
      )}
      {count !== undefined && <p className="tabular-nums">{rowsOf(count)} (estimated)</p>}
      <Button size="sm" variant="ghost" onClick={() => void exact.refetch()}>
        Count exactly
      </Button>
    </div>
  )
}

const isTimeout = (error: Error) => failedWith(error, 'sql_failed') && error.body.sqlstate === CANCELED
