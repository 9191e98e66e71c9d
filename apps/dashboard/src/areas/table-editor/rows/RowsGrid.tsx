import 'react-data-grid/lib/styles.css'
import '../../../ui/grid/data-grid.css'
import './rows-grid.css'
import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import type { SortRule } from '@basalt/table-rows/pages/sort.ts'
import { Eye, PanelRightOpen } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type Column,
  type DataGridHandle,
  DataGrid as Grid,
  type Renderers,
  SELECT_COLUMN_KEY,
  SelectColumn,
} from 'react-data-grid'
import { cx } from '../../../lib/class-names.ts'
import { PopoverAt } from '../../../ui/floating/PopoverAt.tsx'
import {
  COLUMN_MAX_WIDTH,
  COLUMN_MIN_WIDTH,
  GRID_ROW_HEIGHT,
  isNumericType,
  startWidth,
} from '../../../ui/grid/data-grid.rules.ts'
import type { GridArea } from '../../../ui/grid/grid-range.rules.ts'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { CellEditor, type EditorBox } from '../edits/CellEditor.tsx'
import { CellMenu } from '../edits/ranges/CellMenu.tsx'
import { type CellActions, type CellTable, useCellActions } from '../edits/ranges/use-cell-actions.ts'
import { useCellRange } from '../edits/ranges/use-cell-range.ts'
import { ReferencedRow } from '../edits/values/ReferencedRow.tsx'
import { valueKind } from '../edits/values/value-kind.rules.ts'
import { CellText } from './CellText.tsx'
import { ColumnHeader } from './ColumnHeader.tsx'
import { type CellPlace, isDefaultCell, type Line, type LineCell } from './lines.rules.ts'

export interface RowsGridProps {
  projectRef: string
  /** The table's name. */
  label: string
  columns: readonly GridColumn[]
  lines: readonly Line[]
  sorts: readonly SortRule[]
  onSortsChange: (sorts: SortRule[]) => void
  /** Enter, F2 or a double click on a cell that is not edited. */
  onOpenCell: (place: CellPlace) => void
  /** Whether a cell is edited in place when it is opened. */
  isEditable: (place: CellPlace) => boolean
  loadCell: (place: CellPlace) => Promise<string | null>
  /** `whole` is the stored value when the page has only its beginning. */
  onEdit: (place: CellPlace, value: NewValue, whole: string | null | undefined) => void
  onEditRow: (line: Line, values: Readonly<Record<string, NewValue>>) => void
  /** Why a cell cannot be changed; undefined when it can. */
  refusalOf: (place: CellPlace) => string | undefined
  /** Whose cells are copied and changed. */
  cells: CellTable
  /** Opens a row in the panel. */
  onOpenRow: (line: Line) => void
  onRevert: (lines: readonly Line[]) => void
  /** The keys of the selected lines; undefined when lines cannot be selected. */
  selected: ReadonlySet<string> | undefined
  onSelectedChange: (selected: ReadonlySet<string>) => void
}

/** The width of the marks beside a column's name, in pixels. */
const MARK_WIDTH = 22
const PLACEHOLDER = 'NULL'
/** In pixels. */
const EDITOR_MIN_WIDTH = 280
const WIDE_EDITOR_MIN_WIDTH = 400
/** Room for the editor below the top of its cell, in pixels; more for those that list something. */
const EDITOR_HEIGHT = 120
const TALL_EDITOR_HEIGHT = 340
/** The column with the button that opens a row. */
const OPEN_ROW_KEY = 'open-row'

interface Editing extends CellPlace {
  readonly box: EditorBox
  readonly typed: string | undefined
}

