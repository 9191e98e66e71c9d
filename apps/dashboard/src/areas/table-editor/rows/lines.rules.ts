import type { GridCell, GridPage } from '@basalt/contract/table-editor/grid.schema.ts'

/** A cell that will be set to its column's default. */
export interface DefaultCell {
  readonly default: true
}

export type LineCell = GridCell | DefaultCell

export const isDefaultCell = (cell: LineCell): cell is DefaultCell =>
  typeof cell === 'object' && cell !== null && 'default' in cell

/** A value that was cut because it is long. */
export type CutCell = Exclude<GridCell, string | null>

export const isCut = (cell: LineCell): cell is CutCell =>
  typeof cell === 'object' && cell !== null && 'bytes' in cell

/** One row of the grid, as it is displayed. */
export interface Line {
  /** Unique among the loaded lines. */
  readonly key: string
  /** What identifies the stored row; empty when rows cannot be told apart, undefined for a new row. */
  readonly row: readonly string[] | undefined
  /** In the order of the columns, with staged values. */
  readonly cells: readonly LineCell[]
  /** `gap` is a line whose row is not loaded. */
  readonly state: 'stored' | 'changed' | 'new' | 'deleted' | 'gap'
  /** The indexes of the cells with staged values. */
  readonly changed: ReadonlySet<number>
  /** The last save left the row alone. */
  readonly isUnsaved: boolean
}

/** A cell, by its line and the index of the column. */
export interface CellPlace {
  readonly line: Line
  readonly column: number
}

const NO_CHANGES: ReadonlySet<number> = new Set()

/** The key of a stored row, from what identifies it. */
export const keyOfRow = (row: readonly string[]) => JSON.stringify(row)

/** The lines of a page without staged changes. `id` tells rows that nothing identifies from those of other pages. */
export const storedLines = ({ rows }: Pick<GridPage, 'rows'>, id = 0): Line[] =>
  rows.map(({ row, cells }, index) => ({
    key: row.length === 0 ? `row ${id}.${index}` : keyOfRow(row),
    row,
    cells,
    state: 'stored',
    changed: NO_CHANGES,
    isUnsaved: false,
  }))

/** The stored text of a cell; undefined when the page has only its beginning. A default is edited as an empty text. */
export const storedText = (cell: LineCell | undefined) => {
  if (cell === undefined || cell === null) return null
  if (typeof cell === 'string') return cell
  return isDefaultCell(cell) ? null : undefined
}
