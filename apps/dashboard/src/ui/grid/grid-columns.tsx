import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column } from 'react-data-grid'
import { cx } from '../../lib/class-names.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import {
  COLUMN_MAX_WIDTH,
  COLUMN_MIN_WIDTH,
  type ColumnValues,
  cellLine,
  type GridColumn,
  isNumericType,
  onlyWidth,
  startWidth,
} from './data-grid.rules.ts'
import type { GridArea } from './grid-range.rules.ts'

export const ROW_NUMBER_KEY = 'row-number'

/** A column of the result. `order` maps visible rows to value indexes; an only column takes the full width. */
export function dataColumn(
  column: GridColumn,
  index: number,
  values: ColumnValues,
  order: Uint32Array | undefined,
  isOnly = false,
): Column<number> {
  const isNumeric = isNumericType(column.type)
  return {
    key: String(index),
    name: column.name,
    width: column.width ?? (isOnly && !isNumeric ? onlyWidth(column, values) : startWidth(column, values)),
    minWidth: COLUMN_MIN_WIDTH,
    ...(!isOnly && { maxWidth: COLUMN_MAX_WIDTH }),
    resizable: true,
    cellClass: cx('font-mono', isNumeric && 'text-right'),
    headerCellClass: isNumeric ? 'text-right' : undefined,
    renderHeaderCell: ({ sortDirection, priority }) => (
      <>
        {column.name} <span className="font-normal text-ink-faint">{column.type}</span>
        {sortDirection && <SortMark direction={sortDirection} priority={priority} />}
      </>
    ),
    renderCell: ({ row }) => <CellText value={values.at(order?.[row] ?? row)} />,
  }
}

function SortMark({
  direction,
  priority,
}: {
  direction: 'ASC' | 'DESC'
  /** Its precedence when several columns sort. */
  priority: number | undefined
}) {
  const Arrow = direction === 'ASC' ? ArrowUp : ArrowDown
  return (
    <>
      <Arrow className="ml-1 inline size-3 text-brand-ink" aria-hidden />
      {priority !== undefined && <span className="text-brand-ink text-xs">{priority}</span>}
    </>
  )
}

/** The column with its selected cells highlighted. */
export function markedColumn(column: Column<number>, area: GridArea): Column<number> {
  const index = Number(column.key)
  const { cellClass } = column
  if (!(index >= area.left && index <= area.right) || typeof cellClass === 'function') return column
  const markedClass = cx(cellClass ?? undefined, 'data-grid-marked')
  return {
    ...column,
    cellClass: (row) => (row >= area.top && row <= area.bottom ? markedClass : cellClass),
  }
}

/** NULL and the empty string are faded, and differ from each other and from texts that spell them. */
function CellText({ value }: { value: string | null | undefined }) {
  if (value === undefined) return <Skeleton className="my-2 h-3 w-2/3" />
  if (value === null) return <span className="text-ink-faint">NULL</span>
  if (value === '') return <span className="text-ink-faint italic">empty</span>
  return cellLine(value)
}

export const rowNumberColumn = (width: number, order: Uint32Array | undefined): Column<number> => ({
  key: ROW_NUMBER_KEY,
  name: '#',
  width,
  minWidth: 0,
  frozen: true,
  cellClass: 'data-grid-row-number',
  headerCellClass: 'data-grid-row-number',
  renderHeaderCell: () => (
    <>
      <span aria-hidden="true">#</span>
      <span className="sr-only">Row number</span>
    </>
  ),
  renderCell: ({ row }) => (order?.[row] ?? row) + 1,
})
