import 'react-data-grid/lib/styles.css'
import './data-grid.css'
import { type ReactNode, useMemo, useRef } from 'react'
import { type CellCopyArgs, type DataGridHandle, DataGrid as Grid } from 'react-data-grid'
import { cx } from '../../lib/class-names.ts'
import { ContextMenu } from '../menu/ContextMenu.tsx'
import {
  EXACT_PIXELS,
  GRID_ROW_HEIGHT,
  type GridColumn,
  type GridSort,
  type GridValues,
  rowNumberWidth,
} from './data-grid.rules.ts'
import { dataColumn, markedColumn, ROW_NUMBER_KEY, rowNumberColumn } from './grid-columns.tsx'
import { cellsOf, clipped, type GridArea, isInside, movedHead } from './grid-range.rules.ts'
import { useGridRange } from './use-grid-range.ts'
import { useRowElements } from './use-row-elements.tsx'

export interface GridCell {
  /** Counted from 0. */
  row: number
  column: number
  value: string | null
}

export interface ColumnarGridProps {
  /** The grid's name for screen readers, such as the kind of rows. */
  label: string
  columns: readonly GridColumn[]
  values: GridValues
  /** Needed only when rows have no columns; otherwise the length of the first column. */
  rowCount?: number
  /** The indexes of the visible rows, in order. All rows in their original order when omitted. */
  order?: Uint32Array | undefined
  sorts?: readonly GridSort[]
  /** Makes the headers sort; with Control or Meta held, in addition to existing sorts. */
  onSortsChange?: ((sorts: GridSort[]) => void) | undefined
  /** Enter or a double click on a cell. */
  onOpenCell?: (cell: GridCell) => void
  /** Called with the selected cells, by visible position. */
  onAreaChange?: (area: GridArea | undefined) => void
  /** The text to copy for several cells or for one not loaded yet; undefined when the callee copies by itself. */
  textOf?: (area: GridArea) => string | undefined
  /** Context menu items for the selected cells. */
  menu?: ReactNode
}

const FIRST_DATA_COLUMN = 1
const directions = { asc: 'ASC', desc: 'DESC' } as const

/**
 * A grid over columnar values. Rows are indexes and cells read their text when rendered, so a million rows cost an
 * array of numbers. Arrow keys, Home, End and Page keys move, with Shift they select. The copy shortcut copies the full
 * value of the active cell, or the selection.
 */
