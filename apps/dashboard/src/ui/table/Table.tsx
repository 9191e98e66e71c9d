import { type ReactNode, useRef } from 'react'
import { chunk } from '../../lib/chunk.ts'
import { cx } from '../../lib/class-names.ts'
import { useOffscreenHeight } from '../../lib/use-offscreen-height.ts'
import { alignClass, headCellClass, type TableAlign, tableFrameClass } from './table-class.ts'

export interface TableColumn<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: TableAlign
  /** A CSS width; columns without one share the rest. */
  width?: string
  /** Left out on a phone, where another column has to say the same. */
  wideOnly?: boolean
}

const PART_SIZE = 50

/**
 * A list with columns. Of a long one only the rows near to what is seen are there; results of queries belong in a
 * DataGrid. The page decides about loading,
 * error and empty before it renders a table: TableSkeleton, ErrorPanel and EmptyState fit in its place.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  dense = false,
  isSelected,
}: {
  /** What the rows are; the table's name for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** 32 px instead of 36 px rows. */
  dense?: boolean
  isSelected?: (row: Row) => boolean
}) {
  return (
    <div className={tableFrameClass}>
      <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full border-collapse text-sm">
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, header, align = 'start', width, wideOnly }) => (
              <th
                key={key}
                scope="col"
                style={{ width }}
                className={cx(headCellClass, alignClass[align], wideOnly && 'max-sm:hidden')}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {chunk(rows, PART_SIZE).map(({ start, items }) => (
          <TablePart
            key={start}
            columns={columns}
            rows={items}
            firstIndex={start}
            rowKey={rowKey}
            dense={dense}
            isSelected={isSelected}
          />
        ))}
      </table>
    </div>
  )
}

/** Some rows of a table, which are only there while they are near to what is seen. */
function TablePart<Row>({
  columns,
  rows,
  firstIndex,
  rowKey,
  dense,
  isSelected,
}: {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  /** How many rows of the table come before these. */
  firstIndex: number
  rowKey: (row: Row) => string
  dense: boolean
  isSelected: ((row: Row) => boolean) | undefined
}) {
  const part = useRef<HTMLTableSectionElement>(null)
  const height = useOffscreenHeight(part)
  if (height !== undefined)
    return (
      <tbody ref={part}>
        <tr aria-hidden>
          <td colSpan={columns.length} style={{ height }} />
        </tr>
      </tbody>
    )
  return (
    <tbody ref={part} className="last:[&>tr:last-child]:border-b-0">
      {rows.map((row, index) => (
        <tr
          key={rowKey(row)}
          aria-rowindex={firstIndex + index + 2}
          data-selected={isSelected?.(row) || undefined}
          className="border-line border-b transition-colors hover:bg-surface-2 data-selected:bg-brand-subtle"
        >
          {columns.map(({ key, cell, align = 'start', wideOnly }) => (
            <td
              key={key}
              className={cx('px-3', dense ? 'h-8' : 'h-9', alignClass[align], wideOnly && 'max-sm:hidden')}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
