import 'react-data-grid/lib/styles.css'
import './data-grid.css'
import { useMemo } from 'react'
import { type CellCopyArgs, type Column, DataGrid as Grid } from 'react-data-grid'
import { cx } from '../lib/class-names.ts'
import {
  COLUMN_MAX_WIDTH,
  COLUMN_MIN_WIDTH,
  type ColumnValues,
  cellLine,
  GRID_ROW_HEIGHT,
  type GridColumn,
  type GridValues,
  isNumericType,
  rowNumberWidth,
  startWidth,
} from './data-grid.rules.ts'

export interface GridCell {
  /** Counted from 0. */
  row: number
  column: number
  value: string | null
}

export interface ColumnarGridProps {
  /** What the rows are; the grid's name for screen readers. */
  label: string
  columns: readonly GridColumn[]
  values: GridValues
  /** Needed only when rows have no columns; otherwise the length of the first column. */
  rowCount?: number
  /** Enter or a double click on a cell. */
  onOpenCell?: (cell: GridCell) => void
}

const ROW_NUMBER_KEY = 'row-number'
const FIRST_DATA_COLUMN = 1

/**
 * The grid's rows are plain indexes and cells read their text when drawn, so a million rows cost an array of numbers.
 * Arrow keys, Home, End and Page keys move; the copy shortcut copies the whole value of the active cell.
 */
export function ColumnarGrid({ label, columns, values, rowCount, onOpenCell }: ColumnarGridProps) {
  const count = rowCount ?? values[0]?.length ?? 0
  const rows = useMemo(() => Array.from({ length: count }, (_, row) => row), [count])
  // While rows arrive the columns stay the same, so that only new rows are drawn.
  const numberWidth = rowNumberWidth(count)
  const gridColumns = useMemo(
    () => [
      rowNumberColumn(numberWidth),
      ...columns.map((column, index) => dataColumn(column, index, values[index] ?? [])),
    ],
    [columns, values, numberWidth],
  )

  const cellAt = (row: number | undefined, key: string | undefined): GridCell | undefined => {
    if (row === undefined || key === undefined || key === ROW_NUMBER_KEY) return undefined
    const column = Number(key)
    return { row, column, value: values[column]?.at(row) ?? null }
  }
  const open = (row: number | undefined, key: string | undefined) => {
    const cell = cellAt(row, key)
    if (cell) onOpenCell?.(cell)
  }
  const copy = ({ row, column }: CellCopyArgs<number>, event: React.ClipboardEvent) => {
    // Someone who selected part of a text copies that.
    if (getSelection()?.isCollapsed === false) return
    const cell = cellAt(row, column.key)
    event.clipboardData.setData('text/plain', cell ? (cell.value ?? '') : String(row + 1))
    event.preventDefault()
  }

  return (
    <Grid
      aria-label={label}
      className="data-grid"
      columns={gridColumns}
      rows={rows}
      rowHeight={GRID_ROW_HEIGHT}
      headerRowHeight={GRID_ROW_HEIGHT}
      rowKeyGetter={(row) => row}
      onCellCopy={copy}
      onCellDoubleClick={({ row, column }) => open(row, column.key)}
      onCellKeyDown={(args, event) => {
        if (args.mode !== 'ACTIVE') return
        if (event.key === 'Enter') open(args.row, args.column?.key)
        if (event.key === 'Home') {
          // The grid's own Home goes to what is always in view, the row number and the header, and so scrolls nowhere.
          event.preventGridDefault()
          event.preventDefault()
          const rowIdx = event.ctrlKey || event.metaKey ? 0 : args.rowIdx
          args.setActivePosition(
            { idx: Math.min(FIRST_DATA_COLUMN, columns.length), rowIdx },
            { shouldFocus: true },
          )
        }
      }}
    />
  )
}

function dataColumn(column: GridColumn, index: number, values: ColumnValues): Column<number> {
  const isNumeric = isNumericType(column.type)
  return {
    key: String(index),
    name: column.name,
    width: startWidth(column, values),
    minWidth: COLUMN_MIN_WIDTH,
    maxWidth: COLUMN_MAX_WIDTH,
    resizable: true,
    cellClass: cx('font-mono', isNumeric && 'text-right'),
    headerCellClass: isNumeric ? 'text-right' : undefined,
    renderHeaderCell: () => (
      <>
        {column.name} <span className="font-normal text-ink-faint">{column.type}</span>
      </>
    ),
    renderCell: ({ row }) => <CellText value={values.at(row) ?? null} />,
  }
}

/** NULL and the empty string are both faded and never look alike, nor like a text that spells them. */
function CellText({ value }: { value: string | null }) {
  if (value === null) return <span className="text-ink-faint">NULL</span>
  if (value === '') return <span className="text-ink-faint italic">empty</span>
  return cellLine(value)
}

const rowNumberColumn = (width: number): Column<number> => ({
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
  renderCell: ({ row }) => row + 1,
})