export function ColumnarGrid({
  label,
  columns,
  values,
  rowCount,
  order,
  sorts,
  onSortsChange,
  onOpenCell,
  onAreaChange,
  textOf,
  menu,
}: ColumnarGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const all = rowCount ?? values[0]?.length ?? 0
  const count = order?.length ?? all
  const rows = useMemo(() => Array.from({ length: count }, (_, row) => row), [count])
  const { range, area: marked, startAt, extendTo, includeOrStart, draw } = useGridRange(onAreaChange)
  const area = useMemo(() => clipped(marked, count), [marked, count])
  const { watch, renderers, activate } = useRowElements<number>()
  const lastColumn = columns.length - 1

  // While rows arrive the columns keep their identity, so that only new rows are rendered.
  const numberWidth = rowNumberWidth(all)
  const isSortable = onSortsChange !== undefined
  const plainColumns = useMemo(
    () => [
      rowNumberColumn(numberWidth, order),
      ...columns.map((column, index) => ({
        ...dataColumn(column, index, values[index] ?? [], order, columns.length === 1),
        sortable: isSortable,
      })),
    ],
    [columns, values, numberWidth, order, isSortable],
  )
  const gridColumns = useMemo(
    () =>
      area && cellsOf(area) > 1 ? plainColumns.map((column) => markedColumn(column, area)) : plainColumns,
    [plainColumns, area],
  )

  const cellAt = (place: number | undefined, key: string | undefined): GridCell | undefined => {
    if (place === undefined || key === undefined || key === ROW_NUMBER_KEY) return undefined
    const column = Number(key)
    const row = order?.[place] ?? place
    return { row, column, value: values[column]?.at(row) ?? null }
  }
  const open = (place: number | undefined, key: string | undefined) => {
    const cell = cellAt(place, key)
    if (cell) onOpenCell?.(cell)
  }
  const copy = ({ row, column }: CellCopyArgs<number>, event: React.ClipboardEvent) => {
    // A selected part of a text is copied by the browser.
    if (getSelection()?.isCollapsed === false) return
    event.preventDefault()
    const isHere = values[Number(column.key)]?.at(order?.[row] ?? row) !== undefined
    if (area && textOf && (cellsOf(area) > 1 || (column.key !== ROW_NUMBER_KEY && !isHere))) {
      const text = textOf(area)
      if (text !== undefined) event.clipboardData.setData('text/plain', text)
      return
    }
    const cell = cellAt(row, column.key)
    event.clipboardData.setData('text/plain', cell ? (cell.value ?? '') : String((order?.[row] ?? row) + 1))
  }
  /** A row number stands for the whole row. */
  const endsOf = (row: number, idx: number) => {
    const column = idx - FIRST_DATA_COLUMN
    return column < 0
      ? ([
          { row, column: 0 },
          { row, column: lastColumn },
        ] as const)
      : ([
          { row, column },
          { row, column },
        ] as const)
  }
  const mark = (key: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean => {
    const withMod = event.ctrlKey || event.metaKey
    if (!range || columns.length === 0) return false
    if (withMod && key.toLowerCase() === 'a')
      startAt({ row: 0, column: 0 }, { row: count - 1, column: lastColumn })
    else if (key === ' ' && withMod) startAt({ ...range.anchor, row: 0 }, { ...range.anchor, row: count - 1 })
    else if (key === ' ' && event.shiftKey)
      startAt({ ...range.anchor, column: 0 }, { ...range.anchor, column: lastColumn })
    else if (event.shiftKey) {
      const head = movedHead(range.head, key, withMod, { rows: count, columns: columns.length })
      if (!head) return false
      extendTo(head)
      grid.current?.scrollToCell({ rowIdx: head.row, idx: head.column + FIRST_DATA_COLUMN })
    } else return false
    return true
  }

  const content = (
    <Grid
      ref={grid}
      aria-label={label}
      className={cx('data-grid', count * GRID_ROW_HEIGHT > EXACT_PIXELS && 'data-grid-deep')}
      columns={gridColumns}
      rows={rows}
      rowHeight={GRID_ROW_HEIGHT}
      headerRowHeight={GRID_ROW_HEIGHT}
      rowKeyGetter={(row) => row}
      renderers={renderers}
      sortColumns={sorts?.map(({ column, direction }) => ({
        columnKey: String(column),
        direction: directions[direction],
      }))}
      onSortColumnsChange={(next) =>
        onSortsChange?.(
          next.map(({ columnKey, direction }) => ({
            column: Number(columnKey),
            direction: direction === 'ASC' ? 'asc' : 'desc',
          })),
        )
      }
      onCellCopy={copy}
      onCellMouseDown={({ rowIdx, column }, event) => {
        const [start, head] = endsOf(rowIdx, column.idx)
        if (event.button !== 0) {
          includeOrStart(start, head)
          // The context menu applies to the selection, so it stays.
          if (area && isInside(area, start)) event.preventGridDefault()
          return
        }
        if (event.shiftKey && range) {
          event.preventGridDefault()
          event.preventDefault()
          extendTo(head)
        }
        draw.begin()
      }}
      onActivePositionChange={({ rowIdx, column }) => {
        activate(rowIdx < 0 ? undefined : rowIdx)
        if (rowIdx < 0 || !column) return startAt(undefined)
        startAt(...endsOf(rowIdx, column.idx))
      }}
      onCellDoubleClick={({ row, column }) => open(row, column.key)}
      onCellKeyDown={(args, event) => {
        if (args.mode !== 'ACTIVE') return
        if (event.key === 'Enter') open(args.row, args.column?.key)
        if (mark(event.key, event)) {
          event.preventGridDefault()
          event.preventDefault()
        } else if (event.key === 'Home') {
          // The grid's own Home goes to the frozen row number and header, and so does not scroll.
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
  const surface = (
    <div
      ref={watch}
      className="h-full"
      onPointerMove={(event) =>
        draw.onPointerMove(event, (cell) => {
          const row = Number(cell.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2
          return endsOf(row, Number(cell.getAttribute('aria-colindex')) - 1)[1]
        })
      }
    >
      {content}
    </div>
  )
  if (!menu) return surface
  return (
    <ContextMenu trigger={<div className="h-full" />} items={menu}>
      {surface}
    </ContextMenu>
  )
}
