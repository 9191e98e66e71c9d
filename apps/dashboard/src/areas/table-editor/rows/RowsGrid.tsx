import 'react-data-grid/lib/styles.css'
import '../../../ui/grid/data-grid.css'
import './rows-grid.css'
import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import type { SortRule } from '@basalt/table-rows/pages/sort.ts'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
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
import {
  COLUMN_MAX_WIDTH,
  COLUMN_MIN_WIDTH,
  GRID_ROW_HEIGHT,
  isNumericType,
  startWidth,
} from '../../../ui/grid/data-grid.rules.ts'
import { useRowElements } from '../../../ui/grid/use-row-elements.tsx'
import { CellEditor, type EditorBox } from '../edits/CellEditor.tsx'
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
import { isCut, isDefaultCell, type Line, type LineCell } from './lines.rules.ts'
import type { ScrollCommand } from './row-loader.ts'
import type { LineRange } from './row-window.rules.ts'
import { type ActiveCell, type StartPlace, useKeptPlace } from './use-kept-place.ts'

/** A cell, by the line's key and the index of the column. */
export interface CellPlace {
  readonly line: Line
  readonly column: number
}

export interface RowsGridProps {
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
  /** The keys of the selected lines; undefined when lines cannot be selected. */
  selected: ReadonlySet<string> | undefined
  onSelectedChange: (selected: ReadonlySet<string>) => void
  /** Copies a value of which only the beginning is here. */
  onCopyCut: (place: CellPlace) => void
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
/** Room for the editor below the top of its cell, in pixels. */
const EDITOR_HEIGHT = 80

interface Editing extends CellPlace {
  readonly box: EditorBox
  readonly typed: string | undefined
}

/** The loaded rows. Arrow keys move between cells. Its code is loaded with the first table. */
export function RowsGrid({
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
  selected,
  onSelectedChange,
  onCopyCut,
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
  const shown = useMemo(() => displayed(columns, layout), [columns, layout])
  const [menu, setMenu] = useState<{ anchor: HTMLElement | undefined; index: number }>()
  const isSelectable = selected !== undefined
  const gridColumns = useMemo(
    () => [
      ...(isSelectable ? [selectColumn] : []),
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
  const open = (line: Line | undefined, key: string | undefined, typed?: string) => {
    if (!line || line.state === 'gap' || key === undefined || key === SELECT_COLUMN_KEY) return
    const place = { line, column: Number(key) }
    const box = isEditable(place) ? editorBox(surface.current) : undefined
    if (box) setEditing({ ...place, box, typed })
    else if (typed === undefined) onOpenCell(place)
  }
  const close = () => {
    setEditing(undefined)
    activeCell(surface.current)?.focus({ preventScroll: true })
  }
  const firstColumn = isSelectable ? 1 : 0
  const { active, look, barWidth } = useKeptPlace({
    grid,
    surface,
    lines,
    scroll,
    placeOfLine,
    onLook,
    firstColumn,
    start,
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
        setEditing((known) => known && { ...known, box: editorBox(surface.current) ?? known.box })
      }}
      // The bar of the whole table takes the place of the browser's, which is cut off.
      style={{ width: `calc(100% + ${barWidth}px)` }}
      onActivePositionChange={({ row, rowIdx, column }) => {
        active.current = row && column && { key: row.key, line: rowIdx, idx: column.idx }
        onActive(active.current)
        activate(rowIdx < 0 ? undefined : rowIdx)
      }}
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
        const typed = isText(event) ? event.key : undefined
        if (event.key !== 'Enter' && event.key !== 'F2' && typed === undefined) return
        if (args.column?.key === SELECT_COLUMN_KEY) return
        event.preventGridDefault()
        event.preventDefault()
        open(args.row, args.column?.key, typed)
      }}
      onCellCopy={({ row, column }, event) => {
        // A selected part of a text is copied by the browser.
        if (getSelection()?.isCollapsed === false || column.key === SELECT_COLUMN_KEY) return
        event.preventDefault()
        const cell = row.cells[Number(column.key)] ?? null
        if (isCut(cell)) onCopyCut({ line: row, column: Number(column.key) })
        else event.clipboardData.setData('text/plain', typeof cell === 'string' ? cell : '')
      }}
    />
  )
  return (
    <div className="flex h-full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: events of the grid within, whose library has no others for headers */}
      <div
        ref={setSurface}
        id={gridId}
        onContextMenu={(event) => {
          if (openMenu(event.target)) event.preventDefault()
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
        className="relative h-full min-w-0 flex-1 overflow-hidden"
      >
        {content}
        {editing && edited && (
          <CellEditor
            key={`${editing.line.key} ${editing.column}`}
            column={edited}
            box={editing.box}
            value={storedText(editing.line.cells[editing.column])}
            typed={editing.typed}
            load={() => loadCell(editing)}
            onCommit={(value, whole) => onEdit(editing, value, whole)}
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
function editorBox(surface: HTMLElement | null): EditorBox | undefined {
  const cell = activeCell(surface)?.getBoundingClientRect()
  const whole = surface?.getBoundingClientRect()
  if (!cell || !whole) return undefined
  const width = Math.min(whole.width, Math.max(cell.width, EDITOR_MIN_WIDTH))
  return {
    width,
    left: Math.max(0, Math.min(cell.left - whole.left, whole.width - width)),
    top: Math.max(0, Math.min(cell.top - whole.top, whole.height - EDITOR_HEIGHT)),
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
    renderCell: ({ row }) =>
      row.state === 'gap' ? (
        <Skeleton className="my-2.5 h-3 w-2/3" />
      ) : (
        <CellText cell={row.cells[index] ?? null} />
      ),
  }
}
