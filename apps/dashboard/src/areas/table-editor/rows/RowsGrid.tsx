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
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type Column,
  type ColumnWidths,
  type DataGridHandle,
  DataGrid as Grid,
  type Renderers,
  SELECT_COLUMN_KEY,
  SelectColumn,
  useHeaderRowSelection,
} from 'react-data-grid'
import { cx } from '../../../lib/class-names.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PopoverAt } from '../../../ui/floating/PopoverAt.tsx'
import {
  COLUMN_MAX_WIDTH,
  COLUMN_MIN_WIDTH,
  GRID_ROW_HEIGHT,
  isNumericType,
  startWidth,
} from '../../../ui/grid/data-grid.rules.ts'
import type { GridArea } from '../../../ui/grid/grid-range.rules.ts'
import { useRowElements } from '../../../ui/grid/use-row-elements.tsx'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { CellEditor, type EditorBox } from '../edits/CellEditor.tsx'
import { CellMenu } from '../edits/ranges/CellMenu.tsx'
import { type CellActions, type CellTable, useCellActions } from '../edits/ranges/use-cell-actions.ts'
import { useCellRange } from '../edits/ranges/use-cell-range.ts'
import { ReferencedRow } from '../edits/values/ReferencedRow.tsx'
import { valueKind } from '../edits/values/value-kind.rules.ts'
import { CellText } from './CellText.tsx'
import { ColumnHeader } from './ColumnHeader.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import {
  type ColumnLayout,
  displayed,
  moved,
  neighbourOf,
  withFrozen,
  withHidden,
  withWidth,
} from './column-layout.rules.ts'
import { type CellPlace, isDefaultCell, type Line, type LineCell } from './lines.rules.ts'
import type { ScrollCommand } from './row-loader.ts'
import type { LineRange } from './row-window.rules.ts'
import type { RowReader } from './rows.queries.ts'
import { type ActiveCell, type StartPlace, useKeptPlace } from './use-kept-place.ts'

export interface RowsGridProps {
  reader: RowReader
  /** The table's name. */
  label: string
  columns: readonly GridColumn[]
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
  /** Further items of a column's menu. */
  columnItems?: ((column: GridColumn) => ReactNode) | undefined
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
  /** The lines on the screen; `bottom` is exclusive. */
  onLook: (view: LineRange, left: number) => void
  start: StartPlace
  onActive: (cell: ActiveCell | undefined) => void
  /** Where to scroll; each object once. Without one, rows that stay loaded keep their place on the screen. */
  scroll: ScrollCommand | undefined
  /** Where a line of the window is among the lines. */
  placeOfLine: (line: number) => number
  /** The key of a line that was just added: its first cell becomes active. */
  added: string | undefined
  /** The keyboard asks for the first or last row. */
  onEnd: (at: 'first' | 'last') => void
  /** Beside the rows, for a grid with this id. */
  scrollbar: (gridId: string) => ReactNode
}

/** The width of the marks beside a column's name, in pixels. */
const MARK_WIDTH = 22
const PLACEHOLDER = 'NULL'
/** Lines by which columns get their first width. */
const SAMPLED_LINES = 100
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