/** The rows of one page. Arrow keys move between cells. Loaded with the first table. */
export function RowsGrid({
  projectRef,
  label,
  columns,
  lines,
  sorts,
  onSortsChange,
  onOpenCell,
  isEditable,
  loadCell,
  onEdit,
  onEditRow,
  refusalOf,
  cells,
  onOpenRow,
  onRevert,
  selected,
  onSelectedChange,
}: RowsGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const surface = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Editing>()
  const widths = useStartWidths(columns, lines)
  const isSelectable = selected !== undefined
  const [peek, setPeek] = useState<Peek>()
  const firstColumn = isSelectable ? 2 : 1
  const range = useCellRange(grid, { rows: lines.length, columns: columns.length, first: firstColumn })
  const { area, wide } = range
  const actions = useCellActions(cells, lines)
  const plainColumns = useMemo(
    () => [
      ...(isSelectable ? [SelectColumn as Column<Line>] : []),
      openRowColumn,
      ...columns.map((column, index) => gridColumn(column, index, widths[index])),
    ],
    [columns, widths, isSelectable],
  )
  const gridColumns = useMemo(() => {
    if (!wide) return plainColumns
    const keys = new Set(lines.slice(wide.top, wide.bottom + 1).map(({ key }) => key))
    return plainColumns.map((column, place) =>
      place >= wide.left + firstColumn && place <= wide.right + firstColumn ? marked(column, keys) : column,
    )
  }, [plainColumns, wide, lines, firstColumn])
  const open = (line: Line | undefined, key: string | undefined, typed?: string) => {
    if (!line || key === undefined || key === SELECT_COLUMN_KEY) return
    if (key === OPEN_ROW_KEY) {
      if (typed === undefined) onOpenRow(line)
      return
    }
    const place = { line, column: Number(key) }
    const box = isEditable(place) ? editorBox(surface.current, columns[place.column]) : undefined
    if (box) setEditing({ ...place, box, typed })
    else if (typed === undefined) onOpenCell(place)
  }
  const close = () => {
    setEditing(undefined)
    activeCell(surface.current)?.focus({ preventScroll: true })
  }
  // A row that was just added is where the user goes on.
  const added = lines.filter(({ state }) => state === 'new').length
  const knownAdded = useRef(added)
  useEffect(() => {
    if (added > knownAdded.current)
      grid.current?.setActivePosition({ rowIdx: added - 1, idx: firstColumn }, { shouldFocus: true })
    knownAdded.current = added
  }, [added, firstColumn])
  const edited = editing && columns[editing.column]
  const content = (
    <Grid
      ref={grid}
      aria-label={label}
      className="data-grid rows-grid"
      columns={gridColumns}
      rows={lines}
      rowHeight={GRID_ROW_HEIGHT}
      headerRowHeight={GRID_ROW_HEIGHT}
      rowKeyGetter={({ key }) => key}
      // The editor follows its cell.
      onScroll={() =>
        setEditing(
          (known) =>
            known && { ...known, box: editorBox(surface.current, columns[known.column]) ?? known.box },
        )
      }
      rowClass={({ state, isUnsaved }) => cx(lineClasses[state], isUnsaved && 'rows-grid-unsaved')}
      renderers={renderers}
      {...(selected && { selectedRows: selected, onSelectedRowsChange: onSelectedChange })}
      sortColumns={sorts.flatMap(({ column, direction }) => {
        const index = columns.findIndex(({ name }) => name === column)
        return index < 0
          ? []
          : [
              {
                columnKey: String(index),
                direction: direction === 'asc' ? ('ASC' as const) : ('DESC' as const),
              },
            ]
      })}
      onSortColumnsChange={(next) =>
        onSortsChange(
          next.map(({ columnKey, direction }) => ({
            column: columns[Number(columnKey)]!.name,
            direction: direction === 'ASC' ? 'asc' : 'desc',
          })),
        )
      }
      onCellMouseDown={({ rowIdx, column }, event) => range.onMouseDown(rowIdx, column.idx, event)}
      onActivePositionChange={({ rowIdx, column }) => range.onActive(rowIdx, column?.idx)}
      onCellDoubleClick={({ row, column }) => open(row, column.key)}
      onCellKeyDown={(args, event) => {
        if (args.mode !== 'ACTIVE' || !args.row) return
        const isHandled =
          range.onKey(event) || (area !== undefined && changesArea(event, area, args.column?.key, actions))
        if (!isHandled) {
          const typed = isText(event) ? event.key : undefined
          if (event.key !== 'Enter' && event.key !== 'F2' && typed === undefined) return
          if (args.column?.key === SELECT_COLUMN_KEY) return
          open(args.row, args.column?.key, typed)
        }
        event.preventGridDefault()
        event.preventDefault()
      }}
      onCellCopy={({ column }, event) => {
        // A selected part of a text is copied by the browser.
        if (getSelection()?.isCollapsed === false || !area || Number.isNaN(Number(column.key))) return
        event.preventDefault()
        if (!actions.copyInto(area, event.clipboardData)) void actions.copy(area, 'tsv')
      }}
    />
  )
  const paste = (event: ClipboardEvent) => {
    if (!area || !(event.target instanceof Element) || event.target.closest('input, textarea, [role=dialog]'))
      return
    event.preventDefault()
    void actions.pasteFrom(area, event.clipboardData)
  }
  /** The values of columns of a line, as far as they are here. */
  const valuesIn = (line: Line) => (names: readonly string[]) =>
    names.map((name) => {
      const cell = line.cells[columns.findIndex((column) => column.name === name)]
      return typeof cell === 'string' ? cell : null
    })
  const peeked = peek && columns[peek.column]?.foreign_key
  const areaLines = area ? lines.slice(area.top, area.bottom + 1) : []
  const menu: ReactNode = area && (
    <CellMenu
      area={area}
      lines={areaLines}
      column={columns[area.left]}
      actions={actions}
      refusal={areaLines[0] && refusalOf({ line: areaLines[0], column: area.left })}
      onOpenRow={onOpenRow}
      onRevert={onRevert}
      onPeek={() => {
        const anchor = activeCell(surface.current)
        if (anchor && areaLines[0]) setPeek({ line: areaLines[0], column: area.left, anchor })
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the grid inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in cells are clicked by keys too
    <div
      ref={surface}
      className="relative h-full"
      onPaste={paste}
      onPointerMove={range.onPointerMove}
      onClick={({ target }) => {
        const anchor = target instanceof Element ? target.closest('[data-peek]') : null
        const row = Number(anchor?.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2
        const line = lines[row]
        if (anchor && line) setPeek({ line, column: Number(anchor.getAttribute('data-peek')), anchor })
        const opener = target instanceof Element ? target.closest('[data-open-row]') : null
        const opened = lines[Number(opener?.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2]
        if (opener && opened) onOpenRow(opened)
      }}
    >
      <ContextMenu trigger={<div className="h-full" />} items={menu}>
        {content}
      </ContextMenu>
      <PopoverAt
        anchor={peeked ? peek.anchor : undefined}
        label="Referenced row"
        onClose={() => setPeek(undefined)}
        className="w-96"
      >
        {peeked && (
          <ReferencedRow
            projectRef={projectRef}
            reference={peeked}
            values={valuesIn(peek.line)(peeked.columns)}
          />
        )}
      </PopoverAt>
      {editing && edited && (
        <CellEditor
          key={`${editing.line.key} ${editing.column}`}
          projectRef={projectRef}
          column={edited}
          box={editing.box}
          value={storedText(editing.line.cells[editing.column])}
          typed={editing.typed}
          load={() => loadCell(editing)}
          referring={valuesIn(editing.line)}
          onCommit={(value, whole) => onEdit(editing, value, whole)}
          onCommitRow={(values) => onEditRow(editing.line, values)}
          onClose={close}
        />
      )}
    </div>
  )
}

interface Peek extends CellPlace {
  readonly anchor: Element
}

/** Changes the selected cells by a key; false for a key that does not. */
function changesArea(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  area: GridArea,
  column: string | undefined,
  actions: CellActions,
): boolean {
  if (column === undefined || Number.isNaN(Number(column)) || altKey || shiftKey) return false
  const isMod = ctrlKey || metaKey
  if (isMod && key.toLowerCase() === 'd') void actions.fillDown(area)
  else if (!isMod && key === 'Delete') void actions.clear(area)
  else return false
  return true
}

const openRowColumn: Column<Line> = {
  key: OPEN_ROW_KEY,
  name: '',
  width: 36,
  minWidth: 36,
  frozen: true,
  cellClass: 'rows-grid-open',
  renderHeaderCell: () => <span className="sr-only">Open row</span>,
  renderCell: ({ tabIndex }) => (
    <button
      type="button"
      data-open-row
      aria-label="Open row"
      tabIndex={tabIndex}
      className="grid size-full place-items-center text-ink-faint hover:text-ink"
    >
      <PanelRightOpen className="size-4" aria-hidden />
    </button>
  ),
}

/** A column whose cells in some lines are selected. */
function marked(column: Column<Line>, keys: ReadonlySet<string>): Column<Line> {
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
}

const renderers: Renderers<Line, unknown> = {
  renderCheckbox: ({ onChange, indeterminate: _, ...rest }) => (
    <span className="grid h-full place-items-center">
      <input
        {...rest}
        type="checkbox"
        className="size-4"
        onChange={({ target, nativeEvent }) => onChange(target.checked, (nativeEvent as MouseEvent).shiftKey)}
      />
    </span>
  ),
}

/** A key that types a character. The space bar with Shift selects the line. */
const isText = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !(key === ' ' && shiftKey)

const activeCell = (surface: HTMLElement | null) =>
  surface?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')

/** Over the active cell, within the grid. */
function editorBox(surface: HTMLElement | null, column: GridColumn | undefined): EditorBox | undefined {
  const cell = activeCell(surface)?.getBoundingClientRect()
  const whole = surface?.getBoundingClientRect()
  if (!cell || !whole) return undefined
  const isTall =
    column && (column.foreign_key || ['enum', 'boolean', 'array', 'json'].includes(valueKind(column)))
  const wanted = isTall ? TALL_EDITOR_HEIGHT : EDITOR_HEIGHT
  const width = Math.min(whole.width, Math.max(cell.width, isTall ? WIDE_EDITOR_MIN_WIDTH : EDITOR_MIN_WIDTH))
  const top = Math.max(0, Math.min(cell.top - whole.top, whole.height - wanted))
  return {
    width,
    left: Math.max(0, Math.min(cell.left - whole.left, whole.width - width)),
    top,
    height: whole.height - top,
  }
}

/** Undefined when the page has only the beginning. A default is edited as an empty text. */
const storedText = (cell: LineCell | undefined) => {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'string') return cell
  return isDefaultCell(cell) ? null : undefined
}

/** The initial widths in pixels, from the first rows that arrived, so that columns stay from page to page. */
function useStartWidths(columns: readonly GridColumn[], lines: readonly Line[]) {
  const [sample, setSample] = useState({ columns, lines })
  if (sample.columns !== columns || (sample.lines.length === 0 && lines.length > 0))
    setSample({ columns, lines })
  return useMemo(
    () =>
      sample.columns.map(({ name, data_type, is_primary_key, foreign_key }, index) => {
        const values = {
          length: sample.lines.length,
          at: (row: number) => textOf(sample.lines[row]?.cells[index]),
        }
        const marks = (is_primary_key ? 1 : 0) + (foreign_key ? 1 : 0)
        return startWidth({ name, type: data_type }, values) + marks * MARK_WIDTH
      }),
    [sample],
  )
}

const textOf = (cell: LineCell | undefined) => {
  if (typeof cell === 'string') return cell
  return cell && !isDefaultCell(cell) ? cell.beginning : PLACEHOLDER
}

function gridColumn(column: GridColumn, index: number, width: number | undefined): Column<Line> {
  const isNumeric = isNumericType(column.format)
  const base = cx('font-mono', isNumeric && 'text-right')
  return {
    key: String(index),
    name: column.name,
    width: Math.min(COLUMN_MAX_WIDTH, width ?? COLUMN_MIN_WIDTH),
    minWidth: COLUMN_MIN_WIDTH,
    maxWidth: COLUMN_MAX_WIDTH,
    resizable: true,
    sortable: column.is_sortable,
    cellClass: (line) => cx(base, line.changed.has(index) && 'rows-grid-changed'),
    renderHeaderCell: ({ sortDirection, priority }) => (
      <ColumnHeader column={column} isNumeric={isNumeric} direction={sortDirection} priority={priority} />
    ),
    renderCell: ({ row }) => {
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
