import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { buttonClass } from '../../../../ui/controls/button-class.ts'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { CellText } from '../../rows/CellText.tsx'
import { type RowReader, rowQueries } from '../../rows/rows.queries.ts'
import { referenceQueries } from './reference.queries.ts'
import { referencedRowFilters } from './reference.rules.ts'

/** Columns beyond these are in the table itself. */
const SHOWN_COLUMNS = 12

/** The row that a foreign key references, with a link to it in its table. */
export function ReferencedRow({
  reader,
  reference,
  values,
}: {
  reader: RowReader
  reference: NonNullable<GridColumn['foreign_key']>
  /** Of the columns of the key, in its order. */
  values: readonly (string | null)[]
}) {
  const table = { ...reader, id: reference.target_id }
  const filters = referencedRowFilters(reference.target_columns, values)
  const entity = useQuery(rowQueries.entity(table))
  const rows = useQuery({ ...referenceQueries.rows(table, filters ?? [], 1), enabled: filters !== undefined })
  const target = `${reference.target_schema}.${reference.target_table}`
  const content = () => {
    if (!filters) return <p className="text-ink-muted">NULL references no row.</p>
    const failure = entity.error ?? rows.error
    if (failure) return <p className="wrap-anywhere text-critical-ink">{failure.message}</p>
    if (!entity.data || !rows.data) return <Spinner label="Loading the row" />
    const [row] = rows.data.rows
    if (!row) return <p className="text-ink-muted">There is no such row.</p>
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {entity.data.columns.slice(0, SHOWN_COLUMNS).map(({ name }, index) => (
          <div key={name} className="contents">
            <dt className="max-w-32 truncate text-ink-muted" title={name}>
              {name}
            </dt>
            <dd className="truncate font-mono">
              <CellText cell={row.cells[index] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-2 text-xs">
      <div className="flex min-w-0 items-center justify-between gap-2">
        <span className="min-w-0 truncate font-medium">{target}</span>
        <Link
          to="/project/$ref/editor/$tableId"
          params={{ ref: reader.ref, tableId: String(reference.target_id) }}
          search={{ schema: reference.target_schema, ...(filters && { filter: filters }) }}
          className={buttonClass('ghost', 'sm')}
        >
          Open table
          <ArrowUpRight className="size-3.5" aria-hidden />
        </Link>
      </div>
      {content()}
    </div>
  )
}