/** The loaded rows. Arrow keys move between cells. Its code is loaded with the first table. */
export function RowsGrid({
  reader,
  label,
  columns,
  layout,
  onLayoutChange,
  columnItems,
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
  onLook,
  start,
  onActive,
  scroll,
  placeOfLine,
  added,
  onEnd,
  scrollbar,
}: RowsGridProps) {
  const grid = useRef<DataGridHandle>(null)
  const surface = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Editing>()
  const widths = useStartWidths(columns, lines)
  const isSelectable = selected !== undefined
  const [peek, setPeek] = useState<Peek>()
  const firstColumn = isSelectable ? 2 : 1
  const shown = useMemo(() => displayed(columns, layout), [columns, layout])
  const [menu, setMenu] = useState<{ anchor: HTMLElement | undefined; index: number }>()
  const range = useCellRange(grid, { rows: lines.length, columns: shown.length, first: firstColumn })
  const { area, wide } = range
  const actions = useCellActions(
    cells,
    lines,
    shown.map((index) => columns[index]!),
  )
  const plainColumns = useMemo(
    () => [
      ...(isSelectable ? [selectColumn] : []),
      openRowColumn,
      ...shown.map((index) => {
        const column = columns[index]!
        const isFrozen = layout.frozen.includes(column.position)
        return gridColumn(column, index, widths[index], isFrozen, (anchor) => setMenu({ anchor, index }))
      }),
    ],
    [columns, shown, layout.frozen, widths, isSelectable],
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
  const move = (from: GridColumn, to: number | undefined) =>
    to === undefined ? undefined : () => onLayoutChange(moved(columns, layout, from.position, to))
  const gridColumns = useMemo(() => {
    if (!wide) return plainColumns
    const keys = new Set(lines.slice(wide.top, wide.bottom + 1).map(({ key }) => key))
    return plainColumns.map((column, place) =>
      place >= wide.left + firstColumn && place <= wide.right + firstColumn ? marked(column, keys) : column,
    )
  }, [plainColumns, wide, lines, firstColumn])
  const open = (line: Line | undefined, key: string | undefined, typed?: string) => {
    if (!line || line.state === 'gap' || key === undefined || key === SELECT_COLUMN_KEY) return
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
  // Selected cells stay selected while other rows come before them.
  const onMoved = (move: number) => {
    if (wide) range.select({ ...wide, top: wide.top + move, bottom: wide.bottom + move })
  }
  const { active, look, barWidth } = useKeptPlace({
    grid,
    surface,
    lines,
    scroll,
    placeOfLine,
    onLook,
    firstColumn,
    start,
    onMoved,
  })
  // A row that was just added is where the user goes on.
  const addedAt = added === undefined ? -1 : lines.findIndex(({ key }) => key === added)
  const knownAdded = useRef(added)
  useEffect(() => {
    if (addedAt < 0 || added === knownAdded.current) return
    knownAdded.current = added
    grid.current?.setActivePosition({ rowIdx: addedAt, idx: firstColumn }, { shouldFocus: true })
  }, [added, addedAt, firstColumn])
  const gridId = useId()
  const { watch, renderers: rowRenderers, activate } = useRowElements<Line>()
  const setSurface = useCallback(
    (element: HTMLDivElement | null) => {
      surface.current = element
      return watch(element)
    },
    [watch],
  )
  const allRenderers = useMemo(() => ({ ...renderers, ...rowRenderers }), [rowRenderers])
  /** Opens the menu of the column whose header this is, or returns false. */
  const openMenu = (target: EventTarget) => {
    const header = (target as Element).closest<HTMLElement>('[role="columnheader"]')
    const index = shown[Number(header?.getAttribute('aria-colindex')) - 1 - firstColumn]
    if (!header || index === undefined) return false
    setMenu({ anchor: header, index })
    return true
  }
  const menuColumn = menu && columns[menu.index]
  const edited = editing && columns[editing.column]
  const content = (
    <Grid
      ref={grid}
      aria-label={label}
      className="data-grid rows-grid"
      columns={gridColumns}
      rows={lines}
      columnWidths={columnWidths}
      onColumnWidthsChange={resize}
      onColumnsReorder={(from, to) => {
        const [source, target] = [columns[Number(from)], columns[Number(to)]]
        if (source && target) onLayoutChange(moved(columns, layout, source.position, target.position))
      }}
      rowHeight={GRID_ROW_HEIGHT}
      headerRowHeight={GRID_ROW_HEIGHT}
      rowKeyGetter={({ key }) => key}
      // The editor follows its cell.
      onScroll={() => {
        look()
        setEditing(
          (known) =>
            known && { ...known, box: editorBox(surface.current, columns[known.column]) ?? known.box },
        )
      }}
      // The bar of the whole table takes the place of the browser's, which is cut off.
      style={{ width: `calc(100% + ${barWidth}px)` }}
      isRowSelectionDisabled={({ state }) => state === 'gap'}
      rowClass={({ state, isUnsaved }) => cx(lineClasses[state], isUnsaved && 'rows-grid-unsaved')}
      renderers={allRenderers}
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
      onActivePositionChange={({ row, rowIdx, column }) => {
        active.current = row && column && { key: row.key, line: rowIdx, idx: column.idx }
        onActive(active.current)
        activate(rowIdx < 0 ? undefined : rowIdx)
        range.onActive(rowIdx, column?.idx)
      }}
      onCellDoubleClick={({ row, column }) => open(row, column.key)}
      onCellKeyDown={(args, event) => {
        if (args.mode !== 'ACTIVE' || !args.row) return
        const goal = goalOf(event, firstColumn, firstColumn + shown.length - 1)
        if (goal) {
          event.preventGridDefault()
          event.preventDefault()
          if (goal.column !== undefined)
            args.setActivePosition({ rowIdx: args.rowIdx, idx: goal.column }, { shouldFocus: true })
          if (goal.end) onEnd(goal.end)
          return
        }
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
  const areaColumn = area ? (shown[area.left] ?? 0) : 0
  const cellMenu: ReactNode = area && (
    <CellMenu
      area={area}
      lines={areaLines}
      column={columns[areaColumn]}
      cell={areaLines[0]?.cells[areaColumn]}
      actions={actions}
      refusal={areaLines[0] && refusalOf({ line: areaLines[0], column: areaColumn })}
      onOpenRow={onOpenRow}
      onRevert={onRevert}
      onPeek={() => {
        const anchor = activeCell(surface.current)
        if (anchor && areaLines[0]) setPeek({ line: areaLines[0], column: areaColumn, anchor })
      }}
    />
  )
  return (
    <div className="flex h-full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the grid inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in cells are clicked by keys too */}
      <div
        ref={setSurface}
        id={gridId}
        className="relative h-full min-w-0 flex-1 overflow-hidden"
        onContextMenuCapture={(event) => {
          if (!openMenu(event.target)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onKeyDownCapture={(event) => {
          const isMenuKey =
            event.key === 'ContextMenu' ||
            (event.key === 'F10' && event.shiftKey) ||
            (event.key === 'ArrowDown' && event.altKey)
          if (!isMenuKey || !openMenu(event.target)) return
          event.preventDefault()
          event.stopPropagation()
        }}
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
        <ContextMenu trigger={<div className="h-full" />} items={cellMenu}>
          {content}
        </ContextMenu>
        <PopoverAt
          anchor={peeked ? peek.anchor : undefined}
          label="Referenced row"
          onClose={() => setPeek(undefined)}
          className="w-96"
        >
          {peeked && (
            <ReferencedRow reader={reader} reference={peeked} values={valuesIn(peek.line)(peeked.columns)} />
          )}
        </PopoverAt>
        {editing && edited && (
          <CellEditor
            key={`${editing.line.key} ${editing.column}`}
            reader={reader}
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
      {scrollbar(gridId)}
      {menu && menuColumn && (
        <ColumnMenu
          anchor={menu.anchor}
          column={menuColumn}
          isSorted={sorts.some(({ column }) => column === menuColumn.name)}
          isFrozen={layout.frozen.includes(menuColumn.position)}
          actions={{
            sort: (direction) => onSortsChange(direction ? [{ column: menuColumn.name, direction }] : []),
            copyName: () =>
              void copyText(menuColumn.name).then(
                () => toast({ tone: 'success', title: 'Name copied' }),
                () => toast({ tone: 'critical', title: 'Failed to copy the name' }),
              ),
            freeze: (isFrozen) => onLayoutChange(withFrozen(layout, menuColumn.position, isFrozen)),
            hide:
              shown.length > 1
                ? () => onLayoutChange(withHidden(layout, menuColumn.position, true))
                : undefined,
            moveLeft: move(menuColumn, neighbourOf(columns, layout, menuColumn.position, -1)),
            moveRight: move(menuColumn, neighbourOf(columns, layout, menuColumn.position, 1)),
          }}
          more={columnItems?.(menuColumn)}
          onClose={() => setMenu({ ...menu, anchor: undefined })}
        />
      )}
    </div>
  )
}

/** Where a key leads beyond what the grid does itself; an end of the table, a column, or both. */
function goalOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, first: number, last: number) {
  if (altKey || shiftKey) return undefined
  if (!ctrlKey && !metaKey) return key === 'Home' ? { column: first } : undefined
  const goals: Record<string, { end?: 'first' | 'last'; column?: number }> = {
    ArrowUp: { end: 'first' },
    ArrowDown: { end: 'last' },
    ArrowLeft: { column: first },
    ArrowRight: { column: last },
    Home: { end: 'first', column: first },
    End: { end: 'last', column: last },
  }
  return goals[key]
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
  renderCell: ({ row, tabIndex }) =>
    row.state !== 'gap' && (
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

const selectColumn: Column<Line> = {
  ...(SelectColumn as Column<Line>),
  renderHeaderCell: () => <SelectLoaded />,
}

/** Selects every loaded row, or none. */
function SelectLoaded() {
  const { isRowSelected, isIndeterminate, onRowSelectionChange } = useHeaderRowSelection()
  const hasAny = isRowSelected || isIndeterminate
  return (
    <span className="grid h-full place-items-center">
      <input
        type="checkbox"
        aria-label="Select the loaded rows"
        className="size-4"
        checked={hasAny}
        onChange={() => onRowSelectionChange({ checked: !hasAny })}
      />
    </span>
  )
}

const lineClasses: Readonly<Record<Line['state'], string | undefined>> = {
  stored: undefined,
  changed: undefined,
  new: 'rows-grid-new',
  deleted: 'rows-grid-deleted',
  gap: undefined,
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
    setSample({ columns, lines: lines.filter(({ state }) => state !== 'gap').slice(0, SAMPLED_LINES) })
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

function gridColumn(
  column: GridColumn,
  index: number,
  width: number | undefined,
  isFrozen: boolean,
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
      if (row.state === 'gap') return <Skeleton className="my-2.5 h-3 w-2/3" />
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
