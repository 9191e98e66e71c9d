import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatAmount } from '../../../lib/amount.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { rowQueries, type TableKey } from './rows.queries.ts'

const rowsOf = (count: number) => `${formatAmount('count', count)} ${count === 1 ? 'row' : 'rows'}`

/** How many rows match: PostgreSQL's estimate, and the exact number on demand. */
export function RowCount({
  table,
  filter,
  known,
}: {
  table: TableKey
  filter: readonly string[]
  /** The number when all rows are on the page. */
  known: number | undefined
}) {
  const client = useQueryClient()
  const estimate = useQuery({ ...rowQueries.estimate(table, filter), enabled: known === undefined })
  const exactQuery = rowQueries.exact(table, filter)
  const exact = useQuery({ ...exactQuery, enabled: false })
  if (known !== undefined) return <p className="tabular-nums">{rowsOf(known)}</p>
  if (exact.isFetching)
    return (
      <div className="flex items-center gap-2">
        <Spinner label="Counting rows" />
        <Button size="sm" onClick={() => void client.cancelQueries({ queryKey: exactQuery.queryKey })}>
          Cancel
        </Button>
      </div>
    )
  if (exact.data) return <p className="tabular-nums">{rowsOf(exact.data.count)}</p>
  return (
    <div className="flex items-center gap-2">
      {exact.isError && (
        <p role="alert" className="max-w-80 truncate text-critical-ink" title={exact.error.message}>
          Not counted. {exact.error.message}
        </p>
      )}
      {estimate.data && <p className="tabular-nums">{rowsOf(estimate.data.count)} (estimated)</p>}
      <Button size="sm" variant="ghost" onClick={() => void exact.refetch()}>
        Count exactly
      </Button>
    </div>
  )
}
