import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import type { RowFilter } from '@basalt/sql/rows/row-view.ts'
import { ArrowDown, ArrowUp, Columns3, Copy, Eye, Filter, FilterX, Rows3, SquareDashed } from 'lucide-react'
import type { GridCell } from '../../../../ui/grid/ColumnarGrid.tsx'
import { cellsOf, type GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../../ui/menu/Submenu.tsx'
import type { Icon } from '../../../../ui/text/icon.ts'
import { copyFormats, copyPlain, copyRows } from './copy-rows.ts'
import { countRows } from './result-labels.ts'
import { filterLabel, withFilter } from './row-view.rules.ts'
import type { RowsSource } from './rows-source.ts'
import type { RowViewState } from './use-row-view.ts'

const NOT_LOADED = 'This row is still loading'

/** The actions on the selected cells of a result. */
export function ResultMenu({
  fields,
  cellAt,
  take,
  area,
  rowView: { view, change, reason, rowCount },
  onOpenCell,
}: {
  fields: readonly ResultField[]
  /** Takes the displayed positions of row and column; undefined for a value that is not loaded yet. */
  cellAt: (position: number, column: number) => GridCell | undefined
  /** The rows of a part of the displayed result. */
  take: (area: GridArea) => RowsSource
  area: GridArea
  rowView: RowViewState
  onOpenCell: (cell: GridCell) => void
}) {
  const { top, bottom, left: column, right } = area
  const cell = cellAt(top, column)
  const value = cell?.value ?? null
  const name = fields[column]?.name ?? ''
  const isSingle = cellsOf(area) === 1
  const wholeRows = { ...area, left: 0, right: fields.length - 1 }
  const wholeColumns = { ...area, top: 0, bottom: rowCount - 1 }
  const filterBy = (filter: RowFilter) => change(withFilter(view, filter))
  const unavailable = reason !== undefined && { reason }
  const notLoaded = cell === undefined && { reason: NOT_LOADED }
  const selectedRows = bottom - top + 1
  return (
    <>
      {isSingle ? (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          {...notLoaded}
          onSelect={() => void copyPlain(() => value ?? '', 'the cell')}
        >
          Copy cell
        </MenuItem>
      ) : (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          onSelect={() => void copyPlain(() => take(area).plain(), 'the selected cells')}
        >
          Copy cells
        </MenuItem>
      )}
      {!isSingle && <CopyAs icon={SquareDashed} label="Copy cells as" rows={() => take(area)} />}
      <CopyAs
        icon={Rows3}
        label={selectedRows === 1 ? 'Copy row as' : `Copy ${countRows(selectedRows)} as`}
        rows={() => take(wholeRows)}
      />
      <CopyAs
        icon={Columns3}
        label={column === right ? 'Copy column as' : 'Copy columns as'}
        rows={() => take(wholeColumns)}
      />
      {isSingle && (
        <>
          <MenuSeparator />
          <MenuItem icon={Eye} shortcut={['Enter']} {...notLoaded} onSelect={() => cell && onOpenCell(cell)}>
            Show full value
          </MenuItem>
          {(['is', 'is_not'] as const).map((operator) => (
            <MenuItem
              key={operator}
              icon={operator === 'is' ? Filter : FilterX}
              {...unavailable}
              {...notLoaded}
              onSelect={() => filterBy({ column, operator, value })}
            >
              Only where {filterLabel({ column, operator, value }, name)}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem
            icon={ArrowUp}
            {...unavailable}
            onSelect={() => change({ ...view, sorts: [{ column, direction: 'asc' }] })}
          >
            Sort ascending
          </MenuItem>
          <MenuItem
            icon={ArrowDown}
            {...unavailable}
            onSelect={() => change({ ...view, sorts: [{ column, direction: 'desc' }] })}
          >
            Sort descending
          </MenuItem>
        </>
      )}
    </>
  )
}

function CopyAs({ icon, label, rows }: { icon: Icon; label: string; rows: () => RowsSource }) {
  return (
    <Submenu label={label} icon={icon}>
      {copyFormats.map(({ format, name }) => (
        <MenuItem key={format} onSelect={() => void copyRows(format, rows())}>
          {name}
        </MenuItem>
      ))}
    </Submenu>
  )
}
