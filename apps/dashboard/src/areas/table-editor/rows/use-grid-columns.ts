import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useMemo } from 'react'
import type { ColumnWidths } from 'react-data-grid'
import { type ColumnLayout, displayed, moved, withWidth } from './column-layout.rules.ts'
import { FIRST_COLUMN, gridColumn, rowControls } from './grid-columns.tsx'
import type { HeaderMenuPlace } from './HeaderMenu.tsx'
import type { Line } from './lines.rules.ts'
import { useStartWidths } from './use-start-widths.ts'

/** The columns of a table as the grid has them, in the order and with the widths of the layout. */
export function useGridColumns({
  columns,
  layout,
  onLayoutChange,
  lines,
  isSelectable,
  readOnly,
  onMenu,
}: {
  columns: readonly GridColumn[]
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
  lines: readonly Line[]
  isSelectable: boolean
  readOnly: ReadonlySet<number>
  onMenu: (place: HeaderMenuPlace) => void
}) {
  const widths = useStartWidths(columns, lines)
  const shown = useMemo(() => displayed(columns, layout), [columns, layout])
  const plainColumns = useMemo(
    () => [
      rowControls(isSelectable),
      ...shown.map((index) => {
        const column = columns[index]!
        const isFrozen = layout.frozen.includes(column.position)
        const open = (anchor: HTMLElement) => onMenu({ anchor, index })
        return gridColumn(column, index, widths[index], isFrozen, readOnly.has(index), open)
      }),
    ],
    [columns, shown, layout.frozen, widths, isSelectable, readOnly, onMenu],
  )
  const columnWidths = useMemo(
    () =>
      new Map(
        columns.flatMap(({ position }, index) => {
          const width = layout.widths[position]
          return width === undefined ? [] : [[String(index), { type: 'resized' as const, width }] as const]
        }),
      ),
    [columns, layout.widths],
  )
  const resize = (next: ColumnWidths) => {
    let changed = layout
    for (const [key, { type, width }] of next) {
      const column = columns[Number(key)]
      if (type === 'resized' && column && columnWidths.get(key)?.width !== width)
        changed = withWidth(changed, column.position, width)
    }
    if (changed !== layout) onLayoutChange(changed)
  }
  const reorder = (from: string, to: string) => {
    const [source, target] = [columns[Number(from)], columns[Number(to)]]
    if (source && target) onLayoutChange(moved(columns, layout, source.position, target.position))
  }
  return {
    /** The indexes of the columns that are displayed, in their order. */
    shown,
    /** The place of the first column of values. */
    firstColumn: FIRST_COLUMN,
    plainColumns,
    columnWidths,
    resize,
    reorder,
  }
}
