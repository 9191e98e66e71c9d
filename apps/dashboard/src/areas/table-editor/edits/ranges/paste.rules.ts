import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { EDITS_MAX, type NewValue } from '@basalt/table-rows/edits/edit.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { isCut, type Line } from '../../rows/lines.rules.ts'
import { cellChange } from '../edit-cell.rules.ts'
import type { Change, Step } from '../staged.rules.ts'

/** A value to put into a cell. Undefined leaves it to the column what an empty cell means. */
export type BlockValue = NewValue | undefined

/** The grid that a block of values goes into. Positions are those of displayed lines and columns. */
export interface BlockTarget {
  readonly entity: Pick<GridEntity, 'columns' | 'identity'>
  /** The displayed columns, in their order. */
  readonly columns: readonly GridColumn[]
  /** The displayed lines, in their order; undefined where a line is not loaded. */
  readonly lines: readonly (Line | undefined)[]
  /** A line as it was read, without staged values. */
  readonly storedLine: (line: Line) => Line
  /** Why a cell cannot be changed; undefined when it can. */
  readonly refusalOf: (line: Line, column: GridColumn) => string | undefined
  /** Stored values of which the page has only the beginning, by `wholeKey`. */
  readonly whole: ReadonlyMap<string, string | null>
  /** Makes the key of a row that follows the last one; a reason when rows cannot follow. */
  readonly newRow: (() => string) | string
}

export const wholeKey = (line: Pick<Line, 'key'>, column: Pick<GridColumn, 'name'>) =>
  JSON.stringify([line.key, column.name])

export interface BlockOutcome {
  readonly step: Step
  /** How many cells have a new value. */
  readonly cells: number
  readonly newRows: number
  /** The cells of displayed lines that the block covers. */
  readonly area: GridArea
  /** What did not fit, as sentences. */
  readonly misfits: readonly string[]
}

/** Where a block goes: once from the first cell of the selection, or repeated when the selection is a multiple of it. */
export function blockArea(area: GridArea, height: number, width: number): GridArea {
  const rows = area.bottom - area.top + 1
  const columns = area.right - area.left + 1
  const repeats = rows % height === 0 && columns % width === 0
  return {
    top: area.top,
    left: area.left,
    bottom: area.top + (repeats ? rows : height) - 1,
    right: area.left + (repeats ? columns : width) - 1,
  }
}

/** Puts a block of values into the grid as one step. Rows beyond the last line are new rows. */
export function placedBlock(
  target: BlockTarget,
  area: GridArea,
  block: readonly (readonly BlockValue[])[],
): BlockOutcome {
  const width = Math.max(1, ...block.map((row) => row.length))
  const place = blockArea(area, Math.max(1, block.length), width)
  const { columns, lines } = target
  const step: Change[] = []
  const misfits = new Map<string, number>()
  const misfit = (reason: string) => misfits.set(reason, (misfits.get(reason) ?? 0) + 1)
  let cells = 0
  let newRows = 0
  const isNew = lines[place.top]?.state === 'new'
  for (let row = place.top; row <= place.bottom; row += 1) {
    if (row - place.top >= EDITS_MAX) {
      misfit(`more than ${EDITS_MAX.toLocaleString('en')} rows cannot be changed at once`)
      continue
    }
    const values = block[(row - place.top) % block.length]!
    const line = lines[row]
    // What is pasted into new rows goes on in new rows, not in the stored ones that follow them.
    const isBeyond = row >= lines.length || (isNew && line?.state !== 'new')
    if (!isBeyond && !line) {
      misfit('the row is not loaded')
      continue
    }
    const set: Record<string, NewValue> = {}
    for (let at = place.left; at <= place.right; at += 1) {
      const column = columns[at]
      const value = values[(at - place.left) % width]
      if (!column) misfit('there is no further column')
      else if (isBeyond) {
        if (value === undefined) continue
        const reason = target.refusalOf(NEW_LINE, column)
        if (reason === undefined) set[column.name] = value
        else misfit(reasonText(reason))
      } else {
        const change = changed(target, line!, column, value)
        if (typeof change === 'string') misfit(reasonText(change))
        else {
          if (change) step.push(change)
          cells += 1
        }
      }
    }
    if (!isBeyond) continue
    if (typeof target.newRow === 'string') misfit(reasonText(target.newRow))
    else {
      step.push({ kind: 'new', key: target.newRow(), set })
      newRows += 1
      cells += Object.keys(set).length
    }
  }
  return {
    step,
    cells,
    newRows,
    area: {
      ...place,
      bottom: Math.max(place.top, Math.min(place.bottom, lines.length - 1)),
      right: Math.max(place.left, Math.min(place.right, columns.length - 1)),
    },
    misfits: [...misfits].map(([reason, count]) => `${count.toLocaleString('en')} × ${reason}`),
  }
}

