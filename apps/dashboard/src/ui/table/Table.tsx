import { type CSSProperties, type ReactNode, useRef } from 'react'
import { chunk } from '../../lib/chunk.ts'
import { cx } from '../../lib/class-names.ts'
import { useOffscreenHeight } from '../../lib/use-offscreen-height.ts'
import { alignClass, headCellClass, type TableAlign, tableFrameClass } from './table-class.ts'

export interface TableColumn<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for numbers. */
  align?: TableAlign
  /** A CSS width; columns without one share the rest. On phones, percentages leave too little of a row and do not count. */
  width?: string
  /** Hidden on phones, where another column must contain its information. */
  wideOnly?: boolean
}

const PART_SIZE = 50

/**
 * A table that renders only rows near the viewport; for query results use DataGrid. The page handles loading, errors
 * and emptiness: TableSkeleton, ErrorPanel and EmptyState replace the table.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  dense = false,
  isSelected,
}: {
  /** The table's name for screen readers, such as the kind of rows. */
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
                style={{ '--column': width } as CSSProperties}
                className={cx(
                  headCellClass,
                  alignClass[align],
                  width?.endsWith('%') ? 'sm:w-(--column)' : 'w-(--column)',
                  wideOnly && 'max-sm:hidden',
                )}
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

/** A section of a table's rows, rendered only near the viewport. */
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
  /** The number of rows before this section. */
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
              className={cx(
                'px-3 py-0.5 max-sm:py-1.5',
                dense ? 'h-8' : 'h-9',
                alignClass[align],
                wideOnly && 'max-sm:hidden',
              )}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
