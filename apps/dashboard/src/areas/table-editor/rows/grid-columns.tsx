import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { Eye } from 'lucide-react'
import type { Key } from 'react'
import {
  Cell,
  type CellRendererProps,
  type Column,
  useHeaderRowSelection,
  useRowSelection,
} from 'react-data-grid'
import { cx } from '../../../lib/class-names.ts'
import { COLUMN_MAX_WIDTH, COLUMN_MIN_WIDTH, isNumericType } from '../../../ui/grid/data-grid.rules.ts'
import { CellText } from './CellText.tsx'
import { ColumnHeader } from './ColumnHeader.tsx'
import type { Line } from './lines.rules.ts'

/** The column with the checkbox and the button of each row. */
export const OPEN_ROW_KEY = 'open-row'

/**
 * The text of a cell that is not loaded. Lines of gaps have the elements of others, and their style draws that they are
 * on their way: replacing elements takes longer than a frame when all rows on the screen arrive.
 */
const NOTHING = '\u200b'

/** The place of the first column of values, behind that one. */
export const FIRST_COLUMN = 1

/** Whether the key of a column is that of values. */
export const isValueKey = (key: string | undefined): key is string =>
  key !== undefined && key !== OPEN_ROW_KEY

/** A column of values. Its key is `index`, its place among the columns of the table; `isReadOnly` is told to readers of the screen. */
export function gridColumn(
  column: GridColumn,
  index: number,
  width: number | undefined,
  isFrozen: boolean,
  isReadOnly: boolean,
  onMenu: (anchor: HTMLElement) => void,
): Column<Line> {
  const isNumeric = isNumericType(column.format)
  const base = cx('font-mono', isNumeric && 'text-right')
  return {
    key: String(index),
    name: column.name,
    width: Math.min(COLUMN_MAX_WIDTH, width ?? COLUMN_MIN_WIDTH),
    minWidth: COLUMN_MIN_WIDTH,
    maxWidth: COLUMN_MAX_WIDTH,
    resizable: true,
    draggable: true,
    frozen: isFrozen,
    editable: !isReadOnly,
    sortable: column.is_sortable,
    cellClass: (line) => cx(base, line.changed.has(index) && 'rows-grid-changed'),
    renderHeaderCell: ({ sortDirection, priority }) => (
      <ColumnHeader
        column={column}
        isNumeric={isNumeric}
        direction={sortDirection}
        priority={priority}
        onMenu={onMenu}
      />
    ),
    renderCell: ({ row }) => {
      if (row.state === 'gap') return NOTHING
      const cell = row.cells[index] ?? null
      if (!column.foreign_key || typeof cell !== 'string') return <CellText cell={cell} />
      return (
        <span className="flex h-full items-center gap-1">
          <span className="min-w-0 flex-1 truncate">
            <CellText cell={cell} />
          </span>
          {/* By keyboard the menu of the cell shows the row. */}
          <button
            type="button"
            tabIndex={-1}
            data-peek={index}
            aria-label={`Show the row of ${column.foreign_key.target_table}`}
            className="grid size-5 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-surface-3 hover:text-ink"
          >
            <Eye className="size-3.5" aria-hidden />
          </button>
        </span>
      )
    },
  }
}

/** A cell. The grid itself says of all that they are read-only, because it does not have their editors. */
export const renderCell = (key: Key, props: CellRendererProps<Line, unknown>) => (
  <Cell key={key} {...props} aria-readonly={props.column.editable === false || undefined} />
)

/**
 * The column that is always there: a checkbox that selects the row, if rows can be selected, and a button that opens it.
 * One cell with two elements, because each frame of scrolling creates them for every row that comes into view.
 */
export const rowControls = (isSelectable: boolean): Column<Line> => ({
  key: OPEN_ROW_KEY,
  name: '',
  width: isSelectable ? 60 : 36,
  minWidth: 36,
  frozen: true,
  cellClass: cx('rows-grid-controls', isSelectable && 'rows-grid-selects'),
  headerCellClass: cx('rows-grid-controls', isSelectable && 'rows-grid-selects'),
  renderHeaderCell: () => (
    <>
      {isSelectable && <SelectLoaded />}
      <span className="sr-only">Open row</span>
    </>
  ),
  // Those of gaps are hidden.
  renderCell: ({ row, tabIndex }) => (
    <>
      {isSelectable && <SelectRow row={row} tabIndex={tabIndex} />}
      <button
        type="button"
        data-open-row
        aria-label="Open row"
        title="Open row"
        // Where rows can be selected, Enter opens them.
        tabIndex={isSelectable ? -1 : tabIndex}
        className="rows-grid-opener"
      />
    </>
  ),
})

function SelectRow({ row, tabIndex }: { row: Line; tabIndex: number }) {
  const { isRowSelected, onRowSelectionChange } = useRowSelection()
  return (
    <input
      type="checkbox"
      aria-label="Select"
      className="rows-grid-check"
      tabIndex={tabIndex}
      checked={isRowSelected}
      onChange={({ target, nativeEvent }) =>
        onRowSelectionChange({
          row,
          checked: target.checked,
          isShiftClick: (nativeEvent as MouseEvent).shiftKey,
        })
      }
    />
  )
}

/** Selects every loaded row, or none. */
function SelectLoaded() {
  const { isRowSelected, isIndeterminate, onRowSelectionChange } = useHeaderRowSelection()
  const hasAny = isRowSelected || isIndeterminate
  return (
    <input
      type="checkbox"
      aria-label="Select the loaded rows"
      checked={hasAny}
      onChange={() => onRowSelectionChange({ checked: !hasAny })}
    />
  )
}

/** A column whose cells in some lines are selected. */
export function marked(column: Column<Line>, keys: ReadonlySet<string>): Column<Line> {
  const { cellClass } = column
  return {
    ...column,
    cellClass: (line) =>
      cx(
        (typeof cellClass === 'function' ? cellClass(line) : cellClass) ?? undefined,
        keys.has(line.key) && 'data-grid-marked',
      ),
  }
}

const lineClasses: Readonly<Record<Line['state'], string | undefined>> = {
  stored: undefined,
  changed: undefined,
  new: 'rows-grid-new',
  deleted: 'rows-grid-deleted',
  gap: 'rows-grid-gap',
}

/** The classes of a line for what is staged in it. */
export const lineClass = ({ state, isUnsaved }: Line) =>
  cx(lineClasses[state], isUnsaved && 'rows-grid-unsaved')
