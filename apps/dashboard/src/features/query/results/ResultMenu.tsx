import type { RowFilter } from '@basalt/sql/rows/row-view.ts'
import { ArrowDown, ArrowUp, Columns3, Copy, Eye, Filter, FilterX, Rows3, SquareDashed } from 'lucide-react'
import type { GridCell } from '../../../ui/ColumnarGrid.tsx'
import { cellsOf, type GridArea } from '../../../ui/grid-range.rules.ts'
import type { Icon } from '../../../ui/icon.ts'
import { MenuItem } from '../../../ui/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/MenuSeparator.tsx'
import { Submenu } from '../../../ui/Submenu.tsx'
import { type ExportRows, partOf, withoutNames } from '../result-export.ts'
import { countRows } from '../result-words.ts'
import { copiedFormats, copyPlain, copyRows } from './copy-rows.ts'
import { filterWords, withFilter } from './row-view.rules.ts'
import type { RowViewState } from './use-row-view.ts'

/** What can be done with the cells that are marked in a result. */
export function ResultMenu({
  rows,
  area,
  rowView: { view, change, reason },
  onOpenCell,
}: {
  /** What is shown of the result. */
  rows: ExportRows
  area: GridArea
  rowView: RowViewState
  onOpenCell: (cell: GridCell) => void
}) {
  const { fields, columns, order, rowCount } = rows
  const { top, bottom, left: column, right } = area
  const row = order?.[top] ?? top
  const value = columns[column]?.at(row) ?? null
  const name = fields[column]?.name ?? ''
  const isSingle = cellsOf(area) === 1
  const wholeRows = { ...area, left: 0, right: fields.length - 1 }
  const wholeColumns = { ...area, top: 0, bottom: rowCount - 1 }
  const filterBy = (filter: RowFilter) => change(withFilter(view, filter))
  const unavailable = reason !== undefined && { reason }
  const marked = bottom - top + 1
  return (
    <>
      {isSingle ? (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          onSelect={() => void copyPlain(() => value ?? '', 'the cell')}
        >
          Copy cell
        </MenuItem>
      ) : (
        <MenuItem
          icon={Copy}
          shortcut={['Mod', 'C']}
          onSelect={() => void copyPlain(() => withoutNames(partOf(rows, area)), 'the marked cells')}
        >
          Copy cells
        </MenuItem>
      )}
      {!isSingle && <CopyAs icon={SquareDashed} label="Copy cells as" rows={() => partOf(rows, area)} />}
      <CopyAs
        icon={Rows3}
        label={marked === 1 ? 'Copy row as' : `Copy ${countRows(marked)} as`}
        rows={() => partOf(rows, wholeRows)}
      />
      <CopyAs
        icon={Columns3}
        label={column === right ? 'Copy column as' : 'Copy columns as'}
        rows={() => partOf(rows, wholeColumns)}
      />
      {isSingle && (
        <>
          <MenuSeparator />
          <MenuItem icon={Eye} shortcut={['Enter']} onSelect={() => onOpenCell({ row, column, value })}>
            Show the whole value
          </MenuItem>
          {(['is', 'is_not'] as const).map((operator) => (
            <MenuItem
              key={operator}
              icon={operator === 'is' ? Filter : FilterX}
              {...unavailable}
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

function CopyAs({ icon, label, rows }: { icon: Icon; label: string; rows: () => ExportRows }) {
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
