import 'react-data-grid/lib/styles.css'
import '../../../ui/grid/data-grid.css'
import './rows-grid.css'
import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import type { SortRule } from '@basalt/table-rows/pages/sort.ts'
import {
  type ClipboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type DataGridHandle, DataGrid as Grid } from 'react-data-grid'
import { toast } from '../../../ui/feedback/toast.ts'
import { PopoverAt } from '../../../ui/floating/PopoverAt.tsx'
import { GRID_ROW_HEIGHT } from '../../../ui/grid/data-grid.rules.ts'
import { useRowElements } from '../../../ui/grid/use-row-elements.tsx'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { CellEditor, type EditorBox } from '../edits/CellEditor.tsx'
import { CellMenu } from '../edits/ranges/CellMenu.tsx'
import { type CellTable, useCellActions } from '../edits/ranges/use-cell-actions.ts'
import { useCellRange } from '../edits/ranges/use-cell-range.ts'
import { ReferencedRow } from '../edits/values/ReferencedRow.tsx'
import type { ColumnLayout } from './column-layout.rules.ts'
import { activeCell, editorBox } from './editor-box.ts'
import { isValueKey, lineClass, marked, OPEN_ROW_KEY, renderCell } from './grid-columns.tsx'
import { cellActionOf, goalOf, isMenuKey, isText } from './grid-keys.rules.ts'
import { HeaderMenu, type HeaderMenuPlace } from './HeaderMenu.tsx'
import { type CellPlace, type Line, storedText } from './lines.rules.ts'
import { RowPress } from './pressed-button.ts'
import type { ScrollCommand } from './row-loader.ts'
import type { LineRange } from './row-window.rules.ts'
import type { RowReader } from './rows.queries.ts'
import { useGridColumns } from './use-grid-columns.ts'
import { useGridSort } from './use-grid-sort.ts'
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
  /** The indexes of columns whose stored values cannot be changed. */
  readOnly: ReadonlySet<number>
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
  readOnly,
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
  const [peek, setPeek] = useState<Peek>()
  const [menu, setMenu] = useState<HeaderMenuPlace>()
  const { shown, firstColumn, plainColumns, columnWidths, resize, reorder } = useGridColumns({
    columns,
    layout,
    onLayoutChange,
    lines,
    isSelectable: selected !== undefined,
    readOnly,
    onMenu: setMenu,
  })
  const range = useCellRange(grid, { rows: lines.length, columns: shown.length, first: firstColumn })
  const { area, wide } = range
  const actions = useCellActions(
    cells,
    lines,
    shown.map((index) => columns[index]!),
  )
  const gridColumns = useMemo(() => {
    if (!wide) return plainColumns
    const keys = new Set(lines.slice(wide.top, wide.bottom + 1).map(({ key }) => key))
    return plainColumns.map((column, place) =>
      place >= wide.left + firstColumn && place <= wide.right + firstColumn ? marked(column, keys) : column,
    )
  }, [plainColumns, wide, lines, firstColumn])
  const open = (line: Line | undefined, key: string | undefined, typed?: string) => {
    if (!line || line.state === 'gap' || key === undefined) return
    if (key === OPEN_ROW_KEY) return onOpenRow(line)
    const place = { line, column: Number(key) }
    const box = isEditable(place) ? editorBox(surface.current, columns[place.column]) : undefined
    if (box) setEditing({ ...place, box, typed })
    else if (typed === undefined) onOpenCell(place)
    else
      toast({
        id: 'cell-refused',
        tone: 'warning',
        title: 'This cell cannot be changed',
        description: refusalOf(place),
      })
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
  const sort = useGridSort(columns, sorts, onSortsChange)
  const [press] = useState(() => new RowPress())
  const gridId = useId()
  const { watch, renderers: rowRenderers, activate } = useRowElements<Line>()
  const setSurface = useCallback(
    (element: HTMLDivElement | null) => {
      surface.current = element
      return watch(element)
    },
    [watch],
  )
  /** Opens the menu of the column whose header this is, or returns false. */
  const openMenu = (target: EventTarget) => {
    const header = (target as Element).closest<HTMLElement>('[role="columnheader"]')
    const index = shown[Number(header?.getAttribute('aria-colindex')) - 1 - firstColumn]
    if (!header || index === undefined) return false
    setMenu({ anchor: header, index })
    return true
  }
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
      onColumnsReorder={reorder}
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
      rowClass={lineClass}
      renderers={{ ...rowRenderers, renderCell }}
      {...(selected && { selectedRows: selected, onSelectedRowsChange: onSelectedChange })}
      {...sort}
      onCellMouseDown={({ rowIdx, column }, event) => range.onMouseDown(rowIdx, column.idx, event)}
      onActivePositionChange={({ row, rowIdx, column }) => {
        active.current = row && column && { key: row.key, line: rowIdx, idx: column.idx }
        onActive(active.current)
        activate(rowIdx < 0 ? undefined : rowIdx)
        range.onActive(rowIdx, column?.idx)
      }}
      // Its checkbox and button take single clicks.
      onCellDoubleClick={({ row, column }) => isValueKey(column.key) && open(row, column.key)}
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
        const action = area && isValueKey(args.column?.key) ? cellActionOf(event) : undefined
        if (range.onKey(event)) {
          // The selection has changed.
        } else if (area && action) void actions[action](area)
        else {
          const typed = isText(event) ? event.key : undefined
          if (event.key !== 'Enter' && event.key !== 'F2' && typed === undefined) return
          // The space bar is for the checkbox.
          if (typed !== undefined && !isValueKey(args.column?.key)) return
          open(args.row, args.column?.key, typed)
        }
        event.preventGridDefault()
        event.preventDefault()
      }}
      onCellCopy={({ column }, event) => {
        // A selected part of a text is copied by the browser.
        if (getSelection()?.isCollapsed === false || !area || !isValueKey(column.key)) return
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
          if (!isMenuKey(event) || !openMenu(event.target)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onPaste={paste}
        onPointerMove={range.onPointerMove}
        onPointerDownCapture={(event) => press.press(event, lines)}
        onClick={(event) => {
          const clicked = press.click(event, lines)
          if (clicked?.peek !== undefined)
            setPeek({ line: clicked.line, column: clicked.peek, anchor: clicked.element })
          else if (clicked) onOpenRow(clicked.line)
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
      <HeaderMenu
        place={menu}
        columns={columns}
        layout={layout}
        onLayoutChange={onLayoutChange}
        sorts={sorts}
        onSortsChange={onSortsChange}
        items={columnItems}
        onClose={() => setMenu((known) => known && { ...known, anchor: undefined })}
      />
    </div>
  )
}

interface Peek extends CellPlace {
  readonly anchor: Element
}
