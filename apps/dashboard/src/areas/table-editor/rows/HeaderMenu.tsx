import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { SortRule } from '@basalt/table-rows/pages/sort.ts'
import type { ReactNode } from 'react'
import { copyText } from '../../../lib/clipboard.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import {
  type ColumnLayout,
  displayed,
  moved,
  neighbourOf,
  withFrozen,
  withHidden,
} from './column-layout.rules.ts'

export interface HeaderMenuPlace {
  /** Undefined while it closes. */
  readonly anchor: HTMLElement | undefined
  /** Of the column among those of the table. */
  readonly index: number
}

/** The menu of a column's header, which sorts the table and changes its layout. */
export function HeaderMenu({
  place,
  columns,
  layout,
  onLayoutChange,
  sorts,
  onSortsChange,
  items,
  onClose,
}: {
  place: HeaderMenuPlace | undefined
  columns: readonly GridColumn[]
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
  sorts: readonly SortRule[]
  onSortsChange: (sorts: SortRule[]) => void
  /** Items for changing the column itself. */
  items: ((column: GridColumn) => ReactNode) | undefined
  onClose: () => void
}) {
  const column = place && columns[place.index]
  if (!column) return null
  const { name, position } = column
  const moveBy = (step: 1 | -1) => {
    const to = neighbourOf(columns, layout, position, step)
    return to === undefined ? undefined : () => onLayoutChange(moved(columns, layout, position, to))
  }
  return (
    <ColumnMenu
      anchor={place.anchor}
      column={column}
      isSorted={sorts.some((sort) => sort.column === name)}
      isFrozen={layout.frozen.includes(position)}
      actions={{
        sort: (direction) => onSortsChange(direction ? [{ column: name, direction }] : []),
        copyName: () =>
          void copyText(name).then(
            () => toast({ tone: 'success', title: 'Name copied' }),
            () => toast({ tone: 'critical', title: 'Failed to copy the name' }),
          ),
        freeze: (isFrozen) => onLayoutChange(withFrozen(layout, position, isFrozen)),
        hide:
          displayed(columns, layout).length > 1
            ? () => onLayoutChange(withHidden(layout, position, true))
            : undefined,
        moveLeft: moveBy(-1),
        moveRight: moveBy(1),
      }}
      more={items?.(column)}
      onClose={onClose}
    />
  )
}
