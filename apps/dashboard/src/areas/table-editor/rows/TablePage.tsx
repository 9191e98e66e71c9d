import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { failedWith, requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { useSqlDatabase } from '../../sql/database/sql-database.port.ts'
import { POSTGRES, useSqlRole } from '../../sql/role/sql-role.port.ts'
import { forgetTable, rememberTable } from '../workspace/last-table.ts'
import { preloadRowsGrid } from './LazyRowsGrid.tsx'
import { LoadingTable } from './LoadingRows.tsx'
import { placeFor, viewText } from './row-places.ts'
import { rowQueries } from './rows.queries.ts'
import type { RowsView } from './rows-url.rules.ts'
import { TableRows } from './TableRows.tsx'
import { usePageSize } from './use-row-loader.ts'

const NOTHING: readonly string[] = []

/** A table or view: its rows, filtered and sorted by the URL. */
export function TablePage({
  project,
  tableId,
  filter = NOTHING,
  sort = NOTHING,
  onViewChange,
}: {
  project: Project
  /** Its oid. */
  tableId: number
  filter: readonly string[] | undefined
  sort: readonly string[] | undefined
  onViewChange: (change: Partial<RowsView>) => void
}) {
  const { ref } = project
  const [role] = useSqlRole(ref, 'rows')
  const as = role.role === POSTGRES.role ? undefined : role
  const database = useSqlDatabase(ref, can('query', project.status), 'rows')
  const { replica } = database
  const table = useMemo(() => ({ ref, id: tableId, as, database: replica }), [ref, tableId, as, replica])
  const entity = useQuery(rowQueries.entity(table))
  const { data } = entity
  // A replica can be behind, or no longer exist.
  const isGone = failedWith(entity.error, 'not_found') && replica === undefined
  useEffect(() => {
    preloadRowsGrid().catch(() => undefined)
  }, [])
  // The first rows need not wait for what the columns are.
  const client = useQueryClient()
  const [size] = usePageSize()
  const first = useRef({ filter, sort, size })
  useEffect(() => {
    const { size: rows, ...view } = first.current
    if (placeFor(table, viewText(view)) === undefined)
      void client.prefetchQuery(rowQueries.firstPage(table, view, rows))
  }, [client, table])
  useEffect(() => {
    if (data) rememberTable(ref, data)
  }, [ref, data])
  useEffect(() => {
    if (isGone) forgetTable(ref, tableId)
  }, [isGone, ref, tableId])

  if (isGone)
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
        <h1 className="sr-only">Table editor</h1>
        <EmptyState
          frame={false}
          icon={Unplug}
          title="This table does not exist"
          action={
            <ButtonLink render={<Link to="/project/$ref/editor" params={{ ref }} search={{}} />}>
              Select another table
            </ButtonLink>
          }
        >
          It may have been dropped, or you have no right to read it.
        </EmptyState>
      </div>
    )
  if (entity.isPending) return <LoadingTable />
  if (!data)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <h1 className="sr-only">Table editor</h1>
        <ErrorPanel
          title="Failed to load the table"
          message={entity.error?.message}
          requestId={requestIdOf(entity.error)}
          retrying={entity.isFetching}
          onRetry={() => void entity.refetch()}
          action={
            replica !== undefined && (
              <Button onClick={() => database.pick()}>Switch to primary database</Button>
            )
          }
        />
      </div>
    )
  return (
    <TableRows
      // Another role or database selects again, and starts at the first rows.
      key={JSON.stringify([ref, data.id, as, replica])}
      project={project}
      as={as}
      database={database}
      entity={data}
      filter={filter}
      sort={sort}
      onViewChange={onViewChange}
    />
  )
}
