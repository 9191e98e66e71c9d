export const GRID_ROW_HEIGHT = 32
/** Browsers paint no finer than by two pixels beyond so many: a line between rows may then be lost. */
export const EXACT_PIXELS = 2 ** 24
/** Columns can be dragged between these widths, in pixels. */
export const COLUMN_MIN_WIDTH = 100
export const COLUMN_MAX_WIDTH = 500
/** A column starts no wider than this: one long text must not push the others out of view. */
export const COLUMN_START_MAX_WIDTH = 320
/** Longer values are cut in the cell (copying gives all of it): a megabyte of text in one cell would stall scrolling. */
export const CELL_MAX_CHARACTERS = 300
const SAMPLED_ROWS = 50
const CHARACTER_WIDTH = 7.5
const CELL_PADDING = 24

/** A result held by column: `values[c][r]` is the text of row r in column c, or null for SQL NULL. */
export interface GridColumn {
  name: string
  /** The type's short name, such as `int8`; shown beside the name. */
  type: string
  /** The width in pixels to start with; by the first rows when left out. */
  width?: number
}
/** A column that rows are sorted by; the first in a list counts most. */
export interface GridSort {
  column: number
  direction: 'asc' | 'desc'
}
export type GridValues = readonly ColumnValues[]

/** One column's values. An array is one; a store that packs its texts tighter may be another. */
export interface ColumnValues {
  readonly length: number
  /** Null is NULL; undefined is a value that has not come yet. */
  at(row: number): string | null | undefined
}

const numericTypes = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid', 'money'])
export const isNumericType = (type: string) => numericTypes.has(type)

/** The one line a cell shows: line breaks as ⏎, cut with … when long. */
export function cellLine(value: string): string {
  const cut =
    value.length > CELL_MAX_CHARACTERS
      ? `${value.slice(0, CELL_MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`
      : value
  return cut.replace(/\r\n|\r|\n/g, '⏎')
}

/** A text that is a result by itself, such as a plan, is read line by line: as wide as the grid, or as its lines. */
export const onlyWidth = (column: GridColumn, values: ColumnValues) =>
  `minmax(${longestOf(column, values)}px, 1fr)`

/** The width in pixels a column starts with: its name and type and its first rows, within the bounds above. */
export const startWidth = (column: GridColumn, values: ColumnValues): number =>
  Math.min(COLUMN_START_MAX_WIDTH, Math.max(COLUMN_MIN_WIDTH, longestOf(column, values)))

function longestOf(column: GridColumn, values: ColumnValues): number {
  let longest = column.name.length + column.type.length + 1
  for (let row = 0; row < Math.min(values.length, SAMPLED_ROWS); row += 1)
    longest = Math.max(longest, Math.min(values.at(row)?.length ?? 4, CELL_MAX_CHARACTERS))
  return Math.ceil(longest * CHARACTER_WIDTH + CELL_PADDING)
}

/** Wide enough for the number of the last row. */
export const rowNumberWidth = (rowCount: number) =>
  Math.ceil(String(Math.max(rowCount, 1)).length * CHARACTER_WIDTH + CELL_PADDING)
