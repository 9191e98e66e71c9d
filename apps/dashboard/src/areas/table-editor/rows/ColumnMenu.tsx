import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Copy, EyeOff, Pin, PinOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuAt } from '../../../ui/menu/MenuAt.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'

export interface ColumnMenuActions {
  readonly sort: (direction: 'asc' | 'desc' | undefined) => void
  readonly copyName: () => void
  readonly freeze: (isFrozen: boolean) => void
  /** Undefined for the only displayed column. */
  readonly hide: (() => void) | undefined
  /** Undefined at an edge. */
  readonly moveLeft: (() => void) | undefined
  readonly moveRight: (() => void) | undefined
}

/** What can be done with a column, at its header. */
export function ColumnMenu({
  anchor,
  column,
  isSorted,
  isFrozen,
  actions,
  more,
  onClose,
}: {
  /** Undefined while it is closed. */
  anchor: HTMLElement | undefined
  column: GridColumn
  isSorted: boolean
  isFrozen: boolean
  actions: ColumnMenuActions
  /** Items for changing the column itself. */
  more: ReactNode
  onClose: () => void
}) {
  const { sort, copyName, freeze, hide, moveLeft, moveRight } = actions
  const noOrder = column.is_sortable ? undefined : `Values of type ${column.data_type} have no order.`
  const unsortable = noOrder === undefined ? {} : { reason: noOrder }
  return (
    <MenuAt anchor={anchor} onClose={onClose}>
      <MenuItem icon={ArrowUp} onSelect={() => sort('asc')} {...unsortable}>
        Sort ascending
      </MenuItem>
      <MenuItem icon={ArrowDown} onSelect={() => sort('desc')} {...unsortable}>
        Sort descending
      </MenuItem>
      {isSorted && (
        <MenuItem icon={X} onSelect={() => sort(undefined)}>
          Remove sort
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={copyName}>
        Copy name
      </MenuItem>
      <MenuItem icon={isFrozen ? PinOff : Pin} onSelect={() => freeze(!isFrozen)}>
        {isFrozen ? 'Unfreeze column' : 'Freeze column'}
      </MenuItem>
      {moveLeft && (
        <MenuItem icon={ArrowLeft} onSelect={moveLeft}>
          Move left
        </MenuItem>
      )}
      {moveRight && (
        <MenuItem icon={ArrowRight} onSelect={moveRight}>
          Move right
        </MenuItem>
      )}
      <MenuItem
        icon={EyeOff}
        {...(hide ? { onSelect: hide } : { reason: 'This is the only column displayed.' })}
      >
        Hide column
      </MenuItem>
      {more}
    </MenuAt>
  )
}
