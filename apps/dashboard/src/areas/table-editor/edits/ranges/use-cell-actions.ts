import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { copyAsyncText } from '../../../../lib/clipboard.ts'
import { newId } from '../../../../lib/new-id.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { type CellPlace, isCut, isDefaultCell, type Line } from '../../rows/lines.rules.ts'
import type { Step } from '../staged.rules.ts'
import { type CopiedValue, type CopyFormat, copiedText, copyFormats } from './copied-text.rules.ts'
import {
  type BlockTarget,
  type BlockValue,
  blockArea,
  blockText,
  cutCells,
  placedBlock,
  wholeKey,
} from './paste.rules.ts'
import { pastedCells } from './pasted-text.rules.ts'

/** Values that are loaded one by one before they are copied or replaced. */
const LOADED_MAX = 100

/** The clipboard's copy of cells for this editor, which tells NULL from an empty text. */
export const CELLS_TYPE = 'application/x-basalt-cells'

export type CellActions = ReturnType<typeof useCellActions>

/** The table whose cells are copied and changed. */
export interface CellTable {
  readonly entity: GridEntity
  readonly storedLine: (line: Line) => Line
  readonly refusalOf: (place: CellPlace) => string | undefined
  readonly loadCell: (place: CellPlace) => Promise<string | null>
  readonly stage: (step: Step) => void
  /** Why rows cannot be added; undefined when they can. */
  readonly insertRefusal: string | undefined
  readonly deleteRefusal: string | undefined
  readonly deleteRows: (lines: readonly Line[]) => void
  /** Shows only the rows that have a value, besides the filters that are there. */
  readonly filterBy: (column: string, value: string | null) => void
  /** Do the displayed lines end with the last row of the table? */
  readonly isEnd: boolean
}

