import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import type { RowFilter } from '@basalt/sql/rows/row-view.ts'
import { ArrowDown, ArrowUp, Columns3, Copy, Eye, Filter, FilterX, Rows3, SquareDashed } from 'lucide-react'
import type { GridCell } from '../../../../ui/grid/ColumnarGrid.tsx'
import { cellsOf, type GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../../ui/menu/Submenu.tsx'
import type { Icon } from '../../../../ui/text/icon.ts'
import { copiedFormats, copyPlain, copyRows } from './copy-rows.ts'
import { countRows } from './result-words.ts'
import { filterWords, withFilter } from './row-view.rules.ts'
import type { RowsSource } from './rows-source.ts'
import type { RowViewState } from './use-row-view.ts'

const NOT_HERE = 'This row is still being read'

/** What can be done with the cells that are marked in a result. */
export function ResultMenu({
  fields,
  cellAt,
  take,
  area,
  rowView: { view, change, reason, rowCount },
  onOpenCell,
}: {
  fields: readonly ResultField[]
  /** By the places of row and column as they are shown; undefined for a value that has not come yet. */
  cellAt: (place: number, column: number) => GridCell | undefined
  /** A part of what is shown. */
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
  const notHere = cell === undefined && { reason: NOT_HERE }
  const marked = bottom - top + 1
  return (
    <>
      {isSingle ? (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          {...notHere}
          onSelect={() => void copyPlain(() => value ?? '', 'the cell')}
        >
          Copy cell
        </MenuItem>
      ) : (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          onSelect={() => void copyPlain(() => take(area).plain(), 'the marked cells')}
        >
          Copy cells
        </MenuItem>
      )}
      {!isSingle && <CopyAs icon={SquareDashed} label="Copy cells as" rows={() => take(area)} />}
      <CopyAs
        icon={Rows3}
        label={marked === 1 ? 'Copy row as' : `Copy ${countRows(marked)} as`}
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
          <MenuItem icon={Eye} shortcut={['Enter']} {...notHere} onSelect={() => cell && onOpenCell(cell)}>
            Show the whole value
          </MenuItem>
          {(['is', 'is_not'] as const).map((operator) => (
            <MenuItem
              key={operator}
              icon={operator === 'is' ? Filter : FilterX}
              {...unavailable}
              {...notHere}
              onSelect={() => filterBy({ column, operator, value })}
            >
              Only where {filterWords({ column, operator, value }, name)}
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
      {copiedFormats.map(({ format, name }) => (
        <MenuItem key={format} onSelect={() => void copyRows(format, rows())}>
          {name}
        </MenuItem>
      ))}
    </Submenu>
  )
}