const NEW_LINE: Line = {
  key: '',
  row: undefined,
  cells: [],
  state: 'new',
  changed: new Set(),
  isUnsaved: false,
}

const TEXTS = new Set(['text', 'varchar', 'bpchar', 'citext'])

/** The change of one cell, or why it cannot be changed; undefined when it has the value already. */
function changed(
  target: BlockTarget,
  line: Line,
  column: GridColumn,
  value: BlockValue,
): Change | string | undefined {
  const reason = target.refusalOf(line, column)
  if (reason !== undefined) return reason
  const filled = value === undefined ? emptyOf(column) : value
  if (filled === undefined) return `${column.name} cannot be empty`
  if (filled === null && !column.is_nullable) return `${column.name} cannot be NULL`
  const stored = target.storedLine(line)
  const index = target.entity.columns.findIndex(({ name }) => name === column.name)
  const isLong = stored.row !== undefined && isCut(stored.cells[index] ?? null)
  if (line.cells[index] === filled) return undefined
  const whole = target.whole.get(wholeKey(line, column))
  if (isLong && whole === undefined) return `the value of ${column.name} is too long to be replaced here`
  return cellChange(target.entity, stored, column.name, filled, isLong ? whole : undefined)
}

/** What an empty cell of a spreadsheet stands for; undefined when the column takes nothing of the kind. */
const emptyOf = ({ is_nullable, format }: GridColumn): string | null | undefined =>
  is_nullable ? null : TEXTS.has(format) ? '' : undefined

const reasonText = (reason: string) => reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, '')

/** The cells whose stored values have to be loaded before a block can replace them. */
export function cutCells(
  target: Pick<BlockTarget, 'columns' | 'lines' | 'storedLine' | 'entity'>,
  { top, bottom, left, right }: GridArea,
): { line: Line; column: GridColumn }[] {
  return target.lines.slice(top, bottom + 1).flatMap((line) => {
    if (!line) return []
    const { row, cells } = target.storedLine(line)
    if (row === undefined) return []
    return target.columns.slice(left, right + 1).flatMap((column) => {
      const index = target.entity.columns.findIndex(({ name }) => name === column.name)
      return isCut(cells[index] ?? null) ? [{ line, column }] : []
    })
  })
}

const NOTHING = { Pasted: 'pasted', Filled: 'filled', 'Set to NULL': 'set to NULL' } as const

/** What became of a block, in words. */
export function blockText(verb: keyof typeof NOTHING, { cells, newRows, misfits }: BlockOutcome) {
  const count = cells === 1 ? '1 cell' : `${cells.toLocaleString('en')} cells`
  const rows =
    newRows === 0 ? '' : newRows === 1 ? ' with 1 new row' : ` with ${newRows.toLocaleString('en')} new rows`
  return {
    title: cells === 0 && newRows === 0 ? `Nothing was ${NOTHING[verb]}` : `${verb} ${count}${rows}`,
    ...(misfits.length > 0 && { description: `Did not fit: ${misfits.join('; ')}.` }),
  }
}