/** What can be done with a rectangle of cells. All positions are those of displayed lines and columns. */
export function useCellActions(
  table: CellTable,
  /** The displayed lines, in their order. */
  lines: readonly Line[],
  /** The displayed columns, in their order. */
  columns: readonly GridColumn[],
) {
  const { entity, storedLine, refusalOf, loadCell, stage, insertRefusal, isEnd } = table
  const indexes = new Map(entity.columns.map(({ name }, index) => [name, index]))
  const indexOf = (column: GridColumn) => indexes.get(column.name) ?? -1
  const columnsOf = ({ left, right }: GridArea) => columns.slice(left, right + 1)
  const load = (line: Line, column: GridColumn) => loadCell({ line, column: indexOf(column) })

  const linesOf = ({ top, bottom }: GridArea) => lines.slice(top, bottom + 1)
  /** The values of an area; undefined when one is not here in full. */
  const valuesOf = (area: GridArea): CopiedValue[][] | undefined => {
    // What is not loaded is not known.
    if (linesOf(area).some(({ state }) => state === 'gap')) return undefined
    const rows = linesOf(area).map(({ cells }) =>
      columnsOf(area).map((column) => cells[indexOf(column)] ?? null),
    )
    if (rows.flat().some((cell) => isCut(cell ?? null))) return undefined
    return rows.map((cells) =>
      cells.map((cell) => (cell !== null && isDefaultCell(cell) ? undefined : (cell as string | null))),
    )
  }
  const wholeValuesOf = async (area: GridArea): Promise<CopiedValue[][]> => {
    const rows: CopiedValue[][] = []
    let loaded = 0
    for (const line of linesOf(area)) {
      if (line.state === 'gap')
        throw new Error('Some of these rows are not loaded. Export the table instead, or scroll to them.')
      const row: CopiedValue[] = []
      for (const column of columnsOf(area).map(indexOf)) {
        const cell = line.cells[column] ?? null
        if (!isCut(cell)) row.push(cell !== null && isDefaultCell(cell) ? undefined : (cell as string | null))
        else {
          loaded += 1
          if (loaded > LOADED_MAX)
            throw new Error(`More than ${LOADED_MAX} of the values are long. Export the table instead.`)
          const text = await loadCell({ line, column })
          if (text === null) throw new Error('A value is too large to be copied.')
          row.push(text)
        }
      }
      rows.push(row)
    }
    return rows
  }
  /** A single value without headers is copied as it is. */
  const textIn = (area: GridArea, format: CopyFormat, withHeaders: boolean, rows: CopiedValue[][]) =>
    format === 'tsv' && !withHeaders && rows.length === 1 && rows[0]!.length === 1
      ? (rows[0]![0] ?? '')
      : copiedText(format, { table: entity, columns: columnsOf(area), rows }, withHeaders)

  const target = (whole: BlockTarget['whole'], mayFollow: boolean): BlockTarget => ({
    entity,
    columns,
    lines: lines.map((line) => (line.state === 'gap' ? undefined : line)),
    storedLine,
    refusalOf: (line, column) => refusalOf({ line, column: indexOf(column) }),
    whole,
    newRow:
      insertRefusal ??
      (mayFollow
        ? () => `new ${newId()}`
        : 'More rows follow on the next page, so that none can be added here.'),
  })
  /** Loads the long values that guard a change of their cells. */
  const wholeIn = async (area: GridArea): Promise<BlockTarget['whole']> => {
    const found = cutCells(target(new Map(), false), area).slice(0, LOADED_MAX)
    const whole = new Map<string, string | null>()
    for (const { line, column } of found) {
      const text = await load(line, column)
      if (text !== null) whole.set(wholeKey(line, column), text)
    }
    return whole
  }
  const place = async (
    verb: Parameters<typeof blockText>[0],
    area: GridArea,
    block: readonly (readonly BlockValue[])[],
    isNewRows = false,
  ) => {
    try {
      const width = Math.max(1, ...block.map((row) => row.length))
      const covered = blockArea(area, block.length, width)
      const whole = isNewRows ? new Map() : await wholeIn(covered)
      const outcome = placedBlock(
        isNewRows
          ? { ...target(whole, true), lines: [] }
          : target(whole, isEnd || isNewLine(lines[area.top])),
        area,
        block,
      )
      if (outcome.step.length > 0) stage(outcome.step)
      const { title, description } = blockText(verb, outcome)
      if (outcome.misfits.length > 0 || outcome.cells > 1 || outcome.newRows > 0)
        toast({
          id: 'table-cells',
          tone: outcome.misfits.length > 0 ? 'warning' : 'success',
          title,
          ...(description !== undefined && { description, durationMs: 10_000 }),
        })
    } catch (error) {
      toast({ tone: 'critical', title: `Failed to change the cells`, description: (error as Error).message })
    }
  }

  return {
    /** Puts an area on the clipboard of a copy event; false when a value has to be loaded first. */
    copyInto: (area: GridArea, clipboard: DataTransfer): boolean => {
      const rows = valuesOf(area)
      if (!rows) return false
      clipboard.setData('text/plain', textIn(area, 'tsv', false, rows))
      clipboard.setData(CELLS_TYPE, JSON.stringify(rows.map((row) => row.map(jsonOf))))
      return true
    },
    copy: async (area: GridArea, format: CopyFormat, withHeaders = false) => {
      const name = copyFormats.find((known) => known.format === format)!.name
      try {
        await copyAsyncText(async () =>
          textIn(area, format, withHeaders, valuesOf(area) ?? (await wholeValuesOf(area))),
        )
        toast({ id: 'table-cells', tone: 'success', title: `Copied ${cellsText(area)} as ${name}` })
      } catch (error) {
        toast({ tone: 'critical', title: `Failed to copy as ${name}`, description: (error as Error).message })
      }
    },
    /** Whole rows, all columns. */
    rowsOf: (area: GridArea): GridArea => ({ ...area, left: 0, right: columns.length - 1 }),
    pasteFrom: (area: GridArea, clipboard: DataTransfer) => place('Pasted', area, blockOf(clipboard)),
    pasteText: (area: GridArea, text: string) => place('Pasted', area, pastedCells(text)),
    pasteAsRows: (area: GridArea, text: string) =>
      place('Pasted', { ...area, top: 0, bottom: 0, left: 0, right: 0 }, pastedCells(text), true),
    /** Repeats the first row of an area in the others; a single row takes the values of the one above. */
    fillDown: async (area: GridArea) => {
      const from = area.top === area.bottom ? area.top - 1 : area.top
      if (from < 0) return
      const source = { ...area, top: from, bottom: from }
      try {
        const [values = []] = valuesOf(source) ?? (await wholeValuesOf(source))
        const block = values.map((value) => value ?? (value === null ? null : { default: true as const }))
        await place(
          'Filled',
          { ...area, top: from + 1 },
          Array.from({ length: area.bottom - from }, () => block),
        )
      } catch (error) {
        toast({ tone: 'critical', title: 'Failed to fill down', description: (error as Error).message })
      }
    },
    /** Sets all cells to NULL. */
    clear: (area: GridArea) => place('Set to NULL', area, [[null]]),
    insertRefusal,
    deleteRefusal: table.deleteRefusal,
    deleteRows: table.deleteRows,
    filterBy: table.filterBy,
  }
}

const isNewLine = (line: Line | undefined) => line?.state === 'new'

/** JSON has no undefined. */
const jsonOf = (value: CopiedValue) => (value === undefined ? { default: true } : value)

const isValue = (value: unknown): value is BlockValue =>
  value === null ||
  typeof value === 'string' ||
  (typeof value === 'object' && 'default' in value && value.default === true)

function blockOf(clipboard: DataTransfer): BlockValue[][] {
  try {
    const cells: unknown = JSON.parse(clipboard.getData(CELLS_TYPE))
    if (
      Array.isArray(cells) &&
      cells.length > 0 &&
      cells.every((row) => Array.isArray(row) && row.every(isValue))
    )
      return cells
  } catch {
    // Copied elsewhere.
  }
  return pastedCells(clipboard.getData('text/plain'))
}

const cellsText = ({ top, bottom, left, right }: GridArea) => {
  const count = (bottom - top + 1) * (right - left + 1)
  return count === 1 ? '1 cell' : `${count.toLocaleString('en')} cells`
}
