export const GRID_ROW_HEIGHT = 32
/** Beyond this height browsers paint with a precision of two pixels, so a line between rows may be lost. */
export const EXACT_PIXELS = 2 ** 24
/** Columns can be resized between these widths, in pixels. */
export const COLUMN_MIN_WIDTH = 100
export const COLUMN_MAX_WIDTH = 500
/** The largest initial width, so that one long text does not push other columns out of view. */
export const COLUMN_START_MAX_WIDTH = 320
/** Longer values are truncated in the cell but copied in full; a megabyte of text in a cell would stall scrolling. */
export const CELL_MAX_CHARACTERS = 300
const SAMPLED_ROWS = 50
const CHARACTER_WIDTH = 7.5
const CELL_PADDING = 24

/** A column of a result whose `values[c][r]` is the text of row r in column c, or null for SQL NULL. */
export interface GridColumn {
  name: string
  /** The type's short name, such as `int8`; displayed beside the name. */
  type: string
  /** The initial width in pixels; computed from the first rows when omitted. */
  width?: number
}
/** A column to sort by; the first in a list has precedence. */
export interface GridSort {
  column: number
  direction: 'asc' | 'desc'
}
export type GridValues = readonly ColumnValues[]

/** One column's values: an array or a more compact store. */
export interface ColumnValues {
  readonly length: number
  /** Null is NULL; undefined is a value not loaded yet. */
  at(row: number): string | null | undefined
}

const numericTypes = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid', 'money'])
export const isNumericType = (type: string) => numericTypes.has(type)

/** A cell's text on one line: line breaks as ⏎, truncated with … when long. */
export function cellLine(value: string): string {
  const cut =
    value.length > CELL_MAX_CHARACTERS
      ? `${value.slice(0, CELL_MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`
      : value
  return cut.replace(/\r\n|\r|\n/g, '⏎')
}

/** The width of a result's only column, such as a plan: as wide as the grid or its longest line. */
export const onlyWidth = (column: GridColumn, values: ColumnValues) =>
  `minmax(${longestOf(column, values)}px, 1fr)`

/** The initial width of a column in pixels, fitting its name, type and first rows within the bounds above. */
export const startWidth = (column: GridColumn, values: ColumnValues): number =>
  Math.min(COLUMN_START_MAX_WIDTH, Math.max(COLUMN_MIN_WIDTH, longestOf(column, values)))

function longestOf(column: GridColumn, values: ColumnValues): number {
  let longest = column.name.length + column.type.length + 1
  for (let row = 0; row < Math.min(values.length, SAMPLED_ROWS); row += 1)
    longest = Math.max(longest, Math.min(values.at(row)?.length ?? 4, CELL_MAX_CHARACTERS))
  return Math.ceil(longest * CHARACTER_WIDTH + CELL_PADDING)
}

/** In pixels, wide enough for the number of the last row. */
export const rowNumberWidth = (rowCount: number) =>
  Math.ceil(String(Math.max(rowCount, 1)).length * CHARACTER_WIDTH + CELL_PADDING)
